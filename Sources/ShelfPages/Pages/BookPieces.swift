import ShelfSystem

/// What many pages show of a book in the same words, written once.
struct BookPieces: Sendable {
  private struct Piece {
    /// The line of text that the pages of other books name it by.
    let line: [UInt8]
    /// How it is in the grid of an author or of a genre.
    let card: [UInt8]
  }

  private let pieces: [Piece]

  init(_ content: SiteContent) {
    // What leads to a book from here leads to it from every page of a book, of an author, of a genre.
    let besides = Parts(content: content, path: Listing.books.path(2))
    let elsewhere = Parts(content: content, path: SitePath("authors", "page", "index.html"))
    let made = Parallel.map(content.books.count, threads: content.source.library.threads) { range in
      range.map { position in
        let book = content.books[position]
        return Piece(
          line: BookPieces.written { besides.line(book, &$0) }, card: BookPieces.written { elsewhere.card(book, &$0) })
      }
    }
    pieces = made.flatMap { $0 }
  }

  /// Writes lines about some books, by their positions, on the page of another book.
  func lines(_ books: some Sequence<Int>, _ html: inout HTML) {
    html.element(.ul, [.class("lines")]) { html in for book in books { html.append(pieces[book].line) } }
  }

  /// Writes the card of a book on the first page of an author or a genre.
  func card(_ book: Int, _ html: inout HTML) { html.append(pieces[book].card) }

  private static func written(_ write: (inout HTML) -> Void) -> [UInt8] {
    var html = HTML()
    write(&html)
    // A copy takes no more room than it needs.
    return Array(html.bytes[...])
  }
}
