/// A list that is divided among pages of a hundred.
struct Listing: Sendable {
  /// The name of its folder.
  let folder: String

  static let size = 100
  static let books = Listing(folder: "books")
  static let quotes = Listing(folder: "quotes")

  var first: SitePath { SitePath(folder, "index.html") }

  /// Returns the path of a page, counted from 1.
  func path(_ number: Int) -> SitePath { number == 1 ? first : SitePath(folder, "page-\(number)", "index.html") }

  static func pageCount(_ count: Int) -> Int { max(1, (count + size - 1) / size) }

  /// Returns the positions on a page.
  static func range(_ number: Int, of count: Int) -> Range<Int> {
    min((number - 1) * size, count)..<min(number * size, count)
  }

  /// Writes links to the other pages.
  func navigation(_ number: Int, of pages: Int, from path: SitePath, _ html: inout HTML) {
    if pages == 1 { return }
    html.element(.nav, [.class("pages"), Attribute(.ariaLabel, "Pages")]) { html in
      if number > 1 {
        html.element(.a, [Attribute(.rel, "prev"), .href(.to(self.path(number - 1), from: path))], text: "← Later")
      }
      var last = 0
      for other in 1...pages where other == 1 || other == pages || abs(other - number) < 3 {
        if other > last + 1 { html.element(.span, text: "…") }
        last = other
        if other == number {
          html.element(.span, [Attribute(.ariaCurrent, "page")], text: String(other))
        } else {
          html.element(.a, [.href(.to(self.path(other), from: path))], text: String(other))
        }
      }
      if number < pages {
        html.element(.a, [Attribute(.rel, "next"), .href(.to(self.path(number + 1), from: path))], text: "Earlier →")
      }
    }
  }
}
