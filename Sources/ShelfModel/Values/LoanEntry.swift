/// An entry in the list of loans: a past loan, `2026-03-02/2026-04-11 Anna`, or the current loan of an additional copy,
/// `2026-03-02/.. Ben (due 2026-04-11)`. If the copy was borrowed, `from` precedes the name.
///
/// The first current loan of a record is stored in separate fields. Two dots, ISO 8601-2's notation for an interval
/// that has not ended, distinguish the other current loans from past loans that ended on an unknown date: `2026-03/
/// Anna`.
package struct LoanEntry: Hashable, Sendable, CustomStringConvertible {
  package enum Period: Hashable, Sendable {
    case past(DateInterval)
    /// - Parameter since: the first day, or nil if it is unknown.
    case current(since: CalendarDate?, due: CalendarDate?)
  }

  package let period: Period
  /// The person who has or had the lent copy, or who owned the borrowed copy.
  package var person: String
  /// Whether the copy was borrowed, rather than lent.
  package let isBorrowed: Bool

  package init(_ period: Period, _ person: String, isBorrowed: Bool) {
    (self.period, self.person, self.isBorrowed) = (period, person, isBorrowed)
  }

  /// Parses the text in a file. The result is nil if the text does not start with an interval or contains no name.
  package init?(_ text: String) {
    guard let space = text.firstIndex(of: " ") else { return nil }
    let dates = text[..<space]
    var person = text[text.index(after: space)...].drop { $0 == " " }
    let isBorrowed = person.hasPrefix(LoanEntry.from)
    if isBorrowed { person = person.dropFirst(LoanEntry.from.count) }
    let period: Period
    if dates.hasSuffix(LoanEntry.open), !isBorrowed {
      let begin = dates.dropLast(LoanEntry.open.count)
      let since = CalendarDate(String(begin))
      if since == nil, !begin.isEmpty { return nil }
      var due: CalendarDate?
      if person.hasSuffix(")"), let start = person.ranges(of: LoanEntry.due).last {
        due = CalendarDate(String(person[start.upperBound...].dropLast()))
        if due != nil { person = person[..<start.lowerBound] }
      }
      period = .current(since: since, due: due)
    } else {
      guard let interval = DateInterval(String(dates)) else { return nil }
      period = .past(interval)
    }
    guard person.contains(where: { !$0.isWhitespace }) else { return nil }
    self.init(period, String(person), isBorrowed: isBorrowed)
  }

  private static let from = "from "
  private static let open = "/.."
  private static let due = " (due "

  package var isCurrent: Bool { if case .current = period { true } else { false } }

  package var description: String {
    switch period {
    case .past(let interval): "\(interval) \(isBorrowed ? LoanEntry.from : "")\(person)"
    case .current(let since, let due):
      "\(since?.description ?? "")\(LoanEntry.open) \(person)" + (due.map { "\(LoanEntry.due)\($0))" } ?? "")
    }
  }
}
