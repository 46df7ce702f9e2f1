/// A date in the proleptic Gregorian calendar: a day, a month or a year. A month or a year is sorted by its first day.
package struct CalendarDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let year: Int
  package let month: Int
  package let day: Int
  /// The known parts of the date.
  package let precision: Precision

  package enum Precision: UInt8, Sendable {
    case year, month, day
  }

  package init?(year: Int, month: Int, day: Int, precision: Precision = .day) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    guard day <= CalendarDate.days(inMonth: month, year: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.precision = precision
  }

  /// Parses `2026-11-21`, `2026-11` and `2026`. A timestamp is reduced to its date.
  package init?(_ text: String) {
    if let partial = CalendarDate(partial: text) {
      self = partial
      return
    }
    guard let moment = DateText(text) else { return nil }
    self = moment.date
  }

  /// Parses a four-digit year, alone or with a month.
  private init?(partial text: String) {
    guard text.utf8.count < 8 else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count < 3, parts[0].count == 4, parts.allSatisfy({ $0.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(String(parts[0]) ?? "")
    else { return nil }
    if parts.count == 1 {
      self.init(year: year, month: 1, day: 1, precision: .year)
    } else {
      guard (1...2).contains(parts[1].count), let month = Int(String(parts[1]) ?? "") else { return nil }
      self.init(year: year, month: month, day: 1, precision: .month)
    }
  }

  /// The last day of the month or year, or the day itself.
  package var lastDay: CalendarDate {
    switch precision {
    case .day: self
    case .month:
      CalendarDate(year: year, month: month, day: CalendarDate.days(inMonth: month, year: year)) ?? self
    case .year: CalendarDate(year: year, month: 12, day: 31) ?? self
    }
  }

  /// Creates the date that is a number of days after 1970-01-01.
  ///
  /// The algorithm is Howard Hinnant's `civil_from_days`: https://howardhinnant.github.io/date_algorithms.html.
  package init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    precision = .day
  }

  /// The number of days since 1970-01-01, computed by Howard Hinnant's `days_from_civil`.
  package var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  package static func < (a: CalendarDate, b: CalendarDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }

  package var description: String {
    // This avoids general formatting functions, which are too slow for imports with tens of thousands of dates.
    String(unsafeUninitializedCapacity: 10) { bytes in
      let digits = [1000, 100, 10, 1].map { year / $0 } + [month / 10, month, day / 10, day]
      var count = 0
      for digit in digits.prefix(4 + 2 * Int(precision.rawValue)) {
        if count == 4 || count == 7 {
          bytes[count] = UInt8(ascii: "-")
          count += 1
        }
        bytes[count] = UInt8(ascii: "0") + UInt8(digit % 10)
        count += 1
      }
      return count
    }
  }

  private static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// Returns a number, padded with leading zeros to a minimum number of digits.
package func padded(_ number: Int, to width: Int) -> String {
  let digits = String(number)
  return digits.count >= width ? digits : String(repeating: "0", count: width - digits.count) + digits
}
