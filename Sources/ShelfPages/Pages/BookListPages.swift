import ShelfText

/// The list of all books, with 100 books per page.
struct BookListPages: Sendable {
  let content: SiteContent
  let layout: Layout

  var pages: [SitePage] {
    Listing.books.pages(of: content.books.count) { page($0, of: $1, $2) }
  }

  private func page(_ number: Int, of count: Int, _ path: SitePath) -> [UInt8] {
    let head = Layout.Head(
      title: Listing.title(content.words.books, number, content.text),
      description: Template.filled(
        content.words.latestBooks,
        ["books": content.text.count(content.books.count, content.words.bookCount)]), usesScript: true)
    let parts = Parts(content: content, path: path)
    return layout.page(path, head) { html in
      Listing.heading(content.words.books, content.books.count, content.text, &html)
      SearchForm(content: content).writeFilter(on: path, &html)
      if content.books.isEmpty { return html.element(.p, [.class("empty")], text: content.words.noBooks) }
      html.element(.div, [.id("books")]) { html in
        parts.grid(Listing.books.range(number, of: content.books.count).map { content.books[$0] }, &html)
        Listing.books.navigation(number, of: count, from: path, content.words, &html)
      }
    }
  }
}
