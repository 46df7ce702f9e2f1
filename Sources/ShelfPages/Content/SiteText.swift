import ShelfModel
import ShelfText

/// Formats values for pages.
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

  /// Returns a period, without repeating a year or month that both ends share.
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

  /// Returns a rating as stars, such as ★★★★½.
  static func stars(_ rating: Rating) -> String { rating.quarters == 0 ? "☆" : StarText.stars(rating.quarters) }

  /// Returns a rating in words for screen readers: 4½ of 5 stars.
  static func spoken(_ rating: Rating) -> String { StarText.number(rating.quarters) + " of 5 stars" }

  static func number(_ number: Int) -> String { number.grouped }

  static func count(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number(count)) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  /// Returns a year of publication, with "BC" if it is negative.
  static func year(_ year: Int) -> String { year < 0 ? "\(-year) BC" : String(year) }

  /// Returns the name of a field or choice in words, such as “date added” for `dateAdded`.
  static func label(_ key: String) -> String {
    key.reduce(into: "") { words, letter in
      if letter.isUppercase, words.last?.isLowercase == true {
        words += " " + letter.lowercased()
      } else {
        words.append(letter)
      }
    }
  }

  static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// Returns names as a list: “a, b and c”.
  static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
