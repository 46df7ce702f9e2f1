/// The table that Goodreads exports, which is read and written.
package enum GoodreadsTable {
  /// The columns of today's export, and of those up to about 2022.
  package static let headers: [[String]] = {
    let first = [
      "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating",
      "Average Rating", "Publisher", "Binding", "Number of Pages", "Year Published", "Original Publication Year",
      "Date Read", "Date Added", "Bookshelves", "Bookshelves with positions", "Exclusive Shelf", "My Review",
      "Spoiler", "Private Notes", "Read Count",
    ]
    let old = [
      "Recommended For", "Recommended By", "Owned Copies", "Original Purchase Date", "Original Purchase Location",
      "Condition", "Condition Description", "BCID",
    ]
    return [first + ["Owned Copies"], first + old]
  }()

  /// Returns the columns that rows without a header may have: some exports have no average rating, which is a number.
  package static func headers(of row: [String]) -> [[String]] {
    guard row.count > 8, !row[8].isEmpty, Double(row[8]) == nil else { return headers }
    return headers.map { $0.filter { $0 != "Average Rating" } }
  }

  /// The exclusive shelf of books that are there and have not been begun, for which Goodreads has no word.
  package static let onShelf = "on-shelf"
}
