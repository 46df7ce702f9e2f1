import ShelfText
import YAMLEdit

/// Merges mappings that both sides changed. Their entries are merged one by one, like the fields of a record.
extension FieldMerge {
  /// Merges a mapping entry by entry. Returns nil if a version is not a mapping or cannot be split into entries.
  ///
  /// A mapping in flow style is rewritten in block style first, so that each entry has its own lines, and is converted
  /// back afterwards if it fits on one line.
  func mergedMapping() -> MergedField? {
    let entries = [ours, base, theirs].map { entry in entry.flatMap { content($0) == .nothing ? nil : $0 } }
    guard entries.contains(where: { $0 != nil }), let column = entries.compactMap({ $0 }).first.map(mappingColumn),
      let ours = mapping(entries[0], column), let base = mapping(entries[1], column),
      let theirs = mapping(entries[2], column)
    else { return nil }
    let merge = MappingMerge(
      ours: ours, base: base, theirs: theirs, winner: winner, takesBase: takesBase, end: end, subject: subject,
      path: path)
    var result = MergedField(merge.mapping.parts, ours: .nothing, theirs: .nothing)
    if !result.parts.isEmpty {
      guard let first = read(result.lines(for: .ours)), let second = read(result.lines(for: .theirs)),
        holds(first, merge, .ours), holds(second, merge, .theirs)
      else { return nil }
      (result.ours, result.theirs) = (first.content, second.content)
      if let model = self.ours ?? self.theirs, isFlow(model), !result.hasConflict, let lines = flowLines(first) {
        result.parts = [.lines(lines)]
      }
    }
    for (name, _) in merge.mapping.keys {
      result.conflicts += merge.fields[name]?.conflicts ?? []
      result.settled += merge.fields[name]?.settled ?? []
    }
    return result
  }

  /// Returns the column of a mapping's keys. For a mapping in flow style, this is the column that they would have in
  /// block style.
  private func mappingColumn(_ entry: FieldEntry) -> Int {
    let indentation = entry.lines.first?.content.prefix { $0 == 0x20 }.count ?? 0
    return entry.document?.childLines(of: FieldEntry.valueNode)?.column ?? indentation + 2
  }

  /// Returns the entries of a version, with their keys in a given column. The result is empty if the version lacks the
  /// field, and nil if its value is not a mapping.
  private func mapping(_ entry: FieldEntry?, _ column: Int) -> RecordVersion? {
    guard let entry else { return RecordVersion() }
    guard case .tree(.mapping(let pairs)) = entry.content else { return nil }
    if pairs.isEmpty { return RecordVersion() }
    let lines = isFlow(entry) ? blockLines(entry, column) : movedLines(entry, to: column)
    guard let lines, let moved = read(lines), moved.content == entry.content else { return nil }
    return RecordVersion(valueOf: moved, subject.fields(at: path), end)
  }

  private func movedLines(_ entry: FieldEntry, to column: Int) -> [TextLine]? {
    guard let document = entry.document, let rows = document.childLines(of: FieldEntry.valueNode) else { return nil }
    let head = TextLine.lines(of: document.bytes[rows.head]).count
    return TextLine.moved(Array(entry.lines.dropFirst(head)), by: column - rows.column)
      .map { Array(entry.lines.prefix(head)) + $0 }
  }

  /// Returns whether the merged mapping, with conflicts resolved for one side, contains exactly the merged entries.
  private func holds(_ entry: FieldEntry, _ merge: MappingMerge, _ side: MergedField.Side) -> Bool {
    let expected = merge.fields.mapValues { side == .ours ? $0.ours : $0.theirs }.filter { $0.value != .nothing }
    // If a side has no entries left, its field is no longer a mapping.
    guard case .tree = entry.content else { return false }
    return RecordVersion(valueOf: entry, subject.fields(at: path), end)?.contents == expected
  }

  // MARK: - Flow style

  private func isFlow(_ entry: FieldEntry) -> Bool {
    let node = entry.document?.nodes[FieldEntry.valueNode]
    return node?.kind == .mapping && node?.style != .block
  }

  /// Converts a mapping from flow style to block style, with each value as it was written. Comments between its entries
  /// are dropped.
  private func blockLines(_ entry: FieldEntry, _ column: Int) -> [TextLine]? {
    guard let document = entry.document else { return nil }
    let value = FieldEntry.valueNode
    let start = document.bytes[..<document.nodes[value].content.lowerBound].lastIndex(of: UInt8(ascii: ":"))
    guard let start else { return nil }
    let comment = document.trailingComment(of: value).map { " # \($0)" } ?? ""
    let margin = [UInt8](repeating: 0x20, count: column)
    var lines = [TextLine(Array(document.bytes[...start]) + Array(comment.utf8), end)]
    for (key, value) in document.entries(of: value) {
      let parts = [key, value].map { document.bytes[document.nodes[$0].content] }
      lines.append(TextLine(margin + parts[0] + Array(": ".utf8) + parts[1], end))
    }
    return lines
  }

  /// Converts a mapping from block style to one line in flow style. Returns nil if an entry has more than one line or
  /// has a comment.
  private func flowLines(_ entry: FieldEntry) -> [TextLine]? {
    guard let document = entry.document, let rows = document.childLines(of: FieldEntry.valueNode) else { return nil }
    let key = document.bytes[rows.head].prefix { $0 != 0x0A }
    let comment = document.trailingComment(of: FieldEntry.valueNode).map { " # \($0)" } ?? ""
    let head = comment.isEmpty ? Array(key) : Array(key.dropLast(comment.utf8.count))
    let items = rows.children.map { document.bytes[$0.lines].filter { $0 != 0x0A }.drop { $0 == 0x20 } }
    let isPlain = rows.children.allSatisfy { child in
      child.above.isEmpty && document.bytes[child.lines].count { $0 == 0x0A } == 1
        && document.comments(of: child).isEmpty
    }
    guard isPlain else { return nil }
    let text = Array(" {".utf8) + Array(items.joined(separator: ", ".utf8)) + Array("}\(comment)".utf8)
    let line = TextLine(head + text, ours?.lines.last?.end ?? end)
    return read([line])?.content == entry.content ? [line] : nil
  }
}
