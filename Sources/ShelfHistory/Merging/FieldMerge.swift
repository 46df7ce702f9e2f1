import ShelfModel
import ShelfText
import YAMLEdit

/// Merges one field of a record.
///
/// The first rule that applies wins. If one side left the entry unchanged, the other side's lines are used, unless the
/// sides disagree about the loan that the entry belongs to. If both sides wrote the same value, our lines are used. A
/// list is merged as a set, and a mapping entry by entry. If one side changed the value, and the other side changed
/// only the layout or the comments, the value is written into our layout. Then the field's merge rule decides: it
/// chooses the later of two timestamps and the earlier of two dates, and merges two texts line by line. Anything else
/// is a conflict, which the library's policy may resolve. Whatever the outcome, `withComments` ensures that no comment
/// is lost or duplicated.
///
/// Values are compared as `FieldContent`, so writing the same value differently is not a change. Merged lines are
/// parsed again before they are used. If they have a different value, the next method is tried.
struct FieldMerge {
  let ours: FieldEntry?
  let base: FieldEntry?
  let theirs: FieldEntry?
  /// The side that wins conflicts, or nil if the user has to decide.
  let winner: MergedField.Side?
  /// Whether conflicts are resolved in favor of the base.
  let takesBase: Bool
  /// The line ending of our version.
  let end: TextLine.End
  let subject: MergeSubject
  /// The path of keys that leads to the field, including its own key.
  let path: [String]
  /// Whether the field belongs to a loan that the sides changed in different ways, so that one side decides all of it.
  var isContested = false

  var name: FieldIdentity { (ours ?? theirs ?? base)?.name ?? .unknown([]) }
  var field: Field? { (ours ?? theirs ?? base)?.field }

  func merged() -> MergedField { withComments(ofBoth: mergedValue()) }

  private func mergedValue() -> MergedField {
    if isContested, content(ours) != content(theirs) { return conflict() }
    if isSame(ours, base) { return MergedField(theirs) }
    if isSame(theirs, base) || isSame(ours, theirs) { return MergedField(ours) }
    let (first, middle, second) = (content(ours), content(base), content(theirs))
    if isCorrectedTwice() { return conflict() }
    if field == nil, let mapping = mergedMapping() { return mapping }
    if field?.mergeRule == .set || field?.mergeRule == .days, let list = mergedList() { return list }
    if first == second || second == middle { return settled(for: .ours) }
    if first == middle { return settled(for: .theirs) }
    switch field?.mergeRule {
    case .later:
      if let side = later(first, second) { return settled(for: side) }
    case .earlier:
      if let side = earlier(first, second) { return settled(for: side) }
    case .lines, .paragraphs, nil:
      if let text = mergedText() { return text }
    default: break
    }
    return conflict()
  }

  private func isSame(_ a: FieldEntry?, _ b: FieldEntry?) -> Bool { a?.isWritten(as: b) ?? (b == nil) }

  func content(_ entry: FieldEntry?) -> FieldContent { entry?.content ?? .nothing }

  /// Returns whether both sides corrected the only item of a list that usually has a single item, such as the author.
  ///
  /// Two corrections of a name must not result in two authors. All lists that have more than one item in any version
  /// are merged as sets, and so are lists that usually have several items.
  private func isCorrectedTwice() -> Bool {
    guard field?.has(.usuallyOne) ?? false else { return false }
    let contents = [ours, base, theirs].map { content($0) }
    return contents.allSatisfy { ($0.items?.count ?? 2) < 2 } && Set(contents).count == 3
  }

  /// Returns the side with the later timestamp, or nil if neither side has a valid timestamp. A valid timestamp takes
  /// precedence over any other value.
  private func later(_ first: FieldContent, _ second: FieldContent) -> MergedField.Side? {
    guard let ours = first.timestamp else { return second.timestamp == nil ? nil : .theirs }
    guard let theirs = second.timestamp else { return .ours }
    return theirs > ours ? .theirs : .ours
  }

  /// Returns the side with the earlier date, or nil if either side has no valid date. If one date is a month or year
  /// that contains the other date, the more precise date counts as earlier.
  private func earlier(_ first: FieldContent, _ second: FieldContent) -> MergedField.Side? {
    guard let ours = first.date, let theirs = second.date else { return nil }
    if "\(theirs)".hasPrefix("\(ours)-") { return .theirs }
    if "\(ours)".hasPrefix("\(theirs)-") { return .ours }
    return theirs.daysSince1970 < ours.daysSince1970 ? .theirs : .ours
  }

  /// Returns both versions of the field between conflict markers, unless the library's policy or the base resolves the
  /// conflict.
  func conflict() -> MergedField {
    if takesBase { return MergedField(base) }
    if let winner {
      var result = settled(for: winner)
      result.settled = [settlement(winner)]
      return result
    }
    let part = MergedField.Part.conflict(
      ours: ours?.lines ?? [], base: base?.lines ?? [], theirs: theirs?.lines ?? [])
    var result = MergedField([part], ours: content(ours), theirs: content(theirs))
    result.conflicts = [disagreement]
    return result
  }

  var disagreement: RecordMerge.Conflict {
    RecordMerge.Conflict(key: path.joined(separator: "."), ours: ours?.shownValue, theirs: theirs?.shownValue)
  }

  func settlement(_ side: MergedField.Side) -> RecordMerge.Settled {
    RecordMerge.Settled(key: path.joined(separator: "."), isOurs: side == .ours)
  }

  // MARK: - The value of one side, the comments of both

  /// Returns the field with the value of one side, in our layout, and with the comments of both sides.
  func settled(for side: MergedField.Side) -> MergedField {
    let (winner, loser) = side == .ours ? (ours, theirs) : (theirs, ours)
    guard let winner else { return MergedField(nil) }
    guard let loser, loser.content != .nothing || !loser.comments.isEmpty else { return MergedField(winner) }
    let value = side == .ours ? nil : value(of: theirs)
    let ways = [mergedLines(), side == .theirs && value == nil ? nil : written(value)]
    for lines in ways {
      guard let lines, let entry = read(lines), entry.content == winner.content else { continue }
      return MergedField(lines, winner.content)
    }
    return MergedField(winner)
  }

  /// Returns the lines of the entry merged as text, or nil if they conflict.
  func mergedLines() -> [TextLine]? {
    let (first, second) = (ours?.lines ?? [], theirs?.lines ?? [])
    let merge = LineMerge(ours: first.contents, base: base?.lines.contents ?? [], theirs: second.contents)
    return merge.hasConflicts ? nil : merge.lines(first, second) { _, _, _ in [] }
  }

  /// Returns our lines with a different value and with the merged key and comment, or nil if they cannot be written.
  func written(_ value: Value?) -> [TextLine]? {
    guard let ours, let document = ours.document else { return nil }
    var edits: [Edit] = []
    if let value { edits.append(.set([.key(ours.key)], value)) }
    let comment = mergedComment()
    if comment != trailingComment(ours), value == nil || field?.type.target == nil {
      edits.append(.setComment([.key(ours.key)], comment))
    }
    if ours.key != mergedKey { edits.append(.renameKey([.key(ours.key)], to: mergedKey)) }
    guard let result = try? document.applying(edits) else { return nil }
    var lines = TextLine.lines(of: result.bytes, ending: end)
    let isBlock = result.nodes.last?.isBlockScalar ?? false
    if ours.lines.last?.end == TextLine.End.none, !isBlock, let last = lines.popLast() {
      lines.append(TextLine(last.content, .none))
    }
    return lines
  }

  /// The key in the result, which may be a former key.
  var mergedKey: String {
    guard let ours, let theirs else { return (ours ?? theirs)?.key ?? "" }
    return ours.key == base?.key ? theirs.key : ours.key
  }

  func read(_ lines: [TextLine]) -> FieldEntry? { FieldEntry(lines, named: name, field) }

  /// Returns the value of a version, so that it can be written elsewhere, or nil if it is neither a scalar nor a list
  /// of scalars.
  private func value(of entry: FieldEntry?) -> Value? {
    guard let entry, let document = entry.document,
      let texts = FieldContent.scalars(of: FieldEntry.valueNode, in: document, field)
    else { return nil }
    // The comment after a reference is the name of its target, so it moves with the reference.
    let comment = field?.type.target == nil ? nil : trailingComment(entry) ?? ""
    let scalars = texts.map { Scalar($0, form: field?.type.form ?? .text, comment: comment) }
    let isList = document.nodes[FieldEntry.valueNode].kind == .sequence
    return isList ? .list(scalars) : .scalar(scalars[0])
  }
}
