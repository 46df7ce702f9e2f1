/// What a person can have meant by a value that does not read as its field's type.
enum ValueReading {
  /// Returns the values that can be meant, in the words of the file; none where that would be guessing.
  static func meanings(of text: String, as type: FieldType) -> [String] {
    let text = text.trimmed
    let found: [String] =
      switch type {
      case .integer: integer(text).map { [$0] } ?? []
      case .boolean: boolean(text).map { [$0] } ?? []
      case .date: dates(text)
      case .color: color(text).map { [$0] } ?? []
      default: []
      }
    return found.filter { type.read([$0]) != nil }
  }

  /// Reads `4.0`, `+4`, `1,200` and stars.
  private static func integer(_ text: String) -> String? {
    if !text.isEmpty, text.allSatisfy({ "★☆⭐".contains($0) }) { return String(text.count { $0 != "☆" }) }
    var digits = text.filter { $0 != "," && $0 != "_" && $0 != " " }
    let grouped = text.split(whereSeparator: { ",_ ".contains($0) })
    if grouped.count > 1, grouped.dropFirst().contains(where: { $0.count != 3 }) { return nil }
    if let dot = digits.firstIndex(of: "."), digits[dot...].dropFirst().allSatisfy({ $0 == "0" }) {
      digits = String(digits[..<dot])
    }
    return Int(digits).map(String.init)
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

  /// Reads `21.11.2026`, `2026/11/21`, `11/21/2026`, `20261121`, `21 November 2026`, `Nov 21, 2026`.
  ///
  /// Where day and month can be exchanged, as in `3/4/2026`, both days are returned.
  private static func dates(_ text: String) -> [String] {
    if text.utf8.count == 8, let number = Int(text) {
      return [date(number / 10_000, number / 100 % 100, number % 100)].compactMap { $0 }
    }
    let parts = text.split { " ,./-".contains($0) }.map(String.init)
    guard parts.count == 3 else { return [] }
    let numbers = parts.map { Int($0) }
    if let month = parts.firstIndex(where: { Int($0) == nil }) {
      guard let name = months.first(where: { parts[month].lowercased().hasPrefix($0.key) })?.value, month < 2 else {
        return []
      }
      let day = numbers[month == 0 ? 1 : 0]
      guard let day, let year = numbers[2], parts[2].count == 4 else { return [] }
      return [date(year, name, day)].compactMap { $0 }
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
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11,
    "dec": 12,
  ]
}
