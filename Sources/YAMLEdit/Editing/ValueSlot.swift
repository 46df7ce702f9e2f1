/// The positions at which a new value of a node is written: an inline part and, for a multiline value, the lines below
/// it.
struct ValueSlot {
  /// The range that the inline part replaces.
  var head: Range<Int>
  /// The bytes to insert before the inline part.
  var prefix: [UInt8] = []
  /// The offset for the lines below, which is the end of the head's line, or nil within brackets or if other content
  /// follows on the line.
  var tail: Int?
  /// The range of the old value's lines, which are removed.
  var deleted: Range<Int>?

  /// Finds the positions for a value.
  ///
  /// - Parameters:
  ///   - ofLines: whether the new value is entirely below its key, like a block list.
  ///   - keepsComment: whether the trailing comment of the old value is kept on a separate line if the value's line is
  ///     removed.
  init(of node: Int, in document: Document, ofLines: Bool, keepsComment: Bool = true) {
    let value = document.nodes[node]
    if value.lacksColon {
      self = Self.afterKey(of: node, in: document)
    } else if value.isBlockScalar {
      let layout = document.blockScalar(node)
      head = value.content.lowerBound..<layout.endOfIndicators
      tail = layout.endOfHeader
      deleted = layout.endOfHeader..<value.content.upperBound
    } else if let slot = Self.belowIndicator(node, in: document, keepsComment), ofLines || value.isBlockCollection {
      self = slot
    } else {
      head = value.content
      tail = document.isInFlow(node) ? nil : document.endOfLine(after: value.content.upperBound)
    }
  }

  private init(head: Range<Int>, tail: Int?) {
    self.head = head
    self.tail = tail
  }

  /// Returns the slot for the value of `? key` without a `:`.
  private static func afterKey(of node: Int, in document: Document) -> ValueSlot {
    let key = document.nodes[node].content.upperBound
    let mapping = document.nodes[node].parent
    if document.isInFlow(node) {
      var slot = ValueSlot(head: key..<key, tail: nil)
      let hasScalarKey = document.nodes[document.nodes[node].previous].kind == .scalar
      slot.prefix = hasScalarKey ? [ASCII.colon] : [ASCII.space, ASCII.colon]
      return slot
    }
    let end = document.endOfLine(after: key) ?? key
    let column = document.column(of: document.nodes[mapping].content.lowerBound)
    var slot = ValueSlot(head: end..<end, tail: end)
    slot.prefix = document.lineBreak(near: end) + document.margin(column) + [ASCII.colon]
    return slot
  }

  /// Returns the slot of a value that starts on a later line than its `:` or `-`, and whose lines are therefore
  /// removed. Returns nil for any other value.
  private static func belowIndicator(_ node: Int, in document: Document, _ keepsComment: Bool) -> ValueSlot? {
    let value = document.nodes[node]
    guard let slot = CommentSlot.endOfIndicatorAndProperties(of: node, in: document),
      document.lineStart(value.content.lowerBound) > slot, document.startsLine(value.content.lowerBound),
      let tail = document.endOfLine(after: slot), let end = document.endOfLine(after: value.content.upperBound)
    else { return nil }
    var result = ValueSlot(head: slot..<slot, tail: tail)
    let comment = document.skipBlanks(from: value.content.upperBound)
    if keepsComment, !value.isBlockCollection, document.byte(comment) == ASCII.hash {
      result.deleted = value.content.lowerBound..<comment
      return result
    }
    var start = document.lineStart(value.content.lowerBound)
    start -= document.breakLength(before: start)
    // If a file has no final line break, blank lines must not end up as its last lines.
    while end == document.bytes.count, start > tail, document.startsLine(start) {
      start = document.lineStart(start)
      start -= document.breakLength(before: start)
    }
    result.deleted = start..<end
    return result
  }

  /// Returns the splices that write a rendering into this slot, or nil if there is no room for its lines.
  func splices(for rendering: Rendering, in document: Document) -> [Splice]? {
    var head = head
    var inline = rendering.inline
    if inline.isEmpty {
      // The new value has no inline part, so also remove the blanks before the old one.
      while !head.isEmpty, head.lowerBound > 0, ASCII.isBlank(document.bytes[head.lowerBound - 1]) {
        head = (head.lowerBound - 1)..<head.upperBound
      }
    } else if head.isEmpty {
      // An indicator, an anchor or a tag directly precedes the value, so insert a space.
      inline = [ASCII.space] + inline
    }
    if !inline.isEmpty, document.byte(head.upperBound) == ASCII.hash {
      inline.append(ASCII.space)
    }
    var splices = [Splice(head, prefix + inline)]
    if !rendering.lines.isEmpty {
      guard let tail else { return nil }
      splices.append(Splice(at: tail, rendering.below(document.lineBreak(near: tail))))
    }
    if let deleted {
      splices.append(Splice(deleted))
    }
    return splices
  }
}
