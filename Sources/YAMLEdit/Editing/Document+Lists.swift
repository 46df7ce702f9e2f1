/// Replaces other values with lists.
extension Document {
  /// Returns the ways to replace a node with a list, preferring the style of the lists around it.
  func listCandidates(_ items: [Scalar], at node: Int) -> [[Splice]] {
    let isFlowList = nodes[node].kind == .sequence && nodes[node].style == .flow
    if isFlowList, nodes[node].next > node + 1 {
      return flowWays(items, at: node)
    }
    let (block, flow) = (blockWays(items, at: node), flowWays(items, at: node))
    let mapping = key(of: node).map { nodes[$0].parent }
    return style(in: mapping).listsInFlow ? flow + block : block + flow
  }

  /// Returns the ways to write a list below the key of a node.
  private func blockWays(_ items: [Scalar], at node: Int) -> [[Splice]] {
    guard let key = key(of: node), !isInFlow(node), !items.isEmpty else { return [] }
    let slot = ValueSlot(of: node, in: self, ofLines: true)
    return listWriter(in: nodes[key].parent).renderings(of: items).compactMap { slot.splices(for: $0, in: self) }
  }

  private func flowWays(_ items: [Scalar], at node: Int) -> [[Splice]] {
    let slot = ValueSlot(of: node, in: self, ofLines: false)
    let style = style(in: key(of: node).map { nodes[$0].parent })
    let writer = ListWriter(column: columnOfLines(in: node, style), style: style)
    let bare = writer.inBrackets(items.map { Scalar($0.text, form: $0.form) })
    guard !isInFlow(node) else { return [slot.splices(for: bare, in: self)].compactMap { $0 } }
    let list = writer.inBrackets(items)
    let inline = list.inline + list.below(lineBreak(near: nodes[node].content.lowerBound))
    return [Rendering(inline: inline), bare].compactMap { slot.splices(for: $0, in: self) }
  }

  /// Returns the column of the items for a list that has each item on a separate line between its brackets.
  func columnOfLines(in list: Int, _ style: WritingStyle) -> Int {
    let parent = nodes[list].parent
    return (parent < 0 ? 0 : column(of: nodes[parent].content.lowerBound)) + style.mappingOffset
  }

  /// Returns the end of the last line of an entry or item, or nil if other content is on that line.
  ///
  /// Commented-out children below a block collection are treated as part of it.
  func endOfEntry(_ node: Int) -> Int? {
    guard var end = endOfLine(after: nodes[node].range.upperBound) else { return nil }
    guard nodes[node].isBlockCollection, nodes[node].parent >= 0 else { return end }
    let outer = column(of: nodes[nodes[node].parent].content.lowerBound)
    let isFlush = nodes[node].kind == .sequence && column(of: nodes[node].content.lowerBound) == outer
    while breakLength(at: end) > 0 {
      let start = end + breakLength(at: end)
      let hash = start + bytes[start...].prefix { $0 == ASCII.space }.count
      guard byte(hash) == ASCII.hash, hash - start > outer || isFlush && hash - start == outer && comments(itemAt: hash)
      else { break }
      end = lineEnd(hash)
    }
    return end
  }

  /// Returns whether the comment at this `#` is a commented-out list item.
  private func comments(itemAt hash: Int) -> Bool {
    let dash = skipBlanks(from: hash + 1)
    return byte(dash) == ASCII.dash && byte(dash + 1).map(ASCII.isBlank) ?? false
  }
}
