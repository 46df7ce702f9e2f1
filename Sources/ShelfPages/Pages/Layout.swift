import ShelfModel

/// What every page has around its content.
struct Layout: Sendable {
  let content: SiteContent
  /// Whether the library has a stylesheet of its own.
  let hasTheme: Bool

  /// What a page says of itself.
  struct Head {
    var title: String
    var description: String?
    /// The picture that is shown where the page is linked to.
    var image: SitePath?
    /// The type of Open Graph.
    var type = "website"
    /// Data for other programs.
    var data: [UInt8]?
    var usesScript = false
    /// Whether it is a page that search engines should not list.
    var isHidden = false
  }

  private static let policy = [
    "default-src 'none'", "img-src 'self'", "style-src 'self'", "script-src 'self'", "base-uri 'none'",
    "form-action 'self'",
  ].joined(separator: "; ")

  static let style = SitePath("style.css")
  static let theme = SitePath("theme.css")
  static let script = SitePath("script.js")
  static let icon = SitePath("icon.svg")
  static let home = SitePath("index.html")

  /// Returns the bytes of a page.
  func page(_ path: SitePath, _ head: Head, _ body: (inout HTML) -> Void) -> [UInt8] {
    var html = HTML()
    html.documentType()
    html.element(.html, [Attribute(.lang, "en")]) { html in
      html.element(.head) { write(head, path, &$0) }
      html.element(.body) { html in
        html.element(.a, [.class("skip"), .href(.onPage("content"))], text: "Skip to content")
        header(path, &html)
        html.element(.main, [.id("content")]) { body(&$0) }
        footer(path, &html)
      }
    }
    return html.bytes + [0x0A]
  }

  private func write(_ head: Head, _ path: SitePath, _ html: inout HTML) {
    html.element(.meta, [Attribute(.charset, "utf-8")])
    html.element(.meta, [Attribute(.httpEquiv, "Content-Security-Policy"), Attribute(.content, Layout.policy)])
    html.element(.meta, [Attribute(.name, "viewport"), Attribute(.content, "width=device-width, initial-scale=1")])
    html.element(.title, text: head.title == content.name ? head.title : "\(head.title) · \(content.name)")
    if let description = head.description, !description.isEmpty {
      html.element(.meta, [Attribute(.name, "description"), Attribute(.content, description)])
    }
    html.element(.meta, [Attribute(.name, "color-scheme"), Attribute(.content, "light dark")])
    html.element(.meta, [Attribute(.name, "generator"), Attribute(.content, "shelf")])
    if content.source.refusesRobots || head.isHidden {
      html.element(.meta, [Attribute(.name, "robots"), Attribute(.content, "noindex")])
    }
    html.element(.link, [Attribute(.rel, "stylesheet"), .href(.to(Layout.style, from: path))])
    if hasTheme { html.element(.link, [Attribute(.rel, "stylesheet"), .href(.to(Layout.theme, from: path))]) }
    html.element(.link, [Attribute(.rel, "icon"), .href(.to(Layout.icon, from: path)), .type(.svg)])
    for (feed, type, title) in Feeds.all(content) {
      html.element(
        .link,
        [
          Attribute(.rel, "alternate"), .type(type), Attribute(.title, title), .href(.to(feed, from: path)),
        ])
    }
    openGraph(head, path, &html)
    if head.usesScript {
      html.element(.script, [.src(.to(Layout.script, from: path)), Attribute(.deferred)])
    }
    if let data = head.data { html.data(data) }
  }

  private func openGraph(_ head: Head, _ path: SitePath, _ html: inout HTML) {
    func property(_ name: String, _ value: String) {
      html.element(.meta, [Attribute(.property, "og:" + name), Attribute(.content, value)])
    }
    property("title", head.title)
    property("type", head.type)
    property("site_name", content.name)
    if let description = head.description, !description.isEmpty { property("description", description) }
    guard let url = content.source.url else { return }
    if !head.isHidden {
      let own = Address.absolute(path, base: url)
      html.element(.link, [Attribute(.rel, "canonical"), .href(own)])
      property("url", own.text)
    }
    if let image = head.image { property("image", Address.absolute(image, base: url).text) }
  }

  /// The parts of the site that have anything in them.
  private var parts: [(name: String, path: SitePath)] {
    var parts = [("Books", Listing.books.first)]
    if !content.authors.isEmpty { parts.append(("Authors", GroupPages.authors)) }
    if !content.genres.isEmpty { parts.append(("Genres", GroupPages.genres)) }
    if !content.series.isEmpty { parts.append(("Series", GroupPages.series)) }
    if !content.quotes.isEmpty { parts.append(("Quotes", Listing.quotes.first)) }
    if !content.years.isEmpty { parts.append(("Years", YearPages.index)) }
    parts.append(("Stats", ChartsPage.path))
    return parts
  }

  private func header(_ path: SitePath, _ html: inout HTML) {
    html.element(.header, [.class("site")]) { html in
      let isHome = path == Layout.home
      html.element(
        .a, [.class("name"), .href(.to(Layout.home, from: path))] + (isHome ? [Attribute(.ariaCurrent, "page")] : [])
      ) { $0.element(.bdi, text: content.name) }
      html.element(.nav, [Attribute(.ariaLabel, "Parts of this site")]) { html in
        html.element(.ul) { html in
          for part in parts {
            let isHere = part.path.parts.first == path.parts.first
            html.element(.li) { html in
              html.element(
                .a,
                [.href(.to(part.path, from: path))] + (isHere ? [Attribute(.ariaCurrent, "true")] : []),
                text: part.name)
            }
          }
        }
      }
    }
  }

  private func footer(_ path: SitePath, _ html: inout HTML) {
    html.element(.footer, [.class("site")]) { html in
      html.element(.p) { html in
        html.text("Follow by ")
        for (number, feed) in Feeds.all(content).enumerated() {
          if number > 0 { html.text(number == Feeds.all(content).count - 1 ? " or " : ", ") }
          html.element(.a, [.href(.to(feed.path, from: path))], text: feed.title)
        }
        html.text(". All of it as ")
        html.element(.a, [.href(.to(LibraryFile.path, from: path))], text: "data")
        html.text(".")
      }
    }
  }
}
