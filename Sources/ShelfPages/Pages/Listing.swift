import ShelfText

/// A list that is split into pages.
struct Listing: Sendable {
  let first: SitePath
  /// The number of entries on a page.
  var size = 100
  /// Whether the list is sorted by name rather than by date.
  var isByName = false

  static let books = Listing(first: SitePath("books", "index.html"))
  static let quotes = Listing(first: SitePath("quotes", "index.html"), size: 60)

  init(first: SitePath, size: Int = 100) { (self.first, self.size) = (first, size) }

  /// Creates a list that is sorted by name.
  init(byName first: SitePath, size: Int) {
    self.init(first: first, size: size)
    isByName = true
  }

  /// Returns the path of a page. Page numbers start at 1.
  func path(_ number: Int) -> SitePath {
    number == 1 ? first : SitePath(first.parts.dropLast() + ["page-\(number)", "index.html"])
  }

  func pageCount(_ count: Int) -> Int { max(1, (count + size - 1) / size) }

  func pages(of count: Int, _ make: @escaping @Sendable (_ number: Int, _ of: Int, _ path: SitePath) -> [UInt8])
    -> [SitePage]
  {
    let pages = pageCount(count)
    return (1...pages).map { number in
      let path = path(number)
      return SitePage(path) { make(number, pages, path) }
    }
  }

  static func title(_ title: String, _ number: Int, _ text: SiteText) -> String {
    number == 1 ? title : Template.filled(text.words.titleOfPage, ["title": title, "n": String(number)])
  }

  /// Writes the heading of a list: its title and the number of entries.
  static func heading(_ title: String, _ count: Int, _ text: SiteText, _ html: inout HTML) {
    html.element(.h1) { html in
      html.text(title)
      html.element(.small) { html in
        // With this invisible comma, the heading is “Books, 24” when it is read aloud or copied.
        html.element(.span, [.class("unseen")], text: text.words.comma)
        html.text(text.number(count))
      }
    }
  }

  /// Returns the range of entries on a page.
  func range(_ number: Int, of count: Int) -> Range<Int> {
    min((number - 1) * size, count)..<min(number * size, count)
  }

  /// Writes links to the other pages of the list.
  func navigation(
    _ number: Int, of pages: Int, from path: SitePath, _ words: PageWords, _ html: inout HTML
  ) {
    if pages == 1 { return }
    html.element(.nav, [.class("pages"), HTMLAttribute(.ariaLabel, words.pages)]) { html in
      if number > 1 {
        html.element(
          .a, [HTMLAttribute(.rel, "prev"), .href(.to(self.path(number - 1), from: path))],
          text: "← \(isByName ? words.before : words.later)")
      }
      var last = 0
      for other in 1...pages where other == 1 || other == pages || abs(other - number) < 3 {
        if other > last + 1 { html.element(.span, text: "…") }
        last = other
        if other == number {
          html.element(.span, [HTMLAttribute(.ariaCurrent, "page")], text: String(other))
        } else {
          html.element(.a, [.href(.to(self.path(other), from: path))], text: String(other))
        }
      }
      if number < pages {
        html.element(
          .a, [HTMLAttribute(.rel, "next"), .href(.to(self.path(number + 1), from: path))],
          text: "\(isByName ? words.after : words.earlier) →")
      }
    }
  }
}
