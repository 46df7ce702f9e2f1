import ShelfModel
import ShelfText

/// The search index: one or more scripts that contain a compact list of all books.
///
/// The site has to work without a server, even from a folder on disk, where browsers do not allow a page to fetch JSON
/// but do allow it to load scripts. So each part of the index is a script that calls `shelf(number, part)`, a function
/// that `Script` defines before it loads the parts, on the first search. Each book is an array of values without names,
/// and refers to genres and statuses by position, which keeps the index small. The ranks by title and author let the
/// browser sort without knowing how shelf compares names. The `data-parts` attribute of `SearchForm` contains the
/// number of parts.
enum SearchIndex {
  /// The maximum number of books in a part, chosen so that a part is rarely larger than 500 KB.
  static let partSize = 2500

  static func partCount(_ content: SiteContent) -> Int {
    max(1, (content.books.count + partSize - 1) / partSize)
  }

  static func pages(_ content: SiteContent) -> [SitePage] {
    let titleRanks = ranks(content.byTitle)
    let authorRanks = ranks(content.byAuthor)
    return (1...partCount(content)).map { number in
      SitePage(SitePath(number == 1 ? "search.js" : "search-\(number).js")) {
        let range = min((number - 1) * partSize, content.books.count)..<min(number * partSize, content.books.count)
        return part(number, range, content, titleRanks, authorRanks)
      }
    }
  }

  private static func ranks(_ order: [Int]) -> [Int] {
    var ranks = [Int](repeating: 0, count: order.count)
    for (rank, position) in order.enumerated() where ranks.indices.contains(position) { ranks[position] = rank }
    return ranks
  }

  private static func part(
    _ number: Int, _ range: Range<Int>, _ content: SiteContent, _ titleRanks: [Int], _ authorRanks: [Int]
  ) -> [UInt8] {
    let statuses = content.statuses
    var json = JSONWriter()
    json.object { json in
      if number == 1 {
        json.key("genres")
        json.array { json in
          for genre in content.genres { json.value([genre.key, genre.name, genre.slug]) }
        }
        json.key("statuses")
        json.value(statuses)
      }
      json.key("books")
      json.array { json in
        for position in range {
          write(content.books[position], statuses, titleRanks[position], authorRanks[position], &json)
        }
      }
    }
    return Array("shelf(\(number - 1),".utf8) + json.take() + Array(");\n".utf8)
  }

  /// Writes a book as an array: folder, title, author, series, year, rating, status, genres, years of reading, cover,
  /// rank by title, rank by author, language, and additional words that a search matches. `Script` reads the values by
  /// position.
  private static func write(
    _ book: PageBook, _ statuses: [String], _ titleRank: Int, _ authorRank: Int, _ json: inout JSONWriter
  ) {
    json.array { json in
      json.value(book.path.parts[1])
      json.value(book.title)
      json.value(book.byline)
      json.value(book.series.map(\.name).joined(separator: " "))
      if let year = book.year { json.value(year) } else { json.null() }
      if let rating = book.rating { json.value(rating.quarters) } else { json.null() }
      json.value(book.status.flatMap { statuses.firstIndex(of: $0) } ?? -1)
      json.array { json in for genre in book.genres { json.value(genre) } }
      json.array { json in for year in Set(book.readings.map(\.end.year)).sorted() { json.value(year) } }
      if let cover = book.cover {
        json.array { json in
          json.value(cover.width)
          json.value(cover.height)
        }
      } else {
        json.value(book.typesetCover.classes + (book.typesetCover.isWhole ? " w" : ""))
      }
      json.value(titleRank)
      json.value(authorRank)
      json.value(book.language?.tag ?? "")
      let words = words(book)
      if !words.isEmpty { json.value(words) }
    }
  }

  /// Returns words that a search matches although the book's card does not show them: contributors, the original title,
  /// the ISBN and the publisher.
  private static func words(_ book: PageBook) -> String {
    let isbn = book.isbn.map { $0.filter { $0 != "-" && $0 != " " } }
    let names = book.contributors.map(\.name) + [book.originalTitle, isbn, book.publisher].compactMap { $0 }
    return names.joined(separator: " ")
  }
}
