/// The style that new parts of a document adopt from existing parts.
extension Document {
  var style: WritingStyle { style(in: nil) }

  /// Returns the style for new parts of a mapping: that of the mapping itself or, where it shows none, that of the rest
  /// of the document.
  func style(in mapping: Int?) -> WritingStyle {
    var style = WritingStyle()
    if nodes.isEmpty {
      return style
    }
    let lists = lists(in: mapping)
    let list = lists.first { nodes[$0].style == .block }.map { max(0, offset(of: $0)) }
    let inner = nodes.indices.first { isBlockMapping($0) && isValueOfBlockMapping($0) }.map { max(1, offset(of: $0)) }
    let block = nodes.indices.lazy.compactMap { blockOffset(of: $0) }.first
    let unit = list.flatMap { $0 > 0 ? $0 : nil }
    style.quotes = quotes
    style.listOffset = list ?? inner ?? block ?? style.listOffset
    style.mappingOffset = inner ?? unit ?? block ?? style.mappingOffset
    style.blockOffset = block ?? inner ?? unit ?? style.blockOffset
    style.listsInFlow = !lists.isEmpty && lists.allSatisfy { nodes[$0].style == .flow }
    return style
  }

  /// The predominant type of quotes, not counting double-quoted scalars with escapes.
  private var quotes: WritingStyle.Quotes {
    let single = nodes.count { $0.style == .singleQuoted }
    let double = nodes.count { $0.style == .doubleQuoted && !bytes[$0.content].contains(ASCII.backslash) }
    return single > double ? .single : .double
  }

  /// Returns the non-empty lists that are values in the mapping or, if it has none, in any block mapping.
  private func lists(in mapping: Int?) -> [Int] {
    let all = nodes.indices.filter { index in
      nodes[index].kind == .sequence && nodes[index].next > index + 1 && isValueOfBlockMapping(index)
    }
    let own = all.filter { nodes[$0].parent == mapping }
    return own.isEmpty ? all : own
  }

  private func isBlockMapping(_ node: Int) -> Bool {
    nodes[node].kind == .mapping && nodes[node].style == .block
  }

  private func isValueOfBlockMapping(_ node: Int) -> Bool {
    nodes[node].parent >= 0 && !nodes[node].isKey && isBlockMapping(nodes[node].parent)
  }

  /// Returns the indentation of a block collection relative to the mapping that contains it.
  private func offset(of node: Int) -> Int {
    column(of: nodes[node].content.lowerBound) - column(of: nodes[nodes[node].parent].content.lowerBound)
  }

  /// Returns the indentation of a block scalar's lines relative to its collection, or nil if it cannot be measured.
  private func blockOffset(of node: Int) -> Int? {
    guard nodes[node].isBlockScalar, nodes[node].parent >= 0 else { return nil }
    let indent = bytes.withUnsafeBufferPointer {
      blockScalar(node).textIndent(in: $0, until: nodes[node].content.upperBound)
    }
    let offset = (indent ?? 0) - column(of: nodes[nodes[node].parent].content.lowerBound)
    return blockScalar(node).statedIndent == 0 && offset > 0 ? offset : nil
  }
}
