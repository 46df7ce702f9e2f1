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
    if words.count == 1 {
      let dates = RelativeDay.numericDates(words[0]).map { (year: $0.year, month: $0.month, day: $0.day ?? 1) }
      let days = dates.compactMap { CalendarDate(year: $0.year, month: $0.month, day: $0.day) }
      if days.count == 2 {
        self = .unclear(dayFirst: days[0], monthFirst: days[1])
      } else if let date = dates.first {
        self.init(year: date.year, month: date.month, day: date.day)
      } else {
        return nil
      }
      return
    }
    guard (2...3).contains(words.count) else { return nil }
    let year = words.count == 3 ? RelativeDay.number(words[2]) : 2024
    for (day, name) in [(words[0], words[1]), (words[1], words[0])] {
      let digits = RelativeDay.withoutOrdinal(day.hasSuffix(".") ? String(day.dropLast()) : day)
      guard let month = RelativeDay.month(name), let day = RelativeDay.number(digits), digits.utf8.count < 3, let year
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
}
