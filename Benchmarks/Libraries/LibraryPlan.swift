/// The number of records of each kind in a library.
struct LibraryPlan {
  let books: Int
  let quotes: Int
  let issues: Int
  let genres: Int
  let tags: Int

  var records: Int { books + quotes + issues + genres + tags }

  /// Distributes the records: 20% books, 55% quotes, 24% issues, and the rest genres and tags.
  init(records: Int) {
    books = records * 20 / 100
    quotes = records * 55 / 100
    issues = records * 24 / 100
    let rest = records - books - quotes - issues
    genres = max(1, rest / 2)
    tags = max(1, rest - rest / 2)
  }

  /// Plans a library to publish, with books and quotes, but without issues.
  init(books: Int, quotes: Int) {
    (self.books, self.quotes) = (books, quotes)
    issues = 0
    genres = 40
    tags = 1
  }
}
