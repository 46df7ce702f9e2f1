/// The layout that new parts of a document take over from what is there.
extension Document {
  /// Returns spaces.
  func margin(_ count: Int) -> [UInt8] {
    Array(repeating: ASCII.space, count: count)
  }

  /// Returns whether a node is an item or entry of a collection in brackets.
  func isInFlow(_ node: Int) -> Bool {
    nodes[node].parent >= 0 && nodes[nodes[node].parent].style == .flow
  }

  /// Returns the writer for a scalar in place of a node.
  func writer(replacing node: Int) -> ScalarWriter {
    var writer = ScalarWriter()
    writer.isInFlow = isInFlow(node)
    if !writer.isInFlow {
      let parent = nodes[node].parent
      writer.block = BlockLayout(parentIndent: parent < 0 ? 0 : column(of: nodes[parent].content.lowerBound))
    }
    if nodes[node].kind == .scalar {
      writer.replacing = nodes[node].style
    }
    if nodes[node].isBlockScalar {
      takeOverLayout(of: node, to: &writer)
    }
    return writer
  }

  /// Returns the writer for a new scalar in a collection.
  func writer(in collection: Int) -> ScalarWriter {
    var writer = ScalarWriter()
    writer.isInFlow = nodes[collection].style == .flow
    if !writer.isInFlow {
      writer.block = BlockLayout(parentIndent: column(of: nodes[collection].content.lowerBound))
    }
    return writer
  }

  private func takeOverLayout(of node: Int, to writer: inout ScalarWriter) {
    guard var layout = writer.block else { return }
    let header = blockScalar(node)
    let indent = bytes.withUnsafeBufferPointer { header.textIndent(in: $0, until: nodes[node].content.upperBound) }
    if header.statedIndent > 0 {
      layout.indent = layout.parentIndent + header.statedIndent
      layout.statesIndent = true
    } else if let indent, indent > layout.parentIndent || indent > 0 && nodes[node].parent < 0 {
      layout.indent = indent
    }
    if nodes[node].style == .folded {
      let lines = bytes[header.endOfHeader..<nodes[node].content.upperBound].split(separator: ASCII.lineFeed)
      layout.foldedWidth = max(60, lines.map(\.count).max() ?? 0)
    }
    writer.block = layout
  }

  /// Returns the writer for a list in block style as a value of a mapping.
  func listWriter(in mapping: Int) -> ListWriter {
    ListWriter(column: column(of: nodes[mapping].content.lowerBound) + listOffset(in: mapping))
  }

  /// Returns how far the dashes of a list stand to the right of their key: as in a list of the same mapping, else as
  /// in another one of the document, else 2.
  func listOffset(in mapping: Int) -> Int {
    let sequences = nodes.indices.filter { index in
      nodes[index].kind == .sequence && nodes[index].style == .block && nodes[index].parent >= 0
        && nodes[nodes[index].parent].kind == .mapping && !nodes[index].isKey
    }
    guard let example = sequences.first(where: { nodes[$0].parent == mapping }) ?? sequences.first else { return 2 }
    let offset =
      column(of: nodes[example].content.lowerBound) - column(of: nodes[nodes[example].parent].content.lowerBound)
    return max(0, offset)
  }

  /// Returns the column where all values of a block mapping start, whatever the length of their keys; nil if they
  /// are not aligned.
  func valueColumn(of mapping: Int) -> Int? {
    let inline = entries(of: mapping).filter { entry in
      let end = lineEnd(nodes[entry.key].range.upperBound)
      return !nodes[entry.value].content.isEmpty && nodes[entry.value].range.lowerBound <= end
    }
    let columns = Set(inline.map { column(of: nodes[$0.value].range.lowerBound) })
    let widths = Set(inline.map { nodes[$0.key].range.count })
    return columns.count == 1 && widths.count > 1 ? columns.first : nil
  }

  /// Returns whether an empty list of a mapping should become a list in brackets, as it does if its sibling lists are
  /// written that way.
  func prefersFlow(in mapping: Int) -> Bool {
    let values = entries(of: mapping).map(\.value)
    let lists = values.filter { nodes[$0].kind == .sequence && nodes[$0].next > $0 + 1 }
    return !lists.isEmpty && lists.allSatisfy { nodes[$0].style == .flow }
  }

  /// Returns how far a new mapping stands to the right of its key: as in another one of the document, else 2.
  func mappingOffset() -> Int {
    for index in nodes.indices where nodes[index].kind == .mapping && nodes[index].style == .block {
      let parent = nodes[index].parent
      guard parent >= 0, nodes[parent].kind == .mapping, nodes[parent].style == .block, !nodes[index].isKey else {
        continue
      }
      return max(1, column(of: nodes[index].content.lowerBound) - column(of: nodes[parent].content.lowerBound))
    }
    return 2
  }
}
