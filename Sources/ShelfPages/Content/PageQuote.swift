import ShelfModel

/// A quote as its pages need it.
struct PageQuote: Sendable {
  let id: RecordID
  let text: String
  let page: String?
  let chapter: String?
  /// The day on which it was written down, as exactly as days are told.
  let day: CalendarDate?
  /// What it is called on the page of its book.
  let fragment: String
  /// The position of its book.
  var book = 0
}
