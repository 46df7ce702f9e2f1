/// Inserts an item or an entry into a collection in brackets or braces.
struct FlowInsertion {
  let document: Document
  let collection: Int
  /// The node of the previous item, or of the value of the previous entry, or nil if the new child comes first.
  let previous: Int?

  init(into collection: Int, after previous: Int?, in document: Document) {
    self.document = document
    self.collection = collection
    self.previous = previous
  }

  /// Returns the ways to insert a rendering. The comment is written only if the child is placed on a separate line.
  func candidates(_ rendering: Rendering, comment: String? = nil) -> [[Splice]] {
    makingRoom(for: rendering.inline, CommentText.written(comment)) + asIs(rendering.inline, comment: comment)
  }

  /// Returns the ways to place an item on a separate line, which leaves room for its comment. In a one-line list, every
  /// item moves to a separate line, and the closing bracket moves below the last item.
  private func makingRoom(for text: [UInt8], _ comment: [UInt8]) -> [[Splice]] {
    let list = document.nodes[collection]
    let items = document.items(of: collection)
    guard !comment.isEmpty, !document.isInFlow(collection), let last = items.last else { return [] }
    let endsInComma = document.byte(document.skip(from: document.nodes[last].range.upperBound)) == ASCII.comma
    let lineBreak = document.lineBreak(near: list.content.lowerBound)
    guard document.lineEnd(list.content.lowerBound) >= list.content.upperBound else {
      return closingBelow(text + (endsInComma ? [ASCII.comma] : []) + comment, hasComma: endsInComma, lineBreak)
    }
    var texts: [(text: [UInt8], comment: [UInt8])] = items.map { item in
      (Array(document.bytes[document.entryStart(item)..<document.nodes[item].range.upperBound]), [])
    }
    let position = previous.flatMap { items.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    texts.insert((text, comment), at: position)
    let writer = ListWriter(column: document.columnOfLines(in: collection, document.style))
    let lines = writer.inBrackets(texts, endsInComma: endsInComma)
    return [[Splice(list.content, lines.inline + lines.below(lineBreak))]]
  }

  /// If the closing bracket is on the line of the previous item, returns the way to insert a new last item between
  /// them.
  private func closingBelow(_ text: [UInt8], hasComma: Bool, _ lineBreak: [UInt8]) -> [[Splice]] {
    guard let previous, document.nodes[previous].next == document.nodes[collection].next else { return [] }
    let start = document.entryStart(previous)
    let end = document.nodes[previous].range.upperBound
    let bracket = document.nodes[collection].content.upperBound - 1
    let afterComma = hasComma ? document.skip(from: end) + 1 : end
    guard document.startsLine(start), document.skipBlanks(from: afterComma) == bracket else { return [] }
    let line = lineBreak + document.margin(document.column(of: start))
    return [
      [
        Splice(at: end, hasComma ? [] : [ASCII.comma]),
        Splice(afterComma..<bracket, line + text + line),
      ]
    ]
  }

  private func asIs(_ text: [UInt8], comment: String?) -> [[Splice]] {
    if let previous {
      return [after(previous, text, comment: comment)]
    }
    let start = document.nodes[collection].content.lowerBound + 1
    guard document.nodes[collection].next > collection + 1 else {
      return [[Splice(at: start, text)]]
    }
    let first = document.entryStart(collection + 1)
    let comma = Array(",".utf8)
    if document.startsLine(first) {
      let margin = document.margin(document.column(of: first))
      let line = text + comma + CommentText.written(comment) + document.lineBreak(near: first) + margin
      return [[Splice(at: first, line)]]
    }
    return [[Splice(at: first, text + comma + [ASCII.space])]]
  }

  private func after(_ previous: Int, _ text: [UInt8], comment: String?) -> [Splice] {
    let comma = Array(",".utf8)
    let end = document.nodes[previous].range.upperBound
    let next = document.skip(from: end)
    let hasComma = document.byte(next) == ASCII.comma
    let afterComma = hasComma ? next + 1 : end
    let start = document.entryStart(document.nodes[previous].isKey ? previous : entryNode(of: previous))
    if let lineEnd = document.endOfLine(after: afterComma), hasOwnLine(start, from: afterComma, to: lineEnd) {
      let margin = document.margin(document.column(of: start))
      let line = document.lineBreak(near: lineEnd) + margin + text + (hasComma ? comma : [])
      return [
        Splice(at: end, hasComma ? [] : comma),
        Splice(at: lineEnd, line + CommentText.written(comment)),
      ]
    }
    return hasComma
      ? [Splice(at: afterComma, [ASCII.space] + text + comma)] : [Splice(at: end, comma + [ASCII.space] + text)]
  }

  /// Returns the node with which a child starts: the key of an entry, or the item itself.
  private func entryNode(of node: Int) -> Int {
    document.key(of: node) ?? node
  }

  /// Returns whether the new child needs a separate line, because the previous child starts its line or has a comment.
  private func hasOwnLine(_ start: Int, from end: Int, to lineEnd: Int) -> Bool {
    document.startsLine(start) || document.skipBlanks(from: end) < lineEnd
  }
}
