import ShelfModel

/// Parses the dates in a query: days, months, years, and periods before or after the current time.
struct QueryDates: Sendable {
  let today: CalendarDate
  let now: Timestamp
  var localTime = LocalTime.utc

  /// Returns the first and the last day of a date such as `2024`, `2024-03`, `2024-03-05`, `today`, `last friday` or
  /// `last month`, in days since 1970. Returns nil for any other text.
  func days(_ text: String) -> ClosedRange<Int>? {
    if let date = RelativeDay(today: today).read(text, .either) {
      return date.daysSince1970...date.lastDay.daysSince1970
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil }
    guard numbers.count == parts.count, (1...3).contains(parts.count), parts[0].utf8.count == 4,
      parts.dropFirst().allSatisfy({ $0.utf8.count <= 2 })
    else { return nil }
    guard
      let first = CalendarDate(
        year: numbers[0], month: parts.count > 1 ? numbers[1] : 1, day: parts.count > 2 ? numbers[2] : 1)
    else { return nil }
    switch parts.count {
    case 1: return first.daysSince1970...QueryDates.day(first.year + 1, 1) - 1
    case 2:
      let next = first.month == 12 ? QueryDates.day(first.year + 1, 1) : QueryDates.day(first.year, first.month + 1)
      return first.daysSince1970...next - 1
    default: return first.daysSince1970...first.daysSince1970
    }
  }

  /// Returns the first and the last second of a day, month or year in the user's time zone, or the second of a full
  /// timestamp, in seconds since 1970. Returns nil for any other text.
  func seconds(_ text: String) -> ClosedRange<Int>? {
    if let days = days(text) {
      return localTime.start(ofDay: days.lowerBound)...localTime.start(ofDay: days.upperBound + 1) - 1
    }
    return localTime.read(text).map { $0.secondsSince1970...$0.secondsSince1970 }
  }

  /// Returns the day that precedes today by an age such as `7d`, `2w`, `3m` or `1y`, in days since 1970. Returns nil
  /// for any other text.
  func day(back age: String) -> Int? {
    guard let (number, unit) = RelativeDay.age([age.lowercased()]) else { return nil }
    return QueryDates.day(today, back: number, unit)
  }

  /// Returns the day that follows today by a period such as `7d`, `2w`, `3m` or `1y`, in days since 1970. Returns nil
  /// for any other text.
  func day(ahead period: String) -> Int? {
    guard RelativeDay.age([period.lowercased()]) != nil else { return nil }
    return RelativeDay(today: today).read(period, .future)?.daysSince1970
  }

  /// Returns the time that precedes the current time by an age such as `7d`, in seconds since 1970. Returns nil for any
  /// other text.
  func second(back age: String) -> Int? {
    guard let (number, unit) = RelativeDay.age([age.lowercased()]) else { return nil }
    let clock = localTime.shown(now)
    let day = QueryDates.day(clock.date, back: number, unit)
    return localTime.second(atClock: day * 86_400 + clock.secondsSince1970 - clock.date.daysSince1970 * 86_400)
  }

  /// Returns the day that precedes a date by an age. If the resulting month does not have that day, its last day is
  /// used.
  private static func day(_ date: CalendarDate, back number: Int, _ unit: Character) -> Int {
    if unit == "d" || unit == "w" { return date.daysSince1970 - number * (unit == "w" ? 7 : 1) }
    let months = date.year * 12 + date.month - 1 - number * (unit == "y" ? 12 : 1)
    // No date in a library is before the year 0, so any earlier result is replaced with the day before that year.
    guard months >= 0 else { return day(0, 1) - 1 }
    let (year, month) = (months / 12, months % 12 + 1)
    let last = (month == 12 ? day(year + 1, 1) : day(year, month + 1)) - 1
    return min(day(year, month) + date.day - 1, last)
  }

  /// Returns the first day of a month, in days since 1970. The year can be 10000.
  private static func day(_ year: Int, _ month: Int) -> Int {
    if year > 9999 { return (CalendarDate(year: 9999, month: 12, day: 31)?.daysSince1970 ?? 0) + 1 }
    return CalendarDate(year: year, month: month, day: 1)?.daysSince1970 ?? 0
  }
}
