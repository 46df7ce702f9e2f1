import ShelfModel

/// The probable meanings of a value that is not valid for the type of its field.
enum LikelyMeanings {
  /// Returns the values that the text may mean, as they are written in files. Returns an empty array if there is no
  /// good guess.
  static func meanings(of text: String, as type: FieldType) -> [String] {
    let text = text.trimmed
    let found: [String] =
      switch type {
      case .integer, .rating: integers(text)
      case .money: Money(typed: text).map { [$0.description] } ?? []
      case .boolean: boolean(text).map { [$0] } ?? []
      case .date: dates(text)
      case .color: color(text).map { [$0] } ?? []
      default: []
      }
    return found.filter { type.read([$0]) != nil }
  }

  /// Parses `4.0`, `+4`, `1,200` and stars. Reads `1.200` as 1200, and `1.000` as either 1 or 1000.
  private static func integers(_ text: String) -> [String] {
    if !text.isEmpty, text.allSatisfy({ "★☆⭐".contains($0) }) { return [String(text.count { $0 != "☆" })] }
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    if halves.count == 2, halves[1].allSatisfy({ $0 == "0" }) {
      return integers(String(halves[0])) + (halves[1].count == 3 ? grouped(text) : [])
    }
    return grouped(text)
  }

  /// Parses digits in groups of three, with the same separator between all groups.
  private static func grouped(_ text: String) -> [String] {
    for separator in [",", ".", "_", " ", "’", "\u{202F}", "\u{A0}"] {
      let groups = text.split(separator: separator, omittingEmptySubsequences: false)
      guard groups.allSatisfy({ !$0.isEmpty }), groups.dropFirst().allSatisfy({ $0.count == 3 }) else { continue }
      let first = groups[0].drop { $0 == "+" || $0 == "-" }
      guard groups.count == 1 || first.count <= 3, let number = Int(groups.joined()) else { continue }
      return [String(number)]
    }
    return []
  }

  private static func boolean(_ text: String) -> String? {
    switch text.lowercased() {
    case "1", "t", "x", "✓", "✔": "true"
    case "0", "f": "false"
    default: nil
    }
  }

  private static func color(_ text: String) -> String? {
    let digits = text.drop { $0 == "#" }
    guard digits.count == 3, digits.utf8.allSatisfy({ RecordID.hexDigit($0) != nil }) else { return nil }
    return digits.uppercased().map { "\($0)\($0)" }.joined()
  }

  /// Parses `21.11.2026`, `2026/11/21`, `11/21/2026`, `20261121`, `21 November 2026`, `Nov 21, 2026`.
  ///
  /// If day and month may be swapped, as in `3/4/2026`, returns both dates.
  private static func dates(_ text: String) -> [String] {
    if text.utf8.count == 8, let number = Int(text) {
      return [date(number / 10_000, number / 100 % 100, number % 100)].compactMap { $0 }
    }
    let parts = text.split { " ,./-".contains($0) }.map(String.init)
    guard parts.count == 3 else { return [] }
    let numbers = parts.map { Int($0) }
    if let month = parts.firstIndex(where: { Int($0) == nil }) {
      let word = parts[month].lowercased()
      guard month < 2, word.count >= 3, let name = months.firstIndex(where: { $0.hasPrefix(word) }) else { return [] }
      let day = numbers[month == 0 ? 1 : 0]
      guard let day, let year = numbers[2], parts[2].count == 4 else { return [] }
      return [date(year, name + 1, day)].compactMap { $0 }
    }
    guard let first = numbers[0], let second = numbers[1], let third = numbers[2] else { return [] }
    if parts[0].count == 4 { return [date(first, second, third)].compactMap { $0 } }
    guard parts[2].count == 4 else { return [] }
    if text.contains(".") || first == second { return [date(third, second, first)].compactMap { $0 } }
    return [date(third, second, first), date(third, first, second)].compactMap { $0 }
  }

  private static func date(_ year: Int, _ month: Int, _ day: Int) -> String? {
    CalendarDate(year: year, month: month, day: day)?.description
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
}
