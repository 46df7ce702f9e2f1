import ShelfModel
import ShelfText

/// A cache of parsed titles. It saves time because a book may have hundreds of entries.
struct KindleMemory {
  private var names: [String: Names] = [:]

  /// The parsed first line of an entry.
  struct Names {
    /// The title without any remarks that a shop added.
    let title: String
    let authors: [String]
    /// The key of the book, which depends on the whole line.
    let key: String
    /// A key shared by lines that differ only in their remarks.
    let work: String
  }

  /// Returns the title and the authors in the first line of an entry, and the keys of the book.
  mutating func names(_ line: String) -> Names {
    if let names = names[line] { return names }
    let (whole, authors) = KindleTitle.divide(line)
    let title = ShopRemark.removed(from: whole)
    let key = SourceKey.book(whole, authors)
    let work = title == whole ? key : SourceKey.book(title, authors)
    let all = Names(title: title, authors: authors, key: key, work: work)
    names[line] = all
    return all
  }

  /// Returns the timestamp in text such as `Sunday, November 28, 2021 5:19:35 PM`, or nil if there is no date.
  static func moment(_ text: String) -> String? {
    guard let day = DateParser.day(text), day.precision == .day else { return nil }
    return DateParser.timeOfDay(text).map { "\(day)T\($0)Z" } ?? "\(day)T00:00:00Z"
  }
}
