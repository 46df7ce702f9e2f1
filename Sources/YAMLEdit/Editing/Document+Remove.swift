/// Removes entries and items.
extension Document {
  func removing(_ path: [Step]) throws(EditRefusal) -> Document {
    let node = try resolve(path)
    guard nodes[node].parent >= 0 else { throw EditRefusal(reason: "the whole document cannot be removed") }
    return try removing(node)
  }

  /// Removes an item, or a value along with its key.
  private func removing(_ node: Int) throws(EditRefusal) -> Document {
    let parent = nodes[node].parent
    let first = key(of: node) ?? node
    if first == parent + 1, nodes[node].next == nodes[parent].next {
      return key(of: parent) != nil ? try removing(parent) : try emptying(parent)
    }
    let candidates =
      nodes[parent].style == .flow
      ? [FlowRemoval(of: first, through: node, in: self).splices] : try waysToRemoveLines(from: first, through: node)
    let changes = candidates.map { ProposedChange(splices: $0, removed: first..<nodes[node].next, added: []) }
    return try firstExact(changes, at: nodes[first].range.lowerBound)
  }

  /// Replaces a collection that is an item or the root with `[]` or `{}`.
  private func emptying(_ collection: Int) throws(EditRefusal) -> Document {
    let node = nodes[collection]
    let brackets = node.kind == .mapping ? "{}" : "[]"
    let end = node.isBlockCollection ? endOfLine(after: node.content.upperBound) : nil
    let range = node.content.lowerBound..<(end ?? node.content.upperBound)
    let change = ProposedChange(
      splices: [Splice(range, Array(brackets.utf8))], removed: collection..<node.next,
      added: [
        ProposedChange.Added(kind: node.kind, parent: node.parent, anchorOf: collection, tag: tag(of: collection))
      ])
    return try firstExact([change], at: node.range.lowerBound)
  }

  // MARK: - Block collections

  /// Returns the ways to remove the lines of a child of a block collection.
  func waysToRemoveLines(from first: Int, through last: Int) throws(EditRefusal) -> [[Splice]] {
    let start = entryStart(first)
    guard let end = endOfLine(after: nodes[last].range.upperBound) else {
      throw EditRefusal(reason: Self.sharedLine, offset: nodes[last].range.upperBound)
    }
    let next = end + breakLength(at: end)
    guard startsLine(start) else {
      return waysToRemoveFirst(start, through: last, lineEnd: end)
    }
    let lineStart = start - bytes[lineStart(start)..<start].reversed().prefix { $0 == ASCII.space }.count
    if next > end || breakLength(before: lineStart) == 0 {
      return [[Splice(lineStart..<next)]]
    }
    // These are the last lines of a file without a final line break. Remove the preceding line break instead, unless it
    // is part of a value.
    let previous = lineStart - breakLength(before: lineStart)
    // Also remove the preceding empty lines. Otherwise, they would become the last lines, and the file would end with a
    // line break. A break that only YAML recognizes, such as NEL, is part of the preceding line in a diff.
    var last = previous
    while last > 0, bytes[last - 1] == ASCII.lineFeed || bytes[last - 1] == ASCII.carriageReturn { last -= 1 }
    return [last, previous, lineStart].map { [Splice($0..<end)] }
  }

  /// Returns the ways to remove the first child of a compact collection, such as `- a: 1`. If the next child is on the
  /// next line, it moves up. Otherwise, the dash remains alone on its line.
  private func waysToRemoveFirst(_ start: Int, through last: Int, lineEnd: Int) -> [[Splice]] {
    var candidates: [[Splice]] = []
    let nextChild = nodes[last].next
    let next = entryStart(nextChild)
    if lineStart(next) == lineEnd + breakLength(at: lineEnd) {
      candidates.append([Splice(start..<next)])
    }
    var blank = start
    while blank > 0, ASCII.isBlank(bytes[blank - 1]) {
      blank -= 1
    }
    return candidates + [[Splice(blank..<lineEnd)]]
  }
}
