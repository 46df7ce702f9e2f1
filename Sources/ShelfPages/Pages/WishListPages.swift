import ShelfText

/// The wish list: the books that the owner wants, sorted by title. It exists only if books with the “wanted” status are
/// published.
struct WishListPages: Sendable {
  let content: SiteContent
  let layout: Layout

  static let first = SitePath("wishlist", "index.html")

  var pages: [SitePage] {
    let books = content.byTitle.map { content.books[$0] }.filter(\.isWanted)
    if books.isEmpty { return [] }
    let listing = Listing(byName: WishListPages.first, size: 100)
    return listing.pages(of: books.count) { number, count, path in
      let parts = Parts(content: content, path: path)
      let (text, words) = (content.text, content.words)
      let head = Layout.Head(
        title: Listing.title(words.wishList, number, text), description: text.count(books.count, words.bookCount))
      return layout.page(path, head) { html in
        Listing.heading(words.wishList, books.count, text, &html)
        parts.grid(Array(books[listing.range(number, of: books.count)]), marksWanted: false, &html)
        listing.navigation(number, of: count, from: path, words, &html)
      }
    }
  }
}
