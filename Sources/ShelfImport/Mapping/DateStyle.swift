/// The order of the day, the month and the year in dates without words.
package enum DateStyle: String, CaseIterable, Sendable {
  /// Day, month, year, as in `20/5/2020`.
  case dmy
  /// Month, day, year, as in `5/20/2020`.
  case mdy
  /// Year, month, day, as in `20/05/20`.
  case ymd
}
