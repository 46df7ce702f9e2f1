/// Adding items to lists.
extension Document {
  func appending(_ scalar: Scalar, to path: [Step]) throws(EditRefusal) -> Document {
    let node = try resolve(path)
    let items = items(of: node)
    switch nodes[node].kind {
    case .sequence where items.isEmpty:
      return try startingList(scalar, at: node)
    case .sequence:
      return try insertingItem(scalar, at: items.count, of: path)
    case .scalar where nodes[node].text.count == 0:
      return try startingList(scalar, at: node)
    case .scalar:
      return try startingList(of: node, scalar, at: path)
    case .alias:
      throw EditRefusal(reason: Self.throughAlias, offset: nodes[node].range.lowerBound)
    case .mapping:
      throw EditRefusal(reason: Self.notList, offset: nodes[node].range.lowerBound)
    }
  }

  /// Makes a scalar the first item of a list; its comment moves with it if there is room.
  private func startingList(of node: Int, _ scalar: Scalar, at path: [Step]) throws(EditRefusal) -> Document {
    let items = [Scalar(text(of: node) ?? ""), scalar]
    let verbatim = try? keepingFirst(node, items)
    let list = if let verbatim { verbatim } else { try setting(path, to: .list(items)) }
    guard let comment = trailingComment(at: path), !comment.isEmpty, list.nodes[node].isBlockCollection,
      let moved = try? list.settingComment(comment, at: path + [0]).settingComment(nil, at: path)
    else { return list }
    return moved
  }

  /// Turns a one-line scalar, just as it is written, into the first of several items.
  private func keepingFirst(_ node: Int, _ items: [Scalar]) throws(EditRefusal) -> Document {
    let old = nodes[node]
    let first = Array(bytes[old.content])
    var ways: [[Splice]?] = []
    if !old.isBlockScalar, lineEnd(old.content.lowerBound) >= old.content.upperBound {
      if let key = key(of: node), !isInFlow(node) {
        let writer = listWriter(in: nodes[key].parent)
        let slot = ValueSlot(of: node, in: self, ofLines: true)
        ways = writer.renderings(of: Array(items.dropFirst())).map { rendering in
          let line = margin(writer.column) + [ASCII.dash, ASCII.space] + first
          return slot.splices(for: Rendering(inline: [], lines: [line] + rendering.lines), in: self)
        }
      } else {
        let second = ScalarWriter(isInFlow: true).renderings(of: items[1])[0].inline
        let slot = ValueSlot(of: node, in: self, ofLines: false)
        let inline = Array("[".utf8) + first + Array(", ".utf8) + second + Array("]".utf8)
        ways = [slot.splices(for: Rendering(inline: inline), in: self)]
      }
    }
    let added = Change.nodes(of: .list(items), at: node, parent: old.parent, propertiesOf: node)
    let changes = ways.compactMap { $0 }.map { Change(splices: $0, removed: node..<old.next, added: added) }
    return try firstExact(changes, at: old.range.lowerBound)
  }

  /// Returns the document with a new item at a position of a list that has items.
  func insertingItem(_ scalar: Scalar, at position: Int, of path: [Step]) throws(EditRefusal) -> Document {
    let sequence = try resolve(path)
    let items = items(of: sequence)
    let previous = position > 0 ? items[position - 1] : nil
    let index = previous.map { nodes[$0].next } ?? sequence + 1
    let added = Change.nodes(of: .scalar(scalar), at: index, parent: sequence)
    var ways: [[Splice]] = []
    if nodes[sequence].style == .flow {
      let insertion = FlowInsertion(into: sequence, after: previous, in: self)
      ways = writer(in: sequence).renderings(of: scalar).flatMap { insertion.ways($0, comment: scalar.comment) }
    } else {
      ways = try linesOfItem(scalar, in: sequence, after: previous)
    }
    let changes = ways.map { Change(splices: $0, removed: index..<index, added: added) }
    return try firstExact(changes, at: nodes[sequence].range.upperBound)
  }

  private func linesOfItem(_ scalar: Scalar, in sequence: Int, after previous: Int?) throws(EditRefusal) -> [[Splice]] {
    let column = column(of: nodes[sequence].content.lowerBound)
    let list = ListWriter(column: column)
    let gap = gap(of: previous ?? sequence + 1)
    let items = writer(in: sequence).renderings(of: scalar).map { list.lines(of: scalar, $0, gap: gap) }
    guard let previous else {
      let start = nodes[sequence].content.lowerBound
      let lineBreak = lineBreak(near: start)
      return items.map { lines in
        let text = lines.joined(separator: lineBreak).dropFirst(column)
        return [Splice(at: start, Array(text) + lineBreak + margin(column))]
      }
    }
    guard let end = endOfLine(after: nodes[previous].range.upperBound) else {
      throw EditRefusal(reason: Self.sharedLine, offset: nodes[previous].range.upperBound)
    }
    let lineBreak = lineBreak(near: end)
    return items.map { [Splice(at: end, Rendering(inline: [], lines: $0).below(lineBreak))] }
  }

  /// Returns the spaces between the dash and an item, for the next one.
  private func gap(of item: Int) -> [UInt8] {
    let start = entryStart(item) + 1
    let end = nodes[item].range.lowerBound
    guard start < end, bytes[start..<end].allSatisfy({ $0 == ASCII.space }) else { return [ASCII.space] }
    return Array(bytes[start..<end])
  }

  /// Turns an empty value or an empty list into a list with one item.
  private func startingList(_ scalar: Scalar, at node: Int) throws(EditRefusal) -> Document {
    let old = nodes[node]
    var ways: [[Splice]] = []
    if old.kind == .sequence {
      let rendering = ScalarWriter(isInFlow: true).renderings(of: scalar)[0]
      ways = FlowInsertion(into: node, after: nil, in: self).ways(rendering)
    }
    if let key = key(of: node), !isInFlow(node), !prefersFlow(in: nodes[key].parent) {
      let slot = ValueSlot(of: node, in: self, ofLines: true)
      let renderings = listWriter(in: nodes[key].parent).renderings(of: [scalar])
      ways = renderings.compactMap { slot.splices(for: $0, in: self) } + ways
    }
    if old.kind == .scalar {
      let slot = ValueSlot(of: node, in: self, ofLines: false)
      ways += [slot.splices(for: ListWriter.inBrackets([scalar]), in: self)].compactMap { $0 }
    }
    let added = Change.nodes(of: .list([scalar]), at: node, parent: old.parent, propertiesOf: node)
    let changes = ways.map { Change(splices: $0, removed: node..<old.next, added: added) }
    return try firstExact(changes, at: old.range.lowerBound)
  }
}
