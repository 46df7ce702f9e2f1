/// The places in the bytes where a new value of a node can be written.
struct ValueSlot {
  /// What the inline part replaces.
  var head: Range<Int>
  /// What goes before the inline part.
  var prefix: [UInt8] = []
  /// Where lines below can be put: at the end of the head's line. Nil if something else is on it, or in flow.
  var tail: Int?
  /// Lines of the old value that go.
  var deleted: Range<Int>?

  /// Finds the places for a value.
  ///
  /// - Parameters:
  ///   - ofLines: whether it is below its key altogether, as a block list is.
  ///   - keepsComment: whether the comment behind the old value stays if its line goes, as a line of its own.
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

  /// The value of `? key` without a `:`.
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

  /// The slot of a value whose lines are removed because it starts on a later line than its `:` or `-`; else nil.
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
    // Blank lines must not become the last ones of a file without a final line break.
    while end == document.bytes.count, start > tail, document.startsLine(start) {
      start = document.lineStart(start)
      start -= document.breakLength(before: start)
    }
    result.deleted = start..<end
    return result
  }

  /// Returns the splices that write a rendering here; nil if there is no room for its lines.
  func splices(for rendering: Rendering, in document: Document) -> [Splice]? {
    var head = head
    var inline = rendering.inline
    if inline.isEmpty {
      // Nothing stays on the line, so the spaces before it go too.
      while !head.isEmpty, head.lowerBound > 0, ASCII.isBlank(document.bytes[head.lowerBound - 1]) {
        head = (head.lowerBound - 1)..<head.upperBound
      }
    } else if head.isEmpty {
      // An indicator, an anchor or a tag comes directly before it.
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
