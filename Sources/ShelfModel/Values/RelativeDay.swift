/// Parses dates in words, relative to today: `yesterday`, `friday`, `3 days ago`, `2w`; and dates in other forms:
/// `24.12.2026`, where the periods mean that the day comes first, `24/12/2026` if only one of the numbers can be the
/// month, `2026/12/24`, `24 Dec 2026`, and `24 Dec` or `24.12.`, which is the nearest such day in the given direction.
/// `March 2026`, `last month` and `this year` are months and years.
package struct RelativeDay: Sendable {
  /// The direction in which to resolve an ambiguous date, such as a weekday: before or after today.
  package enum Direction: Sendable {
    case past
    case future
    /// Both directions are possible, so ambiguous dates are rejected.
    case either
  }

  package let today: CalendarDate

  package init(today: CalendarDate) { self.today = today }

  /// Returns the date, or nil for any other text and for dates that the calendar does not support.
  ///
  /// A weekday is never today. Depending on the direction, `friday` and `last friday` are the previous Friday, or
  /// `friday` and `next friday` are the following one. If a month is too short for the resulting day, its last day is
  /// used.
  package func read(_ text: String, _ direction: Direction) -> CalendarDate? {
    if text.utf8.count > 40 { return nil }
    let words = text.lowercased().split(separator: " ").map(String.init)
    switch words {
    case ["today"], ["tonight"], ["this", "morning"], ["this", "afternoon"], ["this", "evening"]: return today
    case ["yesterday"], ["last", "night"]: return day(-1)
    case ["the", "day", "before", "yesterday"], ["day", "before", "yesterday"]: return day(-2)
    case ["tomorrow"]: return day(1)
    case ["this", "month"]: return month(0)
    case ["last", "month"]: return month(-1)
    case ["this", "year"]: return CalendarDate(year: today.year, month: 1, day: 1, precision: .year)
    case ["last", "year"]: return CalendarDate(year: today.year - 1, month: 1, day: 1, precision: .year)
    default: break
    }
    if let date = RelativeDay.written(words) { return date }
    if direction != .either, RelativeDay.isDayOfMonth(words) {
      let years = direction == .past ? [today.year, today.year - 1] : [today.year, today.year + 1]
      let days = years.lazy.compactMap { year in
        RelativeDay.written(words.count > 1 ? words + ["\(year)"] : [words[0].trimmingEnd(".") + ".\(year)"])
      }
      return days.first { direction == .past ? $0 <= today : $0 >= today }
        ?? relative(words, direction)
    }
    return relative(words, direction)
  }

  /// Returns whether words may be a date without a year, such as `3 March`, `3 of March`, `3.12.` or `24.12`. Without a
  /// period at the end, the month needs two digits, because `3.5` may be a rating.
  private static func isDayOfMonth(_ words: [String]) -> Bool {
    if words.count > 1 { return words.count == 2 || words.count == 3 && words[1] == "of" }
    return words.first?.wholeMatch(of: /\d{1,2}\.(\d{2}|\d{1,2}\.)/) != nil
  }

  /// Returns the date that words describe relative to today, such as `3 days ago`.
  private func relative(_ words: [String], _ direction: Direction) -> CalendarDate? {
    if let last = words.last, let weekday = RelativeDay.weekday(last) {
      switch (words.dropLast(), direction) {
      case (["last"], .past), (["last"], .either), ([], .past): return day(-distance(from: weekday))
      case (["next"], .future), (["next"], .either), ([], .future): return day(7 - distance(from: weekday) % 7)
      default: return nil
      }
    }
    if words.last == "ago", let age = RelativeDay.age(words.dropLast()) { return moved(-age.number, age.unit) }
    guard let (age, isFuture) = RelativeDay.period(words), isFuture || direction != .either else { return nil }
    return moved(direction == .past && !isFuture ? -age.number : age.number, age.unit)
  }

  /// Parses a period, such as `2w`, `2 weeks`, `in 2 weeks` or `+2w`. The last two forms can only be in the future.
  private static func period(_ words: [String]) -> (age: (number: Int, unit: Character), isFuture: Bool)? {
    var words = words[...]
    let isFuture = words.first == "in" || words.first?.hasPrefix("+") ?? false
    if words.first == "in" { words.removeFirst() } else if isFuture { words[0].removeFirst() }
    return age(words).map { ($0, isFuture) }
  }

  /// Returns whether a text is a period, such as `2w` or `in 2 weeks`, rather than a date.
  package static func isPeriod(_ text: String) -> Bool {
    period(text.lowercased().split(separator: " ").map(String.init)) != nil
  }

  // MARK: - Dates in other forms

  /// Returns the date that words give in full, such as `24.12.2026` or `24 Dec 2026`.
  private static func written(_ words: [String]) -> CalendarDate? {
    if words.count == 1, !words[0].contains("-") {
      let dates = numericDates(words[0])
      guard dates.count == 1, let day = dates[0].day else { return nil }
      return CalendarDate(year: dates[0].year, month: dates[0].month, day: day)
    }
    // “Dec 15, 2026”, “15. December 2026” and “3rd of March 2026”.
    let parts = words.filter { $0 != "of" }.map { word in
      word.hasSuffix(",") || word.hasSuffix(".") && word.first?.isNumber == true ? String(word.dropLast()) : word
    }.map(withoutOrdinal)
    if parts.count == 2, parts[1].utf8.count == 4, let month = month(parts[0]), let year = number(parts[1]) {
      return CalendarDate(year: year, month: month, day: 1, precision: .month)
    }
    guard parts.count == 3, parts[2].utf8.count == 4, let year = number(parts[2]) else { return nil }
    for (day, name) in [(parts[0], parts[1]), (parts[1], parts[0])] {
      if let day = number(day), let month = month(name) { return CalendarDate(year: year, month: month, day: day) }
    }
    return nil
  }

  /// Returns the numbers of a date such as `24.12.2026` or `2026/12`, which may not exist. A date such as `3/4/2026`
  /// has two meanings.
  static func numericDates(_ word: String) -> [(year: Int, month: Int, day: Int?)] {
    guard let sign = word.first(where: { "-./".contains($0) }) else { return [] }
    let parts = word.split(separator: sign, omittingEmptySubsequences: false)
    let numbers = parts.compactMap(number)
    guard numbers.count == parts.count, (2...3).contains(parts.count) else { return [] }
    if parts[0].utf8.count == 4 { return [(numbers[0], numbers[1], parts.count == 3 ? numbers[2] : nil)] }
    guard parts.count == 3, parts[2].utf8.count == 4 || parts[2].utf8.count == 2 else { return [] }
    // A two-digit year is in this century: “1.6.26”.
    let (first, second, year) = (numbers[0], numbers[1], parts[2].utf8.count == 2 ? 2000 + numbers[2] : numbers[2])
    if sign != "/" || first > 12 { return [(year, second, first)] }
    return second > 12 || first == second ? [(year, first, second)] : [(year, second, first), (year, first, second)]
  }

  static func number(_ word: some StringProtocol) -> Int? {
    (1...4).contains(word.utf8.count) && word.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(word) : nil
  }

  /// Returns the number of an ordinal, such as `3` of `3rd`, or the word itself.
  static func withoutOrdinal(_ word: String) -> String {
    let number = word.prefix { ("0"..."9").contains($0) }
    return !number.isEmpty && ["st", "nd", "rd", "th"].contains(word[number.endIndex...]) ? String(number) : word
  }

  /// The names of the months in lower case.
  package static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  static func month(_ name: String) -> Int? {
    let name = name.hasSuffix(".") ? String(name.dropLast()) : name
    return months.firstIndex { $0 == name || name.utf8.count >= 3 && name.utf8.count < 5 && $0.hasPrefix(name) }
      .map { $0 + 1 }
  }

  // MARK: - Weekdays

  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  private static func weekday(_ word: String) -> Int? {
    weekdays.firstIndex { $0 == word || word.utf8.count >= 3 && word.utf8.count < 5 && $0.hasPrefix(word) }
  }

  /// Returns the number of days, from 1 to 7, since the most recent such weekday before today.
  private func distance(from weekday: Int) -> Int {
    // 1970-01-01 was a Thursday.
    let now = ((today.daysSince1970 + 3) % 7 + 7) % 7
    return (now - weekday + 6) % 7 + 1
  }

  // MARK: - Times from today

  /// Parses an age, such as `3d`, or several words such as `3 days`, `2 weeks` or `a week`. Returns the number, which
  /// has at most five digits, and the first letter of the unit.
  package static func age(_ words: ArraySlice<String>) -> (number: Int, unit: Character)? {
    var parts = Array(words)
    if parts.count == 1, let unit = parts[0].last, "dwmy".contains(unit) {
      parts = [String(parts[0].dropLast()), String(unit)]
    }
    func names(_ unit: String) -> [String] { [unit, unit + "s", String(unit.prefix(1))] }
    guard parts.count == 2,
      let unit = ["day", "week", "month", "year"].first(where: { names($0).contains(parts[1]) })?.first
    else { return nil }
    if parts[0] == "a" || parts[0] == "one" { return (1, unit) }
    guard (1...5).contains(parts[0].utf8.count), parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(parts[0])
    else { return nil }
    return (number, unit)
  }

  private func day(_ distance: Int) -> CalendarDate { CalendarDate(daysSince1970: today.daysSince1970 + distance) }

  /// Returns the month that is this many months after the current one.
  private func month(_ distance: Int) -> CalendarDate? {
    let months = today.year * 12 + today.month - 1 + distance
    return CalendarDate(year: months / 12, month: months % 12 + 1, day: 1, precision: .month)
  }

  private func moved(_ number: Int, _ unit: Character) -> CalendarDate? {
    let moved: CalendarDate?
    switch unit {
    case "d", "w": moved = day(number * (unit == "w" ? 7 : 1))
    default:
      let months = today.year * 12 + today.month - 1 + number * (unit == "y" ? 12 : 1)
      guard months >= 12 else { return nil }
      let (year, month) = (months / 12, months % 12 + 1)
      moved = (0...3).lazy.compactMap { CalendarDate(year: year, month: month, day: today.day - $0) }.first
    }
    guard let moved, (1...9999).contains(moved.year) else { return nil }
    return moved
  }
}
