/// The conversion of a scalar into the first item of a list, verbatim if possible.
struct FirstItem {
  private let document: Document
  private let node: Int
  /// The block mapping that contains the scalar as a value, or nil if the scalar is in brackets or is itself an item.
  private let mapping: Int?
  /// Whether the scalar's comment moves into a block list along with the scalar, because their line is removed.
  let takesComment: Bool

  init(_ node: Int, in document: Document) {
    self.document = document
    self.node = node
    mapping = document.isInFlow(node) ? nil : document.key(of: node).map { document.nodes[$0].parent }
    takesComment =
      !document.nodes[node].isBlockScalar
      && ValueSlot(of: node, in: document, ofLines: true, keepsComment: false).deleted != nil
  }

  /// Returns the ways to write a list that consists of the scalar and a second item.
  func candidates(with second: Scalar) -> [[Splice]] {
    let style = document.style(in: mapping)
    let (block, flow) = (blockWays(second), flowWays(second, style))
    return style.listsInFlow && !document.nodes[node].isBlockScalar ? flow + block : block + flow
  }

  /// The scalar as written, or nil if it is multiline.
  private var verbatim: [UInt8]? {
    let content = document.nodes[node].content
    let isOneLine = document.lineEnd(content.lowerBound) >= content.upperBound
    return isOneLine && !document.nodes[node].isBlockScalar ? Array(document.bytes[content]) : nil
  }

  private var scalar: Scalar { Scalar(document.text(of: node) ?? "") }

  /// The range of the scalar's trailing comment and the blanks before it, which is empty if there is no comment.
  private var comment: Range<Int> {
    let end = document.nodes[node].content.upperBound
    guard !document.nodes[node].isBlockScalar, let lineEnd = document.endOfLine(after: end),
      document.skipBlanks(from: end) < lineEnd
    else { return end..<end }
    return end..<lineEnd
  }

  private func blockWays(_ second: Scalar) -> [[Splice]] {
    guard let mapping else { return [] }
    let writer = document.listWriter(in: mapping)
    let slot = ValueSlot(of: node, in: document, ofLines: true, keepsComment: false)
    let trailing = takesComment ? Array(document.bytes[comment]) : []
    var firsts = writer.renderings(of: [scalar]).map(\.lines)
    if let verbatim {
      firsts.insert([document.margin(writer.column) + [ASCII.dash, ASCII.space] + verbatim], at: 0)
    }
    return firsts.flatMap { first in
      writer.renderings(of: [second]).compactMap { rendering in
        let lines = [first[0] + trailing] + first.dropFirst() + rendering.lines
        return slot.splices(for: Rendering(inline: [], lines: lines), in: document)
      }
    }
  }

  private func flowWays(_ second: Scalar, _ style: WritingStyle) -> [[Splice]] {
    let writer = ScalarWriter(isInFlow: true, quotes: style.quotes)
    let last = writer.renderings(of: second)[0].inline
    let firsts = [verbatim].compactMap { $0 } + [writer.renderings(of: scalar)[0].inline]
    let written = CommentText.written(second.comment)
    if let mapping, !document.nodes[node].isBlockScalar, !written.isEmpty || !comment.isEmpty {
      let column = document.column(of: document.nodes[mapping].content.lowerBound) + style.mappingOffset
      let list = ListWriter(column: column, style: style)
      let content = document.nodes[node].content.lowerBound..<comment.upperBound
      let lineBreak = document.lineBreak(near: content.lowerBound)
      return firsts.map { first in
        let lines = list.inBrackets([(first, Array(document.bytes[comment])), (last, written)])
        return [Splice(content, lines.inline + lines.below(lineBreak))]
      }
    }
    let slot = ValueSlot(of: node, in: document, ofLines: false)
    return firsts.compactMap { slot.splices(for: ListWriter.inBrackets([$0, last]), in: document) }
  }
}
