/// The position for a trailing comment on a node's line.
struct CommentSlot {
  /// The offset for a new comment: directly after the value, its comma, its colon or its block header.
  let start: Int
  /// The existing comment, from its `#` to the end of the line, or nil if there is none.
  let existing: Range<Int>?

  /// Finds the position. Returns nil if anything but a comment follows on the line.
  init?(of node: Int, in document: Document) {
    guard let start = Self.start(of: node, in: document), let end = document.endOfLine(after: start) else { return nil }
    let next = document.skipBlanks(from: start)
    self.start = start
    existing = next < end ? next..<end : nil
    bytes = document.bytes
  }

  private let bytes: [UInt8]

  /// The range of the existing comment's text, without `#` and surrounding blanks.
  var comment: Range<Int>? {
    guard let existing else { return nil }
    var range = existing.dropFirst()
    while let first = range.first, ASCII.isBlank(bytes[first]) {
      range = range.dropFirst()
    }
    while let last = range.last, ASCII.isBlank(bytes[last]) {
      range = range.dropLast()
    }
    return range
  }

  /// Returns the splice that writes a comment at this position or, if the comment is nil or empty, removes the existing
  /// comment.
  ///
  /// Returns nil if the line already has the requested comment.
  func splice(writing comment: String?) -> Splice? {
    let text = comment.map(CommentText.oneLine) ?? []
    let present = self.comment.map { Array(bytes[$0]) } ?? []
    if present == text, !text.isEmpty || existing == nil {
      return nil
    }
    let written = CommentText.written(comment)
    return switch (existing, text.isEmpty) {
    case (nil, _): Splice(at: start, written)
    case (let existing?, true): Splice(start..<existing.upperBound)
    case (let existing?, false):
      Splice(existing, existing.lowerBound > start ? Array(written.dropFirst()) : written)
    }
  }

  private static func start(of node: Int, in document: Document) -> Int? {
    let value = document.nodes[node]
    if value.isBlockScalar {
      return document.blockScalar(node).endOfIndicators
    }
    if value.isBlockCollection {
      return endOfIndicatorAndProperties(of: node, in: document)
    }
    let end = value.range.upperBound
    if value.parent >= 0, document.nodes[value.parent].style == .flow {
      let next = document.skipBlanks(from: end)
      return document.byte(next) == ASCII.comma ? next + 1 : end
    }
    return end
  }

  /// Returns the offset after the `:` or `-` of a node and any properties (anchor, tag) on the same line.
  static func endOfIndicatorAndProperties(of node: Int, in document: Document) -> Int? {
    document.endOfIndicator(node).map { endOfProperties(of: document.nodes[node], from: $0, in: document) }
  }

  /// Returns the end of the properties that follow the offset on the same line, or the offset itself if there are none.
  private static func endOfProperties(of node: Node, from offset: Int, in document: Document) -> Int {
    var end = offset
    var next = document.skipBlanks(from: end)
    while next >= node.range.lowerBound, next < node.content.lowerBound, let byte = document.byte(next),
      byte == ASCII.ampersand || byte == ASCII.exclamation
    {
      while let byte = document.byte(next), !ASCII.isBlank(byte), document.breakLength(at: next) == 0 {
        next += 1
      }
      end = next
      next = document.skipBlanks(from: end)
    }
    return end
  }
}
