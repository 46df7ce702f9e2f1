import ShelfModel
import ShelfText
import YAMLEdit

/// A three-way merge of two versions of a record, or of a library's `shelf.yaml`, field by field.
///
/// First, each of the three versions (ours, the common base, theirs) is parsed and split into the lines of its fields
/// (`RecordVersion`). A field that only one side changed takes that side's lines. A field that both sides changed is
/// merged by the rule of its type (`FieldMerge`): lists as sets, text line by line, mappings entry by entry, and
/// modification dates by using the later one. If no rule applies, the library's policy decides, or the field becomes a
/// conflict between markers. `MergedMapping` then joins the fields and the comments between them, in the order of our
/// version.
///
/// The merge reads these three versions and nothing else, because the library may be inconsistent during a git merge.
/// Before it returns, it parses the result again, once with all conflicts resolved for our side and once for theirs,
/// and checks that the result contains exactly the merged fields. If that check fails, or a version cannot be split
/// into fields (invalid YAML, an anchor, two fields on one line), the versions are merged as plain text. The policy
/// does not decide conflicts in a file that is not a readable record on both sides, because it may contain anything.
package struct RecordMerge: Sendable {
  /// The result of a merge.
  package struct Result: Sendable {
    package var bytes: [UInt8]
    /// The fields that the user has to resolve.
    package var conflicts: [Conflict] = []
    /// The fields that the library's policy resolved.
    package var settled: [Settled] = []
    /// The reason why the versions were merged as text, or nil if they were merged field by field.
    package var textReason: String?
    /// The number of conflicts in a merge as text.
    package var textConflicts = 0

    package var isClean: Bool { conflicts.isEmpty && textConflicts == 0 }

    /// Merges two versions of any file line by line.
    package static func text(
      ours: [UInt8], base: [UInt8], theirs: [UInt8], _ style: ConflictStyle, because reason: String?
    ) -> Result {
      let merge = TextMerge(ours: ours, base: base, theirs: theirs, style)
      return Result(bytes: merge.bytes, textReason: reason, textConflicts: merge.conflicts)
    }
  }

  /// A field that both sides changed differently.
  package struct Conflict: Hashable, Sendable {
    /// The field's key, preceded by the keys of the mappings that contain it, joined with periods.
    package let key: String
    /// The value on our side, or nil if the field is missing there.
    package let ours: String?
    /// The value on their side, or nil if the field is missing there.
    package let theirs: String?
  }

  /// A field whose conflict the library's policy resolved.
  package struct Settled: Hashable, Sendable {
    package let key: String
    package let isOurs: Bool
  }

  private let subject: MergeSubject
  private var fields: [Field] { subject.fields(at: []) }
  private let policy: MergePolicy
  private let style: ConflictStyle
  private let limits: Limits

  package init(
    of kind: Kind, _ schema: Schema = Schema(), _ policy: MergePolicy = .conflict,
    _ style: ConflictStyle = ConflictStyle(), limits: Limits = Limits()
  ) {
    self.init(of: .record(schema.fields(of: kind)), policy, style, limits: limits)
  }

  package init(
    of subject: MergeSubject, _ policy: MergePolicy = .conflict, _ style: ConflictStyle = ConflictStyle(),
    limits: Limits = Limits()
  ) {
    self.subject = subject
    self.policy = policy
    self.style = style
    self.limits = limits
  }

  /// Merges two versions against their common base, which is empty if both sides added the file.
  package func merge(ours: [UInt8], base: [UInt8], theirs: [UInt8]) -> Result {
    if ours == theirs || theirs == base { return Result(bytes: ours) }
    if ours == base { return Result(bytes: theirs) }
    if policy != .conflict, ![ours, theirs].allSatisfy({ subject.isReadable($0, limits) }) {
      return RecordMerge(of: subject, .conflict, style, limits: limits).merge(ours: ours, base: base, theirs: theirs)
    }
    let loans: LoanMerge? =
      if case .record = subject {
        LoanMerge(fields, ours: ours, base: base, theirs: theirs, limits)
      } else { nil }
    do throws(Failure) {
      let (first, middle, second) = loans?.aligned ?? (ours, base, theirs)
      var result = try mergeFields(first, middle, second)
      if result.isClean, let bytes = loans?.completed(result.bytes, result.settled) { result.bytes = bytes }
      return result
    } catch {
      let style = error.isUndecidable ? style : style.taking(policy)
      return .text(ours: ours, base: base, theirs: theirs, style, because: error.reason)
    }
  }

  private struct Failure: Error {
    var reason: String
    /// Whether the policy must not choose between the sides, because both added different records at the same path.
    var isUndecidable = false
  }

  // MARK: - Fields

  private func mergeFields(_ ours: [UInt8], _ base: [UInt8], _ theirs: [UInt8]) throws(Failure) -> Result {
    let end = RecordMerge.lineEnd(ours)
    let first = try version(ours, "ours", nil)
    let middle = try version(base, "the base", end, isBase: true)
    let second = try version(theirs, "theirs", end)
    if case .record = subject {
      let id = FieldIdentity.field(0)
      guard first.table[id]?.content == second.table[id]?.content else {
        throw Failure(reason: "the ids differ", isUndecidable: base.isEmpty)
      }
    }
    guard first.column == second.column, middle.column == nil || middle.column == first.column else {
      throw Failure(reason: "the fields start in different columns")
    }
    let merge = MappingMerge(
      ours: first, base: middle, theirs: second, winner: winner(first.table, second.table),
      takesBase: style.resolution == .base, end: end, subject: subject)
    let mapping = merge.mapping
    let mark = first.hasByteOrderMark == middle.hasByteOrderMark ? second.hasByteOrderMark : first.hasByteOrderMark
    func bytes(_ lines: (MergedField) -> [TextLine]) -> [UInt8] {
      (mark ? [0xEF, 0xBB, 0xBF] : []) + mapping.bytes(lines)
    }
    for side in [MergedField.Side.ours, .theirs] {
      guard holds(merge.fields, side, bytes { $0.lines(for: side) }) else {
        throw Failure(reason: "the merged fields cannot be written safely")
      }
    }
    var result = Result(bytes: bytes { $0.lines(style, end) })
    for (name, _) in mapping.keys {
      result.conflicts += merge.fields[name]?.conflicts ?? []
      result.settled += merge.fields[name]?.settled ?? []
    }
    return result
  }

  private func version(
    _ bytes: [UInt8], _ name: String, _ end: TextLine.End?, isBase: Bool = false
  ) throws(Failure) -> RecordVersion {
    do throws(RecordVersion.Refusal) {
      return try RecordVersion(bytes, fields, limits, end: end, isBase: isBase)
    } catch {
      let place = error.offset.map { YAMLError.place(of: $0, in: bytes) }
      throw Failure(reason: "\(name)\(place.map { ", line \($0.line)" } ?? ""): \(error.reason)")
    }
  }

  /// Returns the side that wins all conflicts under the policy, or nil if the user has to decide.
  private func winner(
    _ ours: [FieldIdentity: FieldEntry], _ theirs: [FieldIdentity: FieldEntry]
  ) -> MergedField.Side? {
    switch policy {
    case .conflict: return nil
    case .ours: return .ours
    case .theirs: return .theirs
    case .newest:
      guard let index = fields.firstIndex(where: { $0.has(.changed) }),
        let first = ours[.field(index)]?.content.timestamp, let second = theirs[.field(index)]?.content.timestamp,
        first != second
      else { return nil }
      return first > second ? .ours : .theirs
    }
  }

  /// Parses the bytes again, and returns whether they contain exactly the merged fields.
  private func holds(_ merged: [FieldIdentity: MergedField], _ side: MergedField.Side, _ bytes: [UInt8]) -> Bool {
    let expected = merged.mapValues { side == .ours ? $0.ours : $0.theirs }.filter { $0.value != .nothing }
    return (try? RecordVersion(bytes, fields, limits, end: nil, isBase: true))?.contents == expected
  }

  /// Returns the line ending of the first line, which is used for the whole text.
  private static func lineEnd(_ bytes: [UInt8]) -> TextLine.End {
    guard let lineFeed = bytes.firstIndex(of: 0x0A), lineFeed > 0, bytes[lineFeed - 1] == 0x0D else { return .lineFeed }
    return .carriageReturnLineFeed
  }
}
