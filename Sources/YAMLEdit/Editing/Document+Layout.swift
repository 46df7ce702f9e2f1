/// The layout that new parts of a document adopt from existing parts.
extension Document {
  /// Returns this many spaces.
  func margin(_ count: Int) -> [UInt8] {
    Array(repeating: ASCII.space, count: count)
  }

  /// Returns whether a node is a child of a collection in brackets or braces.
  func isInFlow(_ node: Int) -> Bool {
    nodes[node].parent >= 0 && nodes[nodes[node].parent].style == .flow
  }

  /// Returns the writer for a scalar that replaces a node.
  ///
  /// - Parameter style: the document's style, if the caller has already determined it.
  func writer(replacing node: Int, _ style: WritingStyle? = nil) -> ScalarWriter {
    let style = style ?? self.style
    var writer = ScalarWriter(isInFlow: isInFlow(node), quotes: style.quotes)
    if !writer.isInFlow {
      let parent = nodes[node].parent
      let indent = parent < 0 ? 0 : column(of: nodes[parent].content.lowerBound)
      writer.block = BlockLayout(parentIndent: indent, offset: style.blockOffset)
    }
    if nodes[node].kind == .scalar {
      writer.replacing = nodes[node].style
    }
    if nodes[node].isBlockScalar {
      takeOverLayout(of: node, to: &writer)
    }
    return writer
  }

  func writer(in collection: Int) -> ScalarWriter {
    let style = style
    var writer = ScalarWriter(isInFlow: nodes[collection].style == .flow, quotes: style.quotes)
    if !writer.isInFlow {
      let indent = column(of: nodes[collection].content.lowerBound)
      writer.block = BlockLayout(parentIndent: indent, offset: style.blockOffset)
    }
    return writer
  }

  private func takeOverLayout(of node: Int, to writer: inout ScalarWriter) {
    guard var layout = writer.block else { return }
    let header = blockScalar(node)
    let indent = bytes.withUnsafeBufferPointer { header.textIndent(in: $0, until: nodes[node].content.upperBound) }
    if header.statedIndent > 0 {
      layout.indent = layout.parentIndent + header.statedIndent
      // If the old text needed the indentation indicator, drop the indicator along with the text. Otherwise it is a
      // matter of style, so keep it.
      let start = linesOfBlock(node, indent: layout.indent).dropFirst().first { !$0.isEmpty }?.first
      layout.statesIndent = start != ASCII.space
    } else if let indent {
      layout.indent = indent
    }
    if nodes[node].style == .folded {
      layout.folded = FoldedText(linesOfBlock(node, indent: layout.indent))
    }
    writer.block = layout
  }

  /// Returns the lines of a block scalar without the header and without indentation.
  private func linesOfBlock(_ node: Int, indent: Int) -> [[UInt8]] {
    let start = blockScalar(node).endOfHeader
    return bytes[start..<max(start, nodes[node].content.upperBound)].split(
      separator: ASCII.lineFeed, omittingEmptySubsequences: false
    ).map { line in
      let text = line.last == ASCII.carriageReturn ? line.dropLast() : line
      return Array(text.dropFirst(min(indent, text.prefix { $0 == ASCII.space }.count)))
    }
  }

  /// Returns the writer for a list that is a value in a block mapping.
  func listWriter(in mapping: Int) -> ListWriter {
    let style = style(in: mapping)
    return ListWriter(column: column(of: nodes[mapping].content.lowerBound) + style.listOffset, style: style)
  }

  /// Returns the column at which the values of a block mapping are aligned, or nil if they are not. Values are aligned
  /// if they start in the same column even though their keys differ in length.
  func valueColumn(of mapping: Int) -> Int? {
    let inline = entries(of: mapping).filter { entry in
      let end = lineEnd(nodes[entry.key].range.upperBound)
      return !nodes[entry.value].content.isEmpty && nodes[entry.value].range.lowerBound <= end
    }
    let columns = Set(inline.map { column(of: nodes[$0.value].range.lowerBound) })
    let widths = Set(inline.map { nodes[$0.key].range.count })
    return columns.count == 1 && widths.count > 1 ? columns.first : nil
  }
}
