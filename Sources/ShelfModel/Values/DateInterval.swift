/// A period with a start and an end date: `2019-06-02/2019-06-30`. Either date can be unknown: `2019-06/`.
///
/// The notation follows ISO 8601. Each date can be a day, a month or a year.
package struct DateInterval: Hashable, Sendable, CustomStringConvertible {
  package let start: CalendarDate?
  package let end: CalendarDate?

  package init?(start: CalendarDate?, end: CalendarDate?) {
    guard start != nil || end != nil else { return nil }
    self.start = start
    self.end = end
  }

  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { return nil }
    let ends = parts.map { $0.isEmpty ? nil : CalendarDate($0) }
    guard zip(parts, ends).allSatisfy({ $0.isEmpty || $1 != nil }) else { return nil }
    self.init(start: ends[0], end: ends[1])
  }

  package var isReversed: Bool {
    guard let start, let end else { return false }
    return end.lastDay < start
  }

  package var description: String { "\(start?.description ?? "")/\(end?.description ?? "")" }
}
