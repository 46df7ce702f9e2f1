import ShelfModel
import ShelfText

/// A cache of titles and dates. It saves time because a book may have hundreds of entries, and a date dozens.
struct KindleMemory {
  private var names: [String: (title: String, authors: [String], key: String)] = [:]
  private var days: [Substring: CalendarDate?] = [:]

  /// Returns the title and the authors in the first line of an entry, and the key of the book.
  mutating func names(_ line: String) -> (title: String, authors: [String], key: String) {
    if let names = names[line] { return names }
    let (title, authors) = KindleTitle.divide(line)
    let all = (title, authors, SourceKey.book(title, authors))
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

  /// Returns the text before the time, if it alone determines the date.
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
