/// Adds entries to mappings.
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
      if equals(value, present.value) {
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
      let candidates = FlowInsertion(into: mapping, after: previous?.value, in: self).candidates(
        writer.rendering(of: key, value))
      return try inserting(
        key, value, into: mapping, at: previous.map { nodes[$0.value].next } ?? mapping + 1, candidates)
    }
    return try insertingLines(key, value, into: mapping, after: previous)
  }

  func equals(_ value: Value, _ node: Int) -> Bool {
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
        && zip(items(of: node), expected).allSatisfy { equals($1, $0) }
    case .mapping(let expected):
      nodes[node].kind == .mapping && entries(of: node).count == expected.count
        && zip(entries(of: node), expected).allSatisfy { present, entry in
          text(of: present.key) == entry.key && equals(entry.value, present.value)
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
    let candidates = renderings.map { rendering in
      [Splice(at: end, lineBreak + margin + rendering.inline + rendering.below(lineBreak))]
    }
    do throws(EditRefusal) {
      return try inserting(key, value, into: mapping, at: nodes[previous.value].next, candidates)
    } catch {
      // The sibling may be a block scalar at the end of a file without a final line break. Inserting an entry after it
      // would add a line break to its value.
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
    let candidates = renderings.map { rendering in
      [Splice(at: start, rendering.inline + rendering.below(lineBreak) + lineBreak + margin)]
    }
    return try inserting(key, value, into: mapping, at: next, candidates)
  }

  private func inserting(
    _ key: String, _ value: Value, into mapping: Int, at index: Int, _ candidates: [[Splice]]
  ) throws(EditRefusal) -> Document {
    let added =
      [ProposedChange.Added(kind: .scalar, text: Array(key.utf8), parent: mapping)]
      + ProposedChange.nodes(of: value, at: index + 1, parent: mapping)
    let changes = candidates.map { ProposedChange(splices: $0, removed: index..<index, added: added) }
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
    let candidates = EntryWriter(column: 0).renderings(of: key, value).map { rendering in
      let entry = rendering.inline + rendering.below(lineBreak)
      return [Splice(at: bytes.count, isOnNewLine ? entry + lineBreak : lineBreak + entry)]
    }
    return try startingMapping(key, value, removing: 0..<0, parent: -1, candidates)
  }

  /// Turns an empty value into a mapping.
  private func startingMapping(_ key: String, _ value: Value, at node: Int) throws(EditRefusal) -> Document {
    let candidates = mappingWays([Value.Entry(key, value)], at: node)
    return try startingMapping(key, value, removing: node..<nodes[node].next, parent: nodes[node].parent, candidates)
  }

  private func startingMapping(
    _ key: String, _ value: Value, removing removed: Range<Int>, parent: Int, _ candidates: [[Splice]]
  ) throws(EditRefusal) -> Document {
    let index = removed.lowerBound
    let added =
      [
        ProposedChange.Added(kind: .mapping, parent: parent, anchorOf: removed.isEmpty ? nil : index),
        ProposedChange.Added(kind: .scalar, text: Array(key.utf8), parent: index),
      ] + ProposedChange.nodes(of: value, at: index + 2, parent: index)
    let changes = candidates.map { ProposedChange(splices: $0, removed: removed, added: added) }
    return try firstExact(changes, at: removed.isEmpty ? bytes.count : nodes[index].range.lowerBound)
  }
}
