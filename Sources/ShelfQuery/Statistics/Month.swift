import ShelfModel

/// A month in a time series.
struct Month: Sendable {
  /// The month in the form `2026-11`.
  let label: String
  /// The days of the month, in days since 1970-01-01.
  let days: ClosedRange<Int>

  private init?(_ number: Int) {
    guard let first = CalendarDate(year: number / 12, month: number % 12 + 1, day: 1) else { return nil }
    let next = CalendarDate(year: (number + 1) / 12, month: (number + 1) % 12 + 1, day: 1)
    label = String(first.description.prefix(7))
    days = first.daysSince1970...(next?.daysSince1970 ?? first.daysSince1970 + 31) - 1
  }

  /// Returns the given number of consecutive months, ending with the month that contains `today`.
  static func last(_ count: Int, to today: CalendarDate) -> [Month] {
    (0..<count).reversed().compactMap { Month(today.year * 12 + today.month - 1 - $0) }
  }

  static func all(of year: Int) -> [Month] { (0..<12).compactMap { Month(year * 12 + $0) } }
}
