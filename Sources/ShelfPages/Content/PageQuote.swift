import ShelfModel

/// A quote in the form shown on pages. This is a class so that it can be passed around without being copied.
final class PageQuote: Sendable {
  let id: RecordID
  let text: String
  let page: String?
  let chapter: String?
  /// The date when the quote was recorded, with the precision of published dates.
  let day: CalendarDate?
  /// The fragment identifier on the page of its book.
  let fragment: String
  let book: RecordID

  init(
    id: RecordID, text: String, page: String?, chapter: String?, day: CalendarDate?, fragment: String, book: RecordID
  ) {
    self.id = id
    self.text = text
    self.page = page
    self.chapter = chapter
    self.day = day
    self.fragment = fragment
    self.book = book
  }

  /// Returns the date of the quote in a feed: the quote's own date or, if it has none, a date of its book.
  func feedDay(in book: PageBook) -> CalendarDate? { day ?? book.finished ?? book.abandoned ?? book.began }
}
