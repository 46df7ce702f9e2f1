/// Assembles pages from the head, the navigation, the content and the footer.
struct Layout: Sendable {
  let content: SiteContent
  private let frames: Frames

  /// The metadata of a page.
  struct Head {
    var title: String
    var description: String?
    /// The image for link previews.
    var image: SitePath?
    /// The Open Graph type.
    var type = "website"
    /// Structured data as JSON-LD.
    var data: [UInt8]?
    var usesScript = false
    /// Whether search engines should ignore the page.
    var isHidden = false
  }

  static let style = SitePath("style.css")
  static let theme = SitePath("theme.css")
  static let script = SitePath("script.js")
  static let icon = SitePath("icon.svg")
  static let home = SitePath("index.html")

  /// - Parameter hasTheme: whether the library has its own stylesheet.
  init(content: SiteContent, hasTheme: Bool) {
    self.content = content
    frames = Frames(content: content, hasTheme: hasTheme)
  }

  /// The typical size of a page, in bytes.
  private static let usualBytes = 16 << 10

  /// Returns a complete page.
  func page(_ path: SitePath, _ head: Head, _ body: (inout HTML) -> Void) -> [UInt8] {
    var html = HTML(expecting: Layout.usualBytes)
    let frame = frames.frame(of: path)
    html.documentType()
    html.element(.html, Layout.attributes(content.text)) { html in
      html.element(.head) { write(head, path, frame, &$0) }
      html.element(.body) { html in
        html.append(frame.top)
        html.element(.main, [.id("content")]) { body(&$0) }
        html.append(frame.bottom)
      }
    }
    html.endLine()
    return html.bytes
  }

  /// The attributes of the root element.
  static func attributes(_ text: SiteText) -> [HTMLAttribute] {
    [HTMLAttribute(.lang, text.language.tag), HTMLAttribute(.dir, "ltr")]
  }

  private func write(_ head: Head, _ path: SitePath, _ frame: Frames.Frame, _ html: inout HTML) {
    html.append(frame.start)
    html.element(.title, text: head.title == content.name ? head.title : "\(head.title) · \(content.name)")
    if let description = head.description, !description.isEmpty {
      html.element(.meta, [HTMLAttribute(.name, "description"), HTMLAttribute(.content, description)])
    }
    html.append(frame.settings)
    if head.isHidden && !content.source.refusesRobots { Frames.hide(&html) }
    html.append(frame.links)
    openGraph(head, path, &html)
    if head.usesScript {
      html.element(.script, [.src(.to(Layout.script, from: path)), HTMLAttribute(.deferred)])
    }
    if let data = head.data { html.data(data) }
  }

  private func openGraph(_ head: Head, _ path: SitePath, _ html: inout HTML) {
    func property(_ name: String, _ value: String) {
      html.element(.meta, [HTMLAttribute(.property, "og:" + name), HTMLAttribute(.content, value)])
    }
    property("title", head.title)
    property("type", head.type)
    property("site_name", content.name)
    if let description = head.description, !description.isEmpty { property("description", description) }
    guard let url = content.source.url else { return }
    if !head.isHidden {
      let own = Address.absolute(path, base: url)
      html.element(.link, [HTMLAttribute(.rel, "canonical"), .href(own)])
      property("url", own.text)
    }
    if let image = head.image { property("image", Address.absolute(image, base: url).text) }
  }
}
