/// The elements that pages use.
enum Tag: String, Sendable {
  case html, head, title, meta, link, style, script, body, header, nav, main, footer, section, article, aside, figure,
    figcaption
  case h1, h2, h3, h4, h5, h6, p, div, span, a, img, ul, ol, li, dl, dt, dd, blockquote, cite, time, em, strong, code,
    pre
  case br, hr, details, summary, table, thead, tbody, tr, th, td, small, data, bdi
  case form, label, input, select, option, output
  case svg, rect
  /// The SVG element `text`.
  case words = "text"

  /// Whether the element has neither content nor an end tag.
  var isVoid: Bool {
    switch self {
    case .meta, .link, .img, .br, .hr, .input: true
    default: false
    }
  }

  /// Whether the element starts on a new line in the file, so that diffs of pages stay small.
  var startsLine: Bool {
    switch self {
    case .head, .title, .meta, .link, .style, .script, .body, .header, .nav, .main, .footer, .section, .article, .aside,
      .figure,
      .h1, .h2, .h3, .p, .ul, .ol, .li, .dl, .dt, .blockquote, .table, .tr, .form, .svg, .details, .rect:
      true
    default: false
    }
  }
}
