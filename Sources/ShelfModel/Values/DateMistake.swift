/// The part of a text that prevents it from being a date: the day that a month does not have, a month that does not
/// exist, or two numbers that could each be the month.
///
/// Only a text that was clearly meant as a date has a mistake: three numbers, or a day and the name of a month.
package enum DateMistake: Sendable, Equatable {
  /// The month does not have this day; `last` is its last day, in a leap year if the text has no year.
  case noDay(Int, last: CalendarDate, hasYear: Bool)
  case noMonth(Int)
  /// The first or the second number may be the month.
  case unclear(dayFirst: CalendarDate, monthFirst: CalendarDate)

  /// Returns the mistake, or nil if the text is a date, or was not meant as one.
  package init?(_ text: String) {
    if text.utf8.count > 40 { return nil }
    let words = text.lowercased().split { $0 == " " || $0 == "," }.map(String.init).filter { $0 != "of" }
    if words.count == 1, let sign = words[0].first(where: { "-./".contains($0) }) {
      let parts = words[0].split(separator: sign, omittingEmptySubsequences: false)
      let numbers = parts.compactMap { DateMistake.number(String($0)) }
      guard numbers.count == parts.count, (2...3).contains(parts.count) else { return nil }
      if parts[0].utf8.count == 4 {
        self.init(year: numbers[0], month: numbers[1], day: parts.count == 3 ? numbers[2] : 1)
      } else if parts.count == 3, parts[2].utf8.count == 4 || parts[2].utf8.count == 2 {
        let year = parts[2].utf8.count == 2 ? 2000 + numbers[2] : numbers[2]
        if sign == "/", let dayFirst = CalendarDate(year: year, month: numbers[1], day: numbers[0]),
          let monthFirst = CalendarDate(year: year, month: numbers[0], day: numbers[1]), dayFirst != monthFirst
        {
          self = .unclear(dayFirst: dayFirst, monthFirst: monthFirst)
        } else {
          let isMonthFirst = sign == "/" && numbers[1] > 12
          self.init(year: year, month: numbers[isMonthFirst ? 0 : 1], day: numbers[isMonthFirst ? 1 : 0])
        }
      } else {
        return nil
      }
      return
    }
    guard (2...3).contains(words.count) else { return nil }
    let year = words.count == 3 ? DateMistake.number(words[2]) : 2024
    for (day, name) in [(words[0], words[1]), (words[1], words[0])] {
      let digits = RelativeDay.withoutOrdinal(day.hasSuffix(".") ? String(day.dropLast()) : day)
      guard let month = RelativeDay.month(name), let day = DateMistake.number(digits), digits.utf8.count < 3, let year
      else { continue }
      self.init(year: year, month: month, day: day, hasYear: words.count == 3)
      return
    }
    return nil
  }

  private init?(year: Int, month: Int, day: Int, hasYear: Bool = true) {
    if !(1...12).contains(month) {
      self = .noMonth(month)
      return
    }
    guard CalendarDate(year: year, month: month, day: day) == nil,
      let first = CalendarDate(year: year, month: month, day: 1, precision: .month)
    else { return nil }
    self = .noDay(day, last: first.lastDay, hasYear: hasYear)
  }

  private static func number(_ text: String) -> Int? {
    (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
