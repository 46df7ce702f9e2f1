extension LocalTime {
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
