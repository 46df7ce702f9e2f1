/// Adds an item or an entry to a collection in brackets.
struct FlowInsertion {
  let document: Document
  let collection: Int
  /// The last node of the child before the new one; nil if the new one comes first.
  let previous: Int?

  init(into collection: Int, after previous: Int?, in document: Document) {
    self.document = document
    self.collection = collection
    self.previous = previous
  }

  /// Returns the ways to insert what is written, with a comment if a line of its own leaves room for one.
  func ways(_ rendering: Rendering, comment: String? = nil) -> [[Splice]] {
    let text = rendering.inline
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

  /// Returns the node that the child starts with: its key for a value.
  private func entryNode(of node: Int) -> Int {
    document.key(of: node) ?? node
  }

  /// Returns whether a new line has to follow: if the previous child is on a line of its own, or has a comment.
  private func hasOwnLine(_ start: Int, from end: Int, to lineEnd: Int) -> Bool {
    document.startsLine(start) && document.lineStart(start) > document.nodes[collection].content.lowerBound
      || document.skipBlanks(from: end) < lineEnd
  }
}
