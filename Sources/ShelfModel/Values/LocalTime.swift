/// The reader's time zone: what days and clocks are where the reader is.
///
/// Files hold moments in UTC; what a person reads and types is local.
package struct LocalTime: Sendable {
  /// Returns how many seconds clocks are ahead of UTC at a moment, given in seconds since 1970.
  private let offset: @Sendable (Int) -> Int

  package init(offset: @escaping @Sendable (Int) -> Int) { self.offset = offset }

  /// Clocks that show UTC.
  package static let utc = LocalTime { _ in 0 }

  /// Returns the day that a moment falls on.
  package func day(of moment: Timestamp) -> CalendarDate { shown(moment).date }

  /// Returns the first second of a day, both counted from 1970.
  package func start(ofDay day: Int) -> Int { second(atClock: day * 86_400) }

  /// Returns the second since 1970 at which clocks show what they would show in UTC at the second `clock`.
  ///
  /// Where clocks are put forward past it, that is the moment at which they would have shown it.
  package func second(atClock clock: Int) -> Int {
    let guess = clock - offset(clock)
    return clock - offset(guess)
  }

  /// Returns what clocks show at a moment: `2026-11-21 19:00`.
  package func text(of moment: Timestamp) -> String {
    let text = shown(moment).description
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
  }

  /// Returns what clocks show at a moment, as the moment at which they would show it in UTC.
  package func shown(_ moment: Timestamp) -> Timestamp {
    Timestamp(secondsSince1970: moment.secondsSince1970 + offset(moment.secondsSince1970))
  }

  /// Reads a moment as `Timestamp` does; one without an offset is what clocks show.
  package func read(_ text: String) -> Timestamp? {
    guard let parts = DateText(text), let moment = Timestamp(text) else { return nil }
    return parts.hasOffset ? moment : Timestamp(secondsSince1970: second(atClock: moment.secondsSince1970))
  }
}
