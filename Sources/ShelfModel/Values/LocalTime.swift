/// The user's time zone.
///
/// Files contain timestamps in UTC, whereas people see and type local times.
package struct LocalTime: Sendable {
  /// Returns the offset from UTC, in seconds, at a given number of seconds since 1970.
  private let offset: @Sendable (Int) -> Int

  package init(offset: @escaping @Sendable (Int) -> Int) { self.offset = offset }

  package static let utc = LocalTime { _ in 0 }

  package func day(of moment: Timestamp) -> CalendarDate { shown(moment).date }

  /// Returns the time when a local day starts, in seconds since 1970. The day is given as the number of days since
  /// 1970.
  package func start(ofDay day: Int) -> Int { second(atClock: day * 86_400) }

  /// Returns the time at which local clocks show `clock`. Both are in seconds since 1970; `clock` is counted as if the
  /// local time were UTC.
  ///
  /// If clocks skip this time because they are set forward, the result uses the offset from before or after the change.
  package func second(atClock clock: Int) -> Int {
    let guess = clock - offset(clock)
    return clock - offset(guess)
  }

  /// Returns the local time of a timestamp, such as `2026-11-21 19:00`.
  package func text(of moment: Timestamp) -> String {
    let text = shown(moment).description
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
  }

  /// Returns a timestamp whose UTC time is the local time of the given timestamp.
  package func shown(_ moment: Timestamp) -> Timestamp {
    Timestamp(secondsSince1970: moment.secondsSince1970 + offset(moment.secondsSince1970))
  }

  /// Parses the same forms as `Timestamp`, except that a time without an offset is local time.
  package func read(_ text: String) -> Timestamp? {
    guard let parts = DateText(text), let moment = Timestamp(text) else { return nil }
    return parts.hasOffset ? moment : Timestamp(secondsSince1970: second(atClock: moment.secondsSince1970))
  }

  /// Parses the earliest time for a listing: a timestamp, a date, a word for a date such as `friday`, or an age such as
  /// `7d`, `2w`, `6m` or `1y`. Returns nil for anything else.
  package func since(_ text: String, today: CalendarDate, now: Timestamp) -> Timestamp? {
    if let moment = read(text) { return moment }
    let text = ["last week", "this week"].contains(text.lowercased()) ? "7d" : text
    let days: [Character: Int] = ["d": 1, "w": 7, "m": 30, "y": 365]
    if let unit = text.last.flatMap({ days[$0] }), let count = Int(text.dropLast()), (0...10_000).contains(count) {
      return Timestamp(secondsSince1970: now.secondsSince1970 - count * unit * 86_400)
    }
    return RelativeDay(today: today).read(text, .past).map {
      Timestamp(secondsSince1970: start(ofDay: $0.daysSince1970))
    }
  }
}
