import ShelfSystem

/// Fragments of HTML about books that many pages contain, rendered once per book.
///
/// Links are relative, so a fragment can be used only on pages at the same folder depth: lines are for the pages of
/// books, and cards are for the first pages of authors, genres and series.
struct BookPieces: Sendable {
  private struct Piece {
    /// The line for lists on the pages of other books.
    let line: [UInt8]
    /// The card for the first page of an author, a genre or a series.
    let card: [UInt8]
  }

  private let pieces: [Piece]

  init(_ content: SiteContent) {
    // Pages at the same folder depth have the same relative links, so these two paths represent all pages that contain
    // the fragments.
    let besides = Parts(content: content, path: Listing.books.path(2))
    let elsewhere = Parts(content: content, path: SitePath("authors", "page", "index.html"))
    let made = Parallel.map(content.books.count, threads: content.source.library.threads) { range in
      range.map { position in
        let book = content.books[position]
        return Piece(
          line: HTML.written { besides.line(book, &$0) }, card: HTML.written { elsewhere.card(book, &$0) })
      }
    }
    pieces = made.flatMap { $0 }
  }

  /// Writes lines about the books at the given positions, for the page of another book.
  func lines(_ books: some Sequence<Int>, _ html: inout HTML) {
    html.element(.ul, [.class("lines")]) { html in for book in books { html.append(pieces[book].line) } }
  }

  /// Writes a book's card on the first page of an author, a genre or a series.
  func card(_ book: Int, _ html: inout HTML) { html.append(pieces[book].card) }
}
