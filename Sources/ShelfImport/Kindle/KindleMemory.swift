import ShelfModel
import ShelfText

/// A cache of titles and dates. It saves time because a book may have hundreds of entries, and a date may have dozens.
struct KindleMemory {
  private var names: [String: Names] = [:]
  private var days: [Substring: CalendarDate?] = [:]

  /// The first line of an entry.
  struct Names {
    /// The title without the remarks of a shop.
    let title: String
    let authors: [String]
    /// The key of the book, which depends on the whole line.
    let key: String
    /// A key that lines with different remarks share.
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
  mutating func moment(_ text: String) -> String? {
    guard let day = day(text), day.precision == .day else { return nil }
    return DateParser.timeOfDay(text).map { "\(day)T\($0)Z" } ?? "\(day)T00:00:00Z"
  }

  private mutating func day(_ text: String) -> CalendarDate? {
    guard let words = KindleMemory.words(ofDay: text) else { return DateParser.day(text) }
    if let day = days[words] { return day }
    let day = DateParser.day(text)
    days[words] = .some(day)
    return day
  }

  /// Returns the text before the time, if this text alone determines the date. Otherwise returns nil.
  private static func words(ofDay text: String) -> Substring? {
    let bytes = text.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let space = bytes[..<colon].lastIndex(of: UInt8(ascii: " ")),
      // A letter in the time may belong to the date, and a period distinguishes European from American dates.
      !bytes[space..<colon].contains(UInt8(ascii: "T")), !bytes[colon...].contains(UInt8(ascii: "."))
    else { return nil }
    let words = text[..<space]
    return words.utf8.allSatisfy { $0 < 0x80 } ? words : nil
  }
}
