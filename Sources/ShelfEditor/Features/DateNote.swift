import ShelfModel

/// A description of a date: "Saturday, 21 November 2026, 3 days ago".
enum DateNote {
  private static let weekdays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  static func text(_ date: CalendarDate, today: CalendarDate) -> String {
    let month = months[date.month - 1]
    switch date.precision {
    case .year: return String(date.year)
    case .month: return "\(month) \(date.year)"
    case .day:
      let days = date.daysSince1970
      let weekday = weekdays[((days % 7) + 7) % 7]
      return "\(weekday), \(date.day) \(month) \(date.year), \(distance(today.daysSince1970 - days))"
    }
  }

  /// Returns a description of the distance from today.
  ///
  /// - Parameter days: the number of days since the date; negative for a date in the future.
  private static func distance(_ days: Int) -> String {
    switch days {
    case 0: return "today"
    case 1: return "yesterday"
    case -1: return "tomorrow"
    default: break
    }
    let count = abs(days)
    let (number, unit) =
      count < 60 ? (count, "day") : count < 730 ? (count / 30, "month") : (Int(Double(count) / 365.25), "year")
    let text = "\(number) \(unit)\(number == 1 ? "" : "s")"
    return days > 0 ? text + " ago" : "in " + text
  }
}
