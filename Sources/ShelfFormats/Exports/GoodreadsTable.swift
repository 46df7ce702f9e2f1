/// The table that Goodreads exports, which shelf can read and write.
package enum GoodreadsTable {
  /// The columns of current exports, and those of exports before about 2022.
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

  /// Returns the possible columns of a file without a header, given its first row. Some exports have no average rating,
  /// so their ninth cell is not a number.
  package static func headers(of row: [String]) -> [[String]] {
    guard row.count > 8, !row[8].isEmpty, Double(row[8]) == nil else { return headers }
    return headers.map { $0.filter { $0 != "Average Rating" } }
  }

  /// The exclusive shelf for books that the user owns but has not started. Goodreads has no such shelf.
  package static let onShelf = "on-shelf"
}
