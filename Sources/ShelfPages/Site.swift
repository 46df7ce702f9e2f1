import ShelfKit
import ShelfModel

/// The files of a published library.
///
/// `PublicLibrary` has already removed all data that is not public. `SiteContent` then computes the contents of the
/// pages, and each page becomes a `SitePage`: a path and a closure that generates the page. Nothing is rendered before
/// `SiteWriter` calls the closures on several threads. The closures share the immutable content and a few prepared
/// fragments (`Frames`, `BookPieces`).
///
/// The contents of each file depend only on the library, not on the computer, the date or the time: "today" is the
/// latest date in the public records. So publishing an unchanged library again changes no files, and a change to one
/// book changes few files. The former paths of the pages of books, genres, authors and series redirect to the current
/// ones.
package struct Site: Sendable {
  private let content: SiteContent
  private let layout: Layout

  package init(_ library: PublicLibrary) {
    content = SiteContent(library)
    layout = Layout(content: content, hasTheme: library.style != nil)
  }

  /// The number of threads for generating pages.
  var threads: Int { content.source.library.threads }

  /// The pages of books and genres.
  var recordPages: [PermanentPage] {
    content.books.map { PermanentPage(id: $0.id, path: $0.path, title: $0.title, attributes: $0.languageAttributes) }
      + content.genres.compactMap { genre in
        genre.id.map { PermanentPage(id: $0, path: genre.path, title: genre.name, attributes: []) }
      }
  }

  /// The pages of authors and series.
  var groupPages: [PermanentPage] {
    (content.authors + content.series).map { group in
      PermanentPage(id: RecordID(ofPath: group.path.text), path: group.path, title: group.name, attributes: [])
    }
  }

  /// The paths of the pages of each book's authors and series.
  var groupsOfBooks: [(book: RecordID, paths: [String])] {
    content.books.enumerated().map { position, book in
      let authors = content.authorsOf[position].map { content.authors[$0].path.text }
      return (book.id, authors + book.series.compactMap { content.series($0)?.path.text })
    }
  }

  static func isGroup(_ path: String) -> Bool { path.hasPrefix("authors/") || path.hasPrefix("series/") }

  /// The path of the home page.
  package static let firstPage = Layout.home.text

  /// Returns all files. The slowest files come first, so that no thread is still busy when all others have finished.
  ///
  /// - Parameter former: the former paths of pages, by the ids of the pages to which they redirect.
  func pages(former: [RecordID: [SitePath]]) -> [SitePage] {
    let pieces = BookPieces(content)
    let charts = ChartsPage(content: content, layout: layout).page
    let data = LibraryFile.pages(content) + SearchIndex.pages(content) + [charts]
    var pages = [HomePage(content: content, layout: layout).page]
    pages += BookListPages(content: content, layout: layout).pages
    pages += BookPage.pages(content, layout, pieces)
    pages += GroupPages(content: content, layout: layout, pieces: pieces).pages
    pages += WishListPages(content: content, layout: layout).pages
    pages += QuotePages(content: content, layout: layout).pages
    pages += YearPages(content: content, layout: layout).pages
    let forPeople = pages.map(\.path) + [charts.path]
    pages.append(OtherPages(content: content, layout: layout).notFound)
    pages += assets + Feeds(content: content).pages
    pages += Robots.pages(content, forPeople)
    if former.isEmpty { return data + pages }
    let known = Set(pages.map(\.path))
    for page in recordPages + groupPages {
      for old in former[page.id] ?? [] where !known.contains(old) {
        pages.append(OtherPages(content: content, layout: layout).moved(from: old, to: page))
      }
    }
    return data + pages
  }

  private var assets: [SitePage] {
    var assets = [
      SitePage(Layout.style) { StyleSheet.bytes(content) }, SitePage(Layout.script) { Script.bytes(content.text) },
      SitePage(Layout.icon) { Icon.bytes },
    ]
    if let style = content.source.style { assets.append(SitePage(Layout.theme) { style }) }
    for book in content.books {
      if let cover = book.cover, let path = book.coverPath { assets.append(SitePage(path) { cover.bytes }) }
    }
    return assets
  }
}
