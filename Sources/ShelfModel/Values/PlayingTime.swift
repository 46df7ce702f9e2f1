/// The length of an audiobook, or a position in one, in hours and minutes: `12:30`.
package struct PlayingTime: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let minutes: Int

  /// The maximum length in minutes: 10,000 hours.
  private static let maximum = 600_000

  package init?(minutes: Int) {
    guard (0...PlayingTime.maximum).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  /// Parses `12:30` and `12:30:59`. The seconds are dropped.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let hours = PlayingTime.number(parts[0], digits: 1...5),
      let minutes = PlayingTime.number(parts[1], digits: 2...2), minutes < 60,
      parts.count == 2 || PlayingTime.number(parts[2], digits: 2...2).map({ $0 < 60 }) ?? false
    else { return nil }
    self.init(minutes: hours * 60 + minutes)
  }

  /// Parses a time that a user typed or another program wrote. In addition to the forms that `init(_:)` accepts, it can
  /// have a form such as `12h30m`, `12 hrs 30 min`, `12h`, `750m` or `7.5 hours`.
  package init?(typed text: String) {
    if let time = PlayingTime(text) {
      self = time
      return
    }
    let word = text.lowercased().filter { !$0.isWhitespace && $0 != "," }
    guard
      let match = word.wholeMatch(
        of:
          /(?:([0-9]{1,5})(\.[0-9]{1,2})?(?:h|hr|hrs|hour|hours)(?:and)?)?(?:([0-9]{1,6})(?:m|min|mins|minute|minutes)?)?/
      ),
      match.1 != nil || match.3 != nil && word.last?.isLetter ?? false
    else { return nil }
    let hours = match.1.flatMap { Int($0) } ?? 0
    let part = match.2.flatMap { Double("0" + $0) } ?? 0
    let minutes = match.3.flatMap { Int($0) } ?? 0
    if match.1 != nil, minutes > 59 { return nil }
    self.init(minutes: hours * 60 + Int((part * 60).rounded()) + minutes)
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// Returns a number of minutes as a number of hours, rounded to whole hours.
  package static func hours(ofMinutes minutes: Int) -> Int { (minutes + 30) / 60 }

  package static func < (a: PlayingTime, b: PlayingTime) -> Bool { a.minutes < b.minutes }

  /// The time as it is written to files: `12:30`, `0:45`.
  package var description: String { "\(minutes / 60):\(padded(minutes % 60, to: 2))" }
}

/// The length of a book, as far as it is known.
package struct BookLength: Hashable, Sendable {
  /// The number of pages, which is more than 0.
  package let pages: Int?
  /// The length of the audiobook, which is more than 0.
  package let time: PlayingTime?

  package init(pages: Int? = nil, time: PlayingTime? = nil) {
    self.pages = pages.flatMap { $0 > 0 ? $0 : nil }
    self.time = time.flatMap { $0.minutes > 0 ? $0 : nil }
  }

  package static let unknown = BookLength()
}
