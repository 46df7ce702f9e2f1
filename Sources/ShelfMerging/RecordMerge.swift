import ShelfModel
import ShelfText
import YAMLEdit

/// Merges two versions of a record field by field.
///
/// It reads three versions and nothing else. The result has been read back: it holds exactly the merged fields. If a
/// version cannot be split into fields, or the result cannot be relied on, the versions are merged as text.
package struct RecordMerge: Sendable {
  /// The result of a merge.
  package struct Result: Sendable {
    package var bytes: [UInt8]
    /// The keys of the fields that a person has to resolve.
    package var conflicts: [String] = []
    /// The keys of the fields that the library's policy resolved, and for which side.
    package var settled: [(key: String, isOurs: Bool)] = []
    /// Why the versions were merged as text; nil if they were merged by field.
    package var textReason: String?
    /// The number of conflicts in a text.
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

  private let fields: [Field]
  private let policy: MergePolicy
  private let style: ConflictStyle
  private let limits: Limits

  package init(
    of kind: Kind, _ schema: Schema = Schema(), _ policy: MergePolicy = .conflict,
    _ style: ConflictStyle = ConflictStyle(), limits: Limits = Limits()
  ) {
    fields = schema.fields(of: kind)
    self.policy = policy
    self.style = style
    self.limits = limits
  }

  /// Merges two versions against their common base, which is empty if both sides added the file.
  package func merge(ours: [UInt8], base: [UInt8], theirs: [UInt8]) -> Result {
    if ours == theirs || theirs == base { return Result(bytes: ours) }
    if ours == base { return Result(bytes: theirs) }
    do throws(Failure) {
      return try mergeFields(ours, base, theirs)
    } catch {
      return .text(ours: ours, base: base, theirs: theirs, style, because: error.reason)
    }
  }

  private struct Failure: Error {
    var reason: String
  }

  // MARK: - Fields

  private func mergeFields(_ ours: [UInt8], _ base: [UInt8], _ theirs: [UInt8]) throws(Failure) -> Result {
    let end = RecordMerge.lineEnd(ours)
    let first = try version(ours, "ours", nil)
    let middle = try version(base, "the base", end, isBase: true)
    let second = try version(theirs, "theirs", end)
    let id = FieldName.field(0)
    guard first.table[id]?.content == second.table[id]?.content else { throw Failure(reason: "the ids differ") }
    guard first.column == second.column, middle.column == nil || middle.column == first.column else {
      throw Failure(reason: "the fields start in different columns")
    }
    let merged = merged(first, middle, second, end)
    let record = MergedRecord(first, middle, second, merged, end)
    let mark = first.hasByteOrderMark == middle.hasByteOrderMark ? second.hasByteOrderMark : first.hasByteOrderMark
    func bytes(_ lines: (MergedField) -> [TextLine]) -> [UInt8] {
      (mark ? [0xEF, 0xBB, 0xBF] : []) + record.bytes(lines)
    }
    for side in [MergedField.Side.ours, .theirs] {
      guard holds(merged, side, bytes { $0.lines(for: side) }) else {
        throw Failure(reason: "the merged fields cannot be written safely")
      }
    }
    var result = Result(bytes: bytes { $0.lines(style, end) })
    for (name, key) in record.keys {
      if merged[name]?.hasConflict ?? false { result.conflicts.append(key) }
      if let side = merged[name]?.settledFor { result.settled.append((key, side == .ours)) }
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

  private func merged(
    _ ours: RecordVersion, _ base: RecordVersion, _ theirs: RecordVersion, _ end: TextLine.End
  ) -> [FieldName: MergedField] {
    let (first, middle, second) = (ours.table, base.table, theirs.table)
    let winner = winner(first, second)
    var merged: [FieldName: MergedField] = [:]
    for name in Set(first.keys).union(second.keys) {
      let field = FieldMerge(
        ours: first[name], base: middle[name], theirs: second[name], winner: winner, takesBase: style.takesBase,
        end: end)
      merged[name] = field.merged()
    }
    return merged
  }

  /// Returns the side that wins conflicts.
  private func winner(
    _ ours: [FieldName: FieldEntry], _ theirs: [FieldName: FieldEntry]
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

  /// Reads the bytes again, and returns whether they hold the merged fields and nothing else.
  private func holds(_ merged: [FieldName: MergedField], _ side: MergedField.Side, _ bytes: [UInt8]) -> Bool {
    guard let version = try? RecordVersion(bytes, fields, limits, end: nil, isBase: true) else { return false }
    let expected = merged.mapValues { side == .ours ? $0.ours : $0.theirs }.filter { $0.value != .nothing }
    return version.contents == expected
  }

  /// Returns the line ends of a text, judging by the first.
  private static func lineEnd(_ bytes: [UInt8]) -> TextLine.End {
    guard let lineFeed = bytes.firstIndex(of: 0x0A), lineFeed > 0, bytes[lineFeed - 1] == 0x0D else { return .lineFeed }
    return .carriageReturnLineFeed
  }
}
