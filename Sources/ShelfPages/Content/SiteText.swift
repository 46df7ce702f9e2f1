import ShelfModel
import ShelfText

/// Values in the words and signs of pages.
enum SiteText {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  static func month(_ number: Int) -> String { months.indices.contains(number - 1) ? months[number - 1] : "" }

  static func day(_ date: CalendarDate) -> String {
    switch date.precision {
    case .day: "\(date.day) \(month(date.month)) \(date.year)"
    case .month: "\(month(date.month)) \(date.year)"
    case .year: "\(date.year)"
    }
  }

  /// Returns a stretch of time without saying its year or month twice.
  static func span(from start: CalendarDate?, to end: CalendarDate) -> String {
    guard let start, start != end else { return day(end) }
    if start.precision == .day, end.precision == .day, start.year == end.year {
      let first = start.month == end.month ? "\(start.day)" : "\(start.day) \(month(start.month))"
      return "\(first) – \(day(end))"
    }
    if start.precision == .month, end.precision == .month, start.year == end.year {
      return "\(month(start.month)) – \(day(end))"
    }
    return "\(day(start)) – \(day(end))"
  }

  /// Returns the stars of a rating, such as ★★★★½.
  static func stars(_ rating: Rating) -> String { rating.quarters == 0 ? "☆" : StarText.stars(rating.quarters) }

  /// Returns a rating as it is said: 4½ of 5 stars.
  static func spoken(_ rating: Rating) -> String { StarText.number(rating.quarters) + " of 5 stars" }

  static func number(_ number: Int) -> String { number.grouped }

  static func count(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number(count)) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  /// Returns a year of publication, which may be before the year 1.
  static func year(_ year: Int) -> String { year < 0 ? "\(-year) BC" : String(year) }

  /// Returns words for the name of a field or of one of its values: dateAdded is “date added”.
  static func words(_ key: String) -> String {
    key.reduce(into: "") { words, letter in
      if letter.isUppercase, words.last?.isLowercase == true {
        words += " " + letter.lowercased()
      } else {
        words.append(letter)
      }
    }
  }

  static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// Returns a list of names: “a, b and c”.
  static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
