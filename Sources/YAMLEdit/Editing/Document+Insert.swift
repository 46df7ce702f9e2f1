/// Adding entries to mappings.
extension Document {
  func inserting(
    _ key: String, _ value: Value, into path: [Step], after sibling: String?
  ) throws(EditRefusal) -> Document {
    if nodes.isEmpty, path.isEmpty {
      return try startingMapping(key, value)
    }
    let mapping = try resolve(path)
    if nodes[mapping].isEmptyScalar {
      if nodes[mapping].tag.count > 0 {
        return try removingTag(of: mapping).inserting(key, value, into: path, after: sibling)
      }
      return try startingMapping(key, value, at: mapping)
    }
    guard nodes[mapping].kind == .mapping else {
      throw EditRefusal(reason: Self.notMapping, offset: nodes[mapping].range.lowerBound)
    }
    if let present = entry(named: key, of: mapping) {
      if holds(value, present.value) {
        return self
      }
      throw EditRefusal(reason: Self.keyExists, offset: nodes[present.key].range.lowerBound)
    }
    var previous: (key: Int, value: Int)?
    if let sibling {
      guard let entry = entry(named: sibling, of: mapping) else { throw EditRefusal(reason: Self.nothingThere) }
      previous = entry
    }
    guard !nodes[mapping].isPair else {
      throw EditRefusal(reason: Self.singlePair, offset: nodes[mapping].range.lowerBound)
    }
    if nodes[mapping].style == .flow {
      let writer = EntryWriter(column: 0, style: style)
      let ways = FlowInsertion(into: mapping, after: previous?.value, in: self).ways(writer.rendering(of: key, value))
      return try inserting(key, value, into: mapping, at: previous.map { nodes[$0.value].next } ?? mapping + 1, ways)
    }
    return try insertingLines(key, value, into: mapping, after: previous)
  }

  /// Returns whether a node already has this value.
  func holds(_ value: Value, _ node: Int) -> Bool {
    switch value {
    case .scalar(let scalar):
      nodes[node].kind == .scalar && textBytes(nodes[node].text).elementsEqual(scalar.text.utf8)
    case .list(let scalars):
      nodes[node].kind == .sequence && items(of: node).count == scalars.count
        && zip(items(of: node), scalars).allSatisfy { item, scalar in
          nodes[item].kind == .scalar && textBytes(nodes[item].text).elementsEqual(scalar.text.utf8)
        }
    case .sequence(let expected):
      nodes[node].kind == .sequence && items(of: node).count == expected.count
        && zip(items(of: node), expected).allSatisfy { holds($1, $0) }
    case .mapping(let expected):
      nodes[node].kind == .mapping && entries(of: node).count == expected.count
        && zip(entries(of: node), expected).allSatisfy { present, entry in
          text(of: present.key) == entry.key && holds(entry.value, present.value)
        }
    }
  }

  // MARK: - Block mappings

  private func insertingLines(
    _ key: String, _ value: Value, into mapping: Int, after previous: (key: Int, value: Int)?
  ) throws(EditRefusal) -> Document {
    let writer = entryWriter(in: mapping)
    let margin = margin(writer.column)
    let renderings = writer.renderings(of: key, value)
    guard let previous else {
      return try insertingBefore(mapping + 1, key, value, into: mapping, renderings)
    }
    guard let end = endOfEntry(previous.value) else {
      throw EditRefusal(reason: Self.sharedLine, offset: nodes[previous.value].range.upperBound)
    }
    let lineBreak = lineBreak(near: end)
    let ways = renderings.map { rendering in
      [Splice(at: end, lineBreak + margin + rendering.inline + rendering.below(lineBreak))]
    }
    do throws(EditRefusal) {
      return try inserting(key, value, into: mapping, at: nodes[previous.value].next, ways)
    } catch {
      // The sibling may be a block scalar at the end of a file without a final line break. Inserting after it would add
      // a line break to its value.
      guard end == bytes.count, nodes[nodes[previous.value].next - 1].isBlockScalar else { throw error }
      return try insertingBefore(previous.key, key, value, into: mapping, renderings)
    }
  }

  private func insertingBefore(
    _ next: Int, _ key: String, _ value: Value, into mapping: Int, _ renderings: [Rendering]
  ) throws(EditRefusal) -> Document {
    let start = entryStart(next)
    let lineBreak = lineBreak(near: start)
    let margin = margin(column(of: start))
    let ways = renderings.map { rendering in
      [Splice(at: start, rendering.inline + rendering.below(lineBreak) + lineBreak + margin)]
    }
    return try inserting(key, value, into: mapping, at: next, ways)
  }

  private func inserting(
    _ key: String, _ value: Value, into mapping: Int, at index: Int, _ ways: [[Splice]]
  ) throws(EditRefusal) -> Document {
    let added =
      [Change.Added(kind: .scalar, text: Array(key.utf8), parent: mapping)]
      + Change.nodes(of: value, at: index + 1, parent: mapping)
    let changes = ways.map { Change(splices: $0, removed: index..<index, added: added) }
    return try firstExact(changes, at: nodes[mapping].range.lowerBound)
  }

  private func entryWriter(in mapping: Int) -> EntryWriter {
    var writer = EntryWriter(column: column(of: nodes[mapping].content.lowerBound), style: style(in: mapping))
    writer.valueColumn = valueColumn(of: mapping)
    return writer
  }

  // MARK: - Mappings that do not exist yet

  /// Turns a document without content into a mapping.
  private func startingMapping(_ key: String, _ value: Value) throws(EditRefusal) -> Document {
    let lineBreak = lineBreak(near: bytes.count)
    let isOnNewLine = bytes.isEmpty || bytes == ASCII.byteOrderMark || breakLength(before: bytes.count) > 0
    let ways = EntryWriter(column: 0).renderings(of: key, value).map { rendering in
      let entry = rendering.inline + rendering.below(lineBreak)
      return [Splice(at: bytes.count, isOnNewLine ? entry + lineBreak : lineBreak + entry)]
    }
    return try startingMapping(key, value, removing: 0..<0, parent: -1, ways)
  }

  /// Turns an empty value into a mapping.
  private func startingMapping(_ key: String, _ value: Value, at node: Int) throws(EditRefusal) -> Document {
    let ways = mappingWays([Value.Entry(key, value)], at: node)
    return try startingMapping(key, value, removing: node..<nodes[node].next, parent: nodes[node].parent, ways)
  }

  private func startingMapping(
    _ key: String, _ value: Value, removing removed: Range<Int>, parent: Int, _ ways: [[Splice]]
  ) throws(EditRefusal) -> Document {
    let index = removed.lowerBound
    let added =
      [
        Change.Added(kind: .mapping, parent: parent, anchorOf: removed.isEmpty ? nil : index),
        Change.Added(kind: .scalar, text: Array(key.utf8), parent: index),
      ] + Change.nodes(of: value, at: index + 2, parent: index)
    let changes = ways.map { Change(splices: $0, removed: removed, added: added) }
    return try firstExact(changes, at: removed.isEmpty ? bytes.count : nodes[index].range.lowerBound)
  }
}
