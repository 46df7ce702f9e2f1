import ShelfKit
import ShelfModel

/// The files of a published library: what is in each follows from the library alone, on every machine and on every day.
package struct Site: Sendable {
  private let content: SiteContent
  private let layout: Layout

  package init(_ library: PublicLibrary) {
    content = SiteContent(library)
    layout = Layout(content: content, hasTheme: library.style != nil)
  }

  /// The number of threads that may make pages.
  var threads: Int { content.source.library.threads }

  /// The page of each book, whose address has to work for ever.
  var addresses: [(book: RecordID, path: SitePath)] { content.books.map { ($0.id, $0.path) } }

  /// The page that people see first.
  package static let firstPage = Layout.home.text

  /// Returns all files; those first that take longest, so that no thread has one left to make in the end.
  ///
  /// - Parameter former: addresses at which books were before.
  func pages(former: [RecordID: [SitePath]]) -> [SitePage] {
    let pieces = BookPieces(content)
    let charts = ChartsPage(content: content, layout: layout).page
    let data = LibraryFile.pages(content) + SearchIndex.pages(content) + [charts]
    var pages = [HomePage(content: content, layout: layout).page]
    pages += BookListPages(content: content, layout: layout).pages
    pages += BookPage.pages(content, layout, pieces)
    pages += GroupPages(content: content, layout: layout, pieces: pieces).pages
    pages += QuotePages(content: content, layout: layout).pages
    pages += YearPages(content: content, layout: layout).pages
    let forPeople = pages.map(\.path) + [charts.path]
    pages.append(OtherPages(content: content, layout: layout).notFound)
    pages += assets + Feeds(content: content).pages
    pages += Robots.pages(content, forPeople)
    if former.isEmpty { return data + pages }
    let known = Set(pages.map(\.path))
    for book in content.books {
      for old in former[book.id] ?? [] where !known.contains(old) {
        pages.append(OtherPages(content: content, layout: layout).moved(from: old, to: book))
      }
    }
    return data + pages
  }

  private var assets: [SitePage] {
    var assets = [
      SitePage(Layout.style) { StyleSheet.bytes(content) }, SitePage(Layout.script) { Script.bytes },
      SitePage(Layout.icon) { Icon.bytes },
    ]
    if let style = content.source.style { assets.append(SitePage(Layout.theme) { style }) }
    for book in content.books {
      if let cover = book.cover, let path = book.coverPath { assets.append(SitePage(path) { cover.bytes }) }
    }
    return assets
  }
}
