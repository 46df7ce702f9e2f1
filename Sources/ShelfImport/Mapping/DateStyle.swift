/// The order in which a source writes the day, the month and the year of a date that has no words.
package enum DateStyle: String, CaseIterable, Sendable {
  /// `20/5/2020`
  case dmy
  /// `5/20/2020`
  case mdy
  /// `20/05/20`, of which the first is the year
  case ymd
}
