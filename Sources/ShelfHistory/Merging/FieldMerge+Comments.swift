import ShelfModel
import ShelfText
import YAMLEdit

/// Merges the comments on the lines of a field. No comment that one side added, or that both sides kept, is lost or
/// duplicated.
extension FieldMerge {
  func trailingComment(_ entry: FieldEntry?) -> String? {
    entry.flatMap { entry in entry.document?.trailingComment(at: [.key(entry.key)]) }
  }

  /// Returns the merged comment after the value. If both sides changed it, their comment follows ours.
  func mergedComment() -> String? {
    FieldMerge.comment(ours: trailingComment(ours), base: trailingComment(base), theirs: trailingComment(theirs))
  }

  /// Merges a comment. If both sides changed it, the parts that either side added are kept, and the parts that either
  /// side removed are dropped.
  static func comment(ours: String?, base: String?, theirs: String?) -> String? {
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    let (first, middle, second) = (parts(of: ours), parts(of: base), parts(of: theirs))
    let kept = PieceOrder.merged(ours: first, theirs: second) { part in
      first.contains(part) && second.contains(part) || !middle.contains(part)
    }
    return kept.isEmpty ? nil : kept.joined(separator: " # ")
  }

  /// Splits a comment that an earlier merge assembled from several comments.
  private static func parts(of comment: String?) -> [String] {
    guard var rest = comment?[...] else { return [] }
    var parts: [String] = []
    while let hash = rest.firstRange(of: " # ") {
      parts.append(String(rest[..<hash.lowerBound]))
      rest = rest[hash.upperBound...]
    }
    return (parts + [String(rest)]).filter { !$0.isEmpty }
  }

  /// Returns the field with the comments of both sides. A comment for which there is no position in the lines is kept
  /// above them, and surplus copies of a comment are removed.
  func withComments(ofBoth field: MergedField) -> MergedField {
    guard !field.hasConflict else { return field }
    var result = field
    let (first, middle, second) = (Counts(ours), Counts(base), Counts(theirs))
    let present = Counts(read(field.lines(for: .ours)), and: linesBelow(field))
    for text in first.order + second.order.filter({ first[$0] == 0 }) {
      let range = range(of: text, first[text], middle[text], second[text])
      if present[text] > range.upperBound { result = without(text, present[text] - range.upperBound, result) }
      if present[text] > 0 || range.lowerBound == 0 || isNameOfLost(text, field) { continue }
      if let placed = placing(text, result) { result = placed } else { result.rescued.append(text) }
    }
    return result
  }

  /// The number of times that each comment occurs on the lines of a field.
  private struct Counts {
    private(set) var order: [String] = []
    private var counts: [String: Int] = [:]

    init(_ entry: FieldEntry?, and lines: [TextLine] = []) {
      let others = lines.filter(\.isComment).map { line in
        String(decoding: line.content, as: UTF8.self).drop { $0 == " " || $0 == "\t" || $0 == "#" }
      }
      for part in ((entry?.comments ?? []) + others.map { String($0).trimmed }).flatMap(FieldMerge.parts) {
        if counts[part] == nil { order.append(part) }
        counts[part, default: 0] += 1
      }
    }

    subscript(text: String) -> Int { counts[text] ?? 0 }
  }

  /// Returns the comment lines after the last item or entry of the field.
  private func linesBelow(_ field: MergedField) -> [TextLine] {
    let lines = field.lines(for: .ours)
    return read(lines).map { Array(lines.dropFirst($0.lines.count)) } ?? []
  }

  /// Returns how often a comment may occur in the result.
  private func range(of text: String, _ ours: Int, _ base: Int, _ theirs: Int) -> ClosedRange<Int> {
    let sum = max(0, ours + theirs - base)
    if ours > base, theirs > base {
      // Two items may have the same comment. However, a comment on the list itself that follows its only item counts
      // only once.
      let isOfItems = isBehindItem(text, self.ours) && isBehindItem(text, self.theirs)
      return 1...(isOfItems ? sum : max(ours, theirs))
    }
    return sum...max(sum, min(ours, theirs))
  }

  private func isBehindItem(_ text: String, _ entry: FieldEntry?) -> Bool {
    isList(entry) && MergedList(entry).items.contains { FieldMerge.parts(of: $0.comment).contains(text) }
  }

  private func isList(_ entry: FieldEntry?) -> Bool {
    entry?.document.map { $0.nodes[FieldEntry.valueNode].kind == .sequence } ?? false
  }

  /// Returns whether a comment is the name of a record that the result does not refer to.
  ///
  /// This is the case if the comment follows only references that are neither in the base nor in the result.
  private func isNameOfLost(_ text: String, _ result: MergedField) -> Bool {
    guard field?.type.target != nil else { return false }
    let kept = MergedList(read(result.lines(for: .ours))).values.union(MergedList(base).values)
    let items = [ours, theirs].flatMap { MergedList($0).items }.filter {
      FieldMerge.parts(of: $0.comment).contains(text)
    }
    return !items.isEmpty && items.allSatisfy { !kept.contains($0.name.item) }
  }

  /// Returns the field with a comment after its value or its key, if one of the sides has the comment there. Returns
  /// nil if neither side does, or if the field already has a comment there.
  private func placing(_ text: String, _ field: MergedField) -> MergedField? {
    let sides = [ours, theirs].filter { FieldMerge.parts(of: trailingComment($0)).contains(text) }
    guard !sides.isEmpty, let entry = read(field.lines(for: .ours)), let document = entry.document,
      document.trailingComment(at: [.key(entry.key)]) == nil
    else { return nil }
    return changing(field, entry, [.setComment([.key(entry.key)], text)])
  }

  /// Returns the field with a comment removed `count` times: after items first, then after the key.
  private func without(_ text: String, _ count: Int, _ field: MergedField) -> MergedField {
    var (result, rest) = (field, count)
    guard let entry = read(field.lines(for: .ours)), let document = entry.document else { return field }
    let items = document.items(of: FieldEntry.valueNode).indices.map { [Step.key(entry.key), .index($0)] }
    for path in items.reversed() + [[.key(entry.key)]] where rest > 0 {
      let parts = FieldMerge.parts(of: document.trailingComment(at: path))
      guard parts.contains(text), let present = read(result.lines(for: .ours)) else { continue }
      let left = parts.filter { $0 != text }.joined(separator: " # ")
      guard let changed = changing(result, present, [.setComment(path, left.isEmpty ? nil : left)]) else { continue }
      (result, rest) = (changed, rest - 1)
    }
    return result
  }

  /// Returns the field with edited comments, or nil if the edit would change its value.
  private func changing(_ field: MergedField, _ entry: FieldEntry, _ edits: [Edit]) -> MergedField? {
    guard let document = try? entry.document?.applying(edits) else { return nil }
    var lines = TextLine.lines(of: document.bytes, ending: end)
    if entry.lines.last?.end == TextLine.End.none, let last = lines.popLast() {
      lines.append(entry.isOpenBlock ? last : TextLine(last.content, .none))
    }
    guard read(lines)?.content == field.ours else { return nil }
    var result = field
    result.parts = [.lines(lines + linesBelow(field))]
    return result
  }
}
