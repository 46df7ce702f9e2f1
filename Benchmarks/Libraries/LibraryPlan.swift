/// How many records of each kind a library of a given size has.
struct LibraryPlan {
  let books: Int
  let quotes: Int
  let issues: Int
  let genres: Int
  let tags: Int

  var records: Int { books + quotes + issues + genres + tags }

  /// Divides the records: 20 % books, 55 % quotes, 24 % issues, and the rest genres and tags.
  init(records: Int) {
    books = records * 20 / 100
    quotes = records * 55 / 100
    issues = records * 24 / 100
    let rest = records - books - quotes - issues
    genres = max(1, rest / 2)
    tags = max(1, rest - rest / 2)
  }

  /// A library of books and quotes alone, as one that is published.
  init(books: Int, quotes: Int) {
    (self.books, self.quotes) = (books, quotes)
    issues = 0
    genres = 40
    tags = 1
  }
}
