import ShelfModel

/// A quote as its pages need it; an object, since it is passed on for each of its mentions.
final class PageQuote: Sendable {
  let id: RecordID
  let text: String
  let page: String?
  let chapter: String?
  /// The day on which it was written down, as exactly as days are told.
  let day: CalendarDate?
  /// What it is called on the page of its book.
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
}
