import CCMark

/// The text of a quote, in which emphasis, code and links can be marked with Markdown.
///
/// Only inline Markdown has a meaning. A quote keeps its lines, which matter in poems, and a line that begins with a
/// dash or a number is neither a list nor a heading. HTML is shown as text, because a quote may be about HTML or
/// contain `vector<int>`.
///
/// CommonMark has no mode for this, but it parses the content of a heading in the same way. A heading is a single line,
/// so each paragraph is parsed as a heading, with its line breaks replaced by a rare space character. The replacement
/// has to be a space, since the rules for emphasis depend on the characters around the asterisks or underscores.
struct QuoteText {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The character that represents a line break (U+205F, medium mathematical space).
  static let lineBreak: Unicode.Scalar = "\u{205F}"

  func write(to html: inout HTML) {
    if !hasMarkup { return html.paragraphs(text) }
    for heading in headings {
      html.element(.p) { html in
        var markdown = Markdown(isQuote: true)
        markdown.write(heading, to: &html)
      }
    }
  }

  /// The text without markup, with its lines and paragraphs.
  var plain: String {
    if !hasMarkup { return text }
    return headings.map { heading in
      var lines = ""
      Markdown.walk(heading) { event, node in
        guard event == CMARK_EVENT_ENTER else { return }
        switch cmark_node_get_type(node) {
        case CMARK_NODE_TEXT, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE: lines += Markdown.literal(node)
        default: break
        }
      }
      return String(String.UnicodeScalarView(lines.unicodeScalars.map { $0 == QuoteText.lineBreak ? "\n" : $0 }))
        .trimmed
    }.joined(separator: "\n\n")
  }

  /// Whether the text contains a character that can be part of inline Markdown.
  private var hasMarkup: Bool {
    text.utf8.contains { byte in
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "<"),
        UInt8(ascii: "&"), UInt8(ascii: "\\"):
        true
      default: false
      }
    }
  }

  /// The paragraphs, each as a Markdown heading.
  private var headings: [String] {
    var headings: [String] = []
    var lines: [String] = []
    func end() {
      // The line break at the end prevents number signs before it from being parsed as the end of the heading.
      if !lines.isEmpty { headings.append("# " + lines.joined()) }
      lines = []
    }
    var text = text
    text.withUTF8 { utf8 in
      TextLines.visit(utf8) { line in
        if TextLines.isBlank(line) { return end() }
        lines.append(QuoteText.marked(String(decoding: line, as: UTF8.self)))
      }
    }
    end()
    return headings
  }

  /// Returns a line with the character for a line break at its end. A backslash before the line break is part of it,
  /// and is removed.
  private static func marked(_ line: String) -> String {
    var scalars = Array(line.unicodeScalars.map { $0 == lineBreak ? " " : $0 })
    let slashes = scalars.reversed().prefix { $0 == "\\" }.count
    if slashes % 2 == 1 { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars + [lineBreak]))
  }
}
