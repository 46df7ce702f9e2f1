import ShelfText

/// The parts of a page around its content, rendered once and shared by many pages.
///
/// They depend only on the section of the site, which is highlighted in the navigation, and on the folder depth, which
/// affects relative links.
struct Frames: Sendable {
  /// The parts for the pages of one section at one folder depth.
  struct Frame: Sendable {
    /// The start of the head element.
    let start: [UInt8]
    /// The metadata for browsers and search engines.
    let settings: [UInt8]
    let links: [UInt8]
    /// The start of the body element, before the content.
    let top: [UInt8]
    /// The end of the body element, after the content.
    let bottom: [UInt8]
  }

  private struct Place: Hashable {
    /// The folder of the section, or the name of the file for a page in the top folder.
    let part: String
    let depth: Int

    init(_ path: SitePath) { (part, depth) = (path.parts[0], path.parts.count) }
  }

  static let policy = [
    "default-src 'none'", "img-src 'self'", "style-src 'self'", "script-src 'self'", "base-uri 'none'",
    "form-action 'self'",
  ].joined(separator: "; ")

  private let content: SiteContent
  private let hasTheme: Bool
  private var frames: [Place: Frame] = [:]

  /// - Parameter hasTheme: whether the library has its own stylesheet.
  init(content: SiteContent, hasTheme: Bool) {
    (self.content, self.hasTheme) = (content, hasTheme)
    for part in parts {
      for depth in 2...SitePath.maxParts {
        let path = SitePath(part.path.parts.prefix(1) + Array(repeating: "index.html", count: depth - 1))
        frames[Place(path)] = make(path)
      }
    }
  }

  /// Returns the parts for a page.
  func frame(of path: SitePath) -> Frame { frames[Place(path)] ?? make(path) }

  private var words: PageWords { content.words }

  private func make(_ path: SitePath) -> Frame {
    Frame(
      start: HTML.written { html in
        Frames.begin(&html)
        html.element(
          .meta, [HTMLAttribute(.name, "viewport"), HTMLAttribute(.content, "width=device-width, initial-scale=1")])
      },
      settings: HTML.written { html in
        html.element(.meta, [HTMLAttribute(.name, "color-scheme"), HTMLAttribute(.content, "light dark")])
        html.element(.meta, [HTMLAttribute(.name, "generator"), HTMLAttribute(.content, "shelf")])
        if content.source.refusesRobots { Frames.hide(&html) }
      }, links: HTML.written { links(path, &$0) },
      top: HTML.written { html in
        html.element(.a, [.class("skip"), .href(.onPage("content"))], text: words.skip)
        header(path, &html)
      }, bottom: HTML.written { footer(path, &$0) })
  }

  /// Writes the start of a page's head: the encoding and the content security policy.
  static func begin(_ html: inout HTML, policy: String = policy) {
    html.element(.meta, [HTMLAttribute(.charset, "utf-8")])
    html.element(.meta, [HTMLAttribute(.httpEquiv, "Content-Security-Policy"), HTMLAttribute(.content, policy)])
  }

  /// Writes an element that asks search engines not to index the page.
  static func hide(_ html: inout HTML) {
    html.element(.meta, [HTMLAttribute(.name, "robots"), HTMLAttribute(.content, "noindex")])
  }

  /// Returns the address of a file of the site for use on a page. The address is relative, except on the “not found”
  /// page, which can be shown in any folder.
  private func address(_ target: SitePath, on path: SitePath) -> Address {
    if path == OtherPages.notFound, let url = content.source.url { return Address.onHost(target, base: url) }
    return Address.to(target, from: path)
  }

  private func links(_ path: SitePath, _ html: inout HTML) {
    html.element(.link, [HTMLAttribute(.rel, "stylesheet"), .href(address(Layout.style, on: path))])
    if hasTheme { html.element(.link, [HTMLAttribute(.rel, "stylesheet"), .href(address(Layout.theme, on: path))]) }
    html.element(.link, [HTMLAttribute(.rel, "icon"), .href(address(Layout.icon, on: path)), .type(.svg)])
    for (feed, type, title) in Feeds.all(content) {
      html.element(
        .link,
        [
          HTMLAttribute(.rel, "alternate"), .type(type), HTMLAttribute(.title, title), .href(address(feed, on: path)),
        ])
    }
  }

  /// The sections of the site that are not empty.
  private var parts: [(name: String, path: SitePath)] {
    var parts = [(words.books, Listing.books.first)]
    if !content.authors.isEmpty { parts.append((words.authors, GroupPages.authors)) }
    if !content.genres.isEmpty { parts.append((words.genres, GroupPages.genres)) }
    if !content.series.isEmpty { parts.append((words.series, GroupPages.series)) }
    if content.books.contains(where: \.isWanted) { parts.append((words.wishList, WishListPages.first)) }
    if !content.quotes.isEmpty { parts.append((words.quotes, Listing.quotes.first)) }
    if !content.years.isEmpty { parts.append((words.years, YearPages.index)) }
    parts.append((words.stats, ChartsPage.path))
    return parts
  }

  private func header(_ path: SitePath, _ html: inout HTML) {
    html.element(.header, [.class("site")]) { html in
      let isHome = path == Layout.home
      html.element(
        .a,
        [.class("name"), .href(address(Layout.home, on: path))] + (isHome ? [HTMLAttribute(.ariaCurrent, "page")] : [])
      ) { $0.element(.bdi, text: content.name) }
      html.element(.nav, [HTMLAttribute(.ariaLabel, words.siteParts)]) { html in
        html.element(.ul) { html in
          for part in parts {
            let isHere = part.path.parts.first == path.parts.first
            html.element(.li) { html in
              html.element(
                .a,
                [.href(address(part.path, on: path))] + (isHere ? [HTMLAttribute(.ariaCurrent, "true")] : []),
                text: part.name)
            }
          }
        }
      }
      SearchForm(content: content).write(address(Listing.books.first, on: path), &html)
    }
  }

  private func feeds(_ path: SitePath, _ html: inout HTML) {
    let feeds = Feeds.all(content)
    for (number, feed) in feeds.enumerated() {
      if number > 0 { html.text(number == feeds.count - 1 ? words.or : words.listComma) }
      html.element(.a, [.href(address(feed.path, on: path))], text: feed.title)
    }
  }

  private func footer(_ path: SitePath, _ html: inout HTML) {
    html.element(.footer, [.class("site")]) { html in
      html.element(.p) { html in
        html.phrase(words.follow) { name, html in
          if name == "data" {
            html.element(.a, [.href(address(LibraryFile.path, on: path))], text: words.data)
          } else {
            feeds(path, &html)
          }
        }
      }
    }
  }
}
