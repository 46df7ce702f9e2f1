/// The user's time zone.
///
/// Files contain moments in UTC; people see and type local times.
package struct LocalTime: Sendable {
  /// Returns the offset from UTC in seconds at a moment, which is given in seconds since 1970.
  private let offset: @Sendable (Int) -> Int

  package init(offset: @escaping @Sendable (Int) -> Int) { self.offset = offset }

  package static let utc = LocalTime { _ in 0 }

  /// Returns the local day of a moment.
  package func day(of moment: Timestamp) -> CalendarDate { shown(moment).date }

  /// Returns the second at which a local day starts, in seconds since 1970. The day is given in days since 1970.
  package func start(ofDay day: Int) -> Int { second(atClock: day * 86_400) }

  /// Returns the moment at which local clocks show a time, both in seconds since 1970; `clock` is counted as if it were
  /// UTC.
  ///
  /// If clocks skip the time because they are set forward, the result is the moment that has this time by the offset
  /// before or after the change.
  package func second(atClock clock: Int) -> Int {
    let guess = clock - offset(clock)
    return clock - offset(guess)
  }

  /// Returns the local time of a moment: `2026-11-21 19:00`.
  package func text(of moment: Timestamp) -> String {
    let text = shown(moment).description
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
  }

  /// Returns the local time of a moment, in the form of a moment that has this time in UTC.
  package func shown(_ moment: Timestamp) -> Timestamp {
    Timestamp(secondsSince1970: moment.secondsSince1970 + offset(moment.secondsSince1970))
  }

  /// Parses a moment like `Timestamp`, except that a time without an offset is local.
  package func read(_ text: String) -> Timestamp? {
    guard let parts = DateText(text), let moment = Timestamp(text) else { return nil }
    return parts.hasOffset ? moment : Timestamp(secondsSince1970: second(atClock: moment.secondsSince1970))
  }
}
