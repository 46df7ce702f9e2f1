import CCMark

/// Converts Markdown (CommonMark) to HTML: text, emphasis, lists, quotations, code, and links to the web.
///
/// Raw HTML is shown as text or omitted, images are replaced with their descriptions, and headings start below the
/// level of the page's own headings. Elements that are nested more than 12 levels deep lose their markup.
struct Markdown {
  /// The number of levels by which headings in the text are demoted.
  private let headingOffset: Int
  /// The level of the previous heading, of the page or of the text.
  private var headingLevel: Int
  private var depth = 0
  /// The closing tags of the open elements, or nil for an element that was omitted.
  private var tags: [Tag?] = []
  /// The current nesting depth of images, of which only the descriptions are written.
  private var pictures = 0
  /// Whether the text is a paragraph of a quote (`QuoteText`).
  private let isQuote: Bool
  /// The number of line breaks in a quote that have not been written yet. Line breaks at the end of the quote are
  /// omitted.
  private var lineBreaks = 0

  private static let maxDepth = 12

  init(headingOffset: Int = 2, isQuote: Bool = false) {
    self.headingOffset = headingOffset
    self.isQuote = isQuote
    headingLevel = headingOffset
  }

  /// Converts a text.
  mutating func write(_ text: String, to html: inout HTML) {
    Markdown.walk(text) { event, node in
      if event == CMARK_EVENT_ENTER { enter(node, &html) } else { leave(node, &html) }
    }
  }

  /// Returns the text without its markup, truncated to at most `maximum` characters.
  static func plainText(_ text: String, maximum: Int) -> String {
    // Parses only the start of a long text, since the rest would be truncated.
    let words = plainText(text.utf8.count > maximum * 4 ? String(text.prefix(maximum * 4)) : text)
    guard words.utf8.count > maximum, words.count > maximum else { return words }
    let start = words.prefix(maximum)
    return (start.lastIndex(of: " ").map { String(start[..<$0]) } ?? String(start)) + "…"
  }

  /// Returns the text without its markup, on one line.
  static func plainText(_ text: String) -> String {
    var plain = ""
    walk(text) { event, node in
      guard event == CMARK_EVENT_ENTER else { return }
      switch cmark_node_get_type(node) {
      case CMARK_NODE_TEXT, CMARK_NODE_CODE: plain += literal(node)
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK, CMARK_NODE_PARAGRAPH, CMARK_NODE_ITEM, CMARK_NODE_HEADING:
        plain += " "
      default: break
      }
    }
    return plain.unicodeScalars.split(whereSeparator: isSpace).map(String.init).joined(separator: " ")
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
  }

  /// Parses text and visits its nodes in document order. Each node is visited on entry, and containers also on exit.
  static func walk(_ text: String, _ visit: (cmark_event_type, OpaquePointer) -> Void) {
    var text = text
    let root = text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { cmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_VALIDATE_UTF8) }
    }
    guard let root, let iterator = cmark_iter_new(root) else { return }
    defer {
      cmark_iter_free(iterator)
      cmark_node_free(root)
    }
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { return }
      visit(event, node)
    }
  }

  private mutating func enter(_ node: OpaquePointer, _ html: inout HTML) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_BLOCK_QUOTE: push(.blockquote, &html)
    case CMARK_NODE_LIST:
      let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      push(isOrdered ? .ol : .ul, &html)
    case CMARK_NODE_ITEM:
      // If the list's tags are omitted, the tags of its items are omitted too, because an item is invalid outside a
      // list.
      if let list = tags.last, list == nil { push(nil, &html) } else { push(.li, &html) }
    case CMARK_NODE_PARAGRAPH: push(Markdown.isTight(node) ? nil : .p, &html)
    case CMARK_NODE_HEADING: push(isQuote ? nil : heading(Int(cmark_node_get_heading_level(node))), &html)
    case CMARK_NODE_EMPH: push(.em, &html)
    case CMARK_NODE_STRONG: push(.strong, &html)
    case CMARK_NODE_LINK: link(node, &html)
    case CMARK_NODE_IMAGE: pictures += 1
    case CMARK_NODE_TEXT: write(Markdown.literal(node), &html)
    case CMARK_NODE_CODE:
      push(.code, &html)
      write(Markdown.literal(node), &html)
      pop(&html)
    case CMARK_NODE_HTML_INLINE where isQuote: write(Markdown.literal(node), &html)
    case CMARK_NODE_CODE_BLOCK: html.element(.pre) { $0.element(.code, text: Markdown.literal(node)) }
    // Blocks of raw HTML are written as text, so that no words are lost. Inline tags are omitted.
    case CMARK_NODE_HTML_BLOCK: html.element(.p, text: Markdown.literal(node))
    case CMARK_NODE_SOFTBREAK: html.text("\n")
    case CMARK_NODE_LINEBREAK: html.element(.br)
    case CMARK_NODE_THEMATIC_BREAK: html.element(.hr)
    default: break
    }
  }

  private mutating func leave(_ node: OpaquePointer, _ html: inout HTML) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_IMAGE: pictures -= 1
    case CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_LIST, CMARK_NODE_ITEM, CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING,
      CMARK_NODE_EMPH, CMARK_NODE_STRONG, CMARK_NODE_LINK:
      pop(&html)
    default: break
    }
  }

  /// Writes text within a paragraph, with the line breaks of a quote.
  private mutating func write(_ text: String, _ html: inout HTML) {
    guard isQuote else { return html.text(text) }
    for (number, line) in text.unicodeScalars.split(
      separator: QuoteText.lineBreak, omittingEmptySubsequences: false
    ).enumerated() {
      if number > 0 { lineBreaks += 1 }
      if line.isEmpty { continue }
      writeLineBreaks(&html)
      html.text(String(line))
    }
  }

  private mutating func writeLineBreaks(_ html: inout HTML) {
    for _ in 0..<lineBreaks { html.element(.br) }
    lineBreaks = 0
  }

  private mutating func pop(_ html: inout HTML) {
    guard let tag = tags.popLast() ?? nil else { return }
    html.close(tag)
    depth -= 1
  }

  private mutating func push(_ tag: Tag?, _ html: inout HTML, _ attributes: [HTMLAttribute] = []) {
    guard let tag, depth < Markdown.maxDepth else { return tags.append(nil) }
    writeLineBreaks(&html)
    html.open(tag, attributes)
    depth += 1
    tags.append(tag)
  }

  private mutating func link(_ node: OpaquePointer, _ html: inout HTML) {
    let address = cmark_node_get_url(node).map { String(cString: $0) }.flatMap(Address.outside)
    guard let address, pictures == 0 else { return tags.append(nil) }
    push(.a, &html, [.href(address), HTMLAttribute(.rel, "nofollow noopener")])
  }

  /// Returns the tag for a heading, which is at most one level below the previous heading, since users of screen
  /// readers navigate by level.
  private mutating func heading(_ level: Int) -> Tag {
    headingLevel = min(level + headingOffset, headingLevel + 1)
    return switch headingLevel {
    case ...2: .h2
    case 3: .h3
    case 4: .h4
    case 5: .h5
    default: .h6
    }
  }

  /// Returns whether a paragraph belongs to a tight list, whose items have no paragraphs in HTML.
  private static func isTight(_ node: OpaquePointer) -> Bool {
    guard let item = cmark_node_parent(node), let list = cmark_node_parent(item),
      cmark_node_get_type(list) == CMARK_NODE_LIST
    else { return false }
    return cmark_node_get_list_tight(list) != 0
  }

  static func literal(_ node: OpaquePointer) -> String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }
}
