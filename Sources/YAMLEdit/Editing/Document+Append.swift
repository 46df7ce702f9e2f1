/// Appends items to lists.
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

  /// Turns a scalar into the first item of a new list. The scalar keeps its tag and, if there is room, its comment.
  private func startingList(of node: Int, _ scalar: Scalar, at path: [Step]) throws(EditRefusal) -> Document {
    let tag = tag(of: node)
    if !tag.isEmpty {
      return try removingTag(of: node).startingList(of: node, scalar, at: path).addingTag(tag, at: path + [0])
    }
    let first = FirstItem(node, in: self)
    let added = ProposedChange.nodes(
      of: .list([Scalar(text(of: node) ?? ""), scalar]), at: node, parent: nodes[node].parent, anchorOf: node)
    let changes = first.candidates(with: scalar).map {
      ProposedChange(splices: $0, removed: node..<nodes[node].next, added: added)
    }
    let list = try firstExact(changes, at: nodes[node].range.lowerBound)
    guard !first.takesComment, let comment = trailingComment(of: node), !comment.isEmpty,
      CommentText.oneLine(comment).elementsEqual(comment.utf8),
      list.nodes[node].isBlockCollection, list.trailingComment(of: node) == comment,
      let moved = try? list.settingComment(comment, at: path + [0]).settingComment(nil, at: path)
    else { return list }
    return moved
  }

  /// Returns the document with a new item at a position in a non-empty list.
  func insertingItem(_ scalar: Scalar, at position: Int, of path: [Step]) throws(EditRefusal) -> Document {
    let sequence = try resolve(path)
    let items = items(of: sequence)
    let previous = position > 0 ? items[position - 1] : nil
    let index = previous.map { nodes[$0].next } ?? sequence + 1
    let added = ProposedChange.nodes(of: .scalar(scalar), at: index, parent: sequence)
    var candidates: [[Splice]] = []
    if nodes[sequence].style == .flow {
      let insertion = FlowInsertion(into: sequence, after: previous, in: self)
      candidates = writer(in: sequence).renderings(of: scalar).flatMap {
        insertion.candidates($0, comment: scalar.comment)
      }
    } else {
      candidates = try linesOfItem(scalar, in: sequence, after: previous)
    }
    let changes = candidates.map { ProposedChange(splices: $0, removed: index..<index, added: added) }
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
    let isLast = nodes[previous].next == nodes[sequence].next
    guard let end = endOfEntry(isLast && nodes[sequence].parent >= 0 ? sequence : previous) else {
      throw EditRefusal(reason: Self.sharedLine, offset: nodes[previous].range.upperBound)
    }
    let lineBreak = lineBreak(near: end)
    return items.map { [Splice(at: end, Rendering(inline: [], lines: $0).below(lineBreak))] }
  }

  /// Returns the spaces between a dash and its item, for use with a new item.
  private func gap(of item: Int) -> [UInt8] {
    let start = entryStart(item) + 1
    let end = nodes[item].range.lowerBound
    guard start < end, bytes[start..<end].allSatisfy({ $0 == ASCII.space }) else { return [ASCII.space] }
    return Array(bytes[start..<end])
  }

  /// Turns an empty value or an empty list into a list with one item.
  private func startingList(_ scalar: Scalar, at node: Int) throws(EditRefusal) -> Document {
    let old = nodes[node]
    if old.kind == .scalar, old.tag.count > 0 {
      return try removingTag(of: node).startingList(scalar, at: node)
    }
    var candidates: [[Splice]] = []
    if lineEnd(old.content.lowerBound) >= old.content.upperBound {
      candidates = listCandidates([scalar], at: node)
    } else {
      // Multiline brackets may contain comments, so keep them.
      let rendering = writer(in: node).renderings(of: scalar)[0]
      candidates = FlowInsertion(into: node, after: nil, in: self).candidates(rendering)
    }
    let added = ProposedChange.nodes(
      of: .list([scalar]), at: node, parent: old.parent, anchorOf: node, tag: tag(of: node))
    let changes = candidates.map { ProposedChange(splices: $0, removed: node..<old.next, added: added) }
    return try firstExact(changes, at: old.range.lowerBound)
  }
}
