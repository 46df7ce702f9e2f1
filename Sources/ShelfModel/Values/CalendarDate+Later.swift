extension CalendarDate {
  /// Returns the day a stretch of time such as `10d`, `2w`, `1m` or `1y` after this one, with or without a plus sign; nil for
  /// anything else, and beyond the calendar.
  ///
  /// A month or a year later is the last day of the month if that is too short.
  package func later(_ text: String) -> CalendarDate? {
    let text = text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let unit = text.last?.lowercased().first, (2...6).contains(text.utf8.count),
      text.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text.dropLast())
    else { return nil }
    let later: CalendarDate?
    switch unit {
    case "d", "w": later = CalendarDate(daysSince1970: daysSince1970 + number * (unit == "w" ? 7 : 1))
    case "m", "y":
      let months = year * 12 + month - 1 + number * (unit == "y" ? 12 : 1)
      let (year, month) = (months / 12, months % 12 + 1)
      later = (0...3).lazy.compactMap { CalendarDate(year: year, month: month, day: day - $0) }.first
    default: return nil
    }
    guard let later, later.year <= 9999 else { return nil }
    return later
  }
}
