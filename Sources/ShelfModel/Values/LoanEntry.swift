/// An entry in the list of loans: a past loan, `2026-03-02/2026-04-11 Anna`, or the current loan of an additional copy,
/// `2026-03-02/.. Ben (due 2026-04-11)`. If the copy was borrowed, `from` precedes the name. If the number of a lent
/// copy is known, it follows the name: `Ben (due 2026-04-11, copy 010003)`.
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
  /// The number of the lent copy, or nil if it is unknown.
  package var copy: String?

  package init(_ period: Period, _ person: String, isBorrowed: Bool, copy: String? = nil) {
    (self.period, self.person, self.isBorrowed, self.copy) = (period, person, isBorrowed, copy)
  }

  /// The loan that the texts of separate fields describe.
  package init(lentTo person: String, since: String?, due: String?, copy: String?) {
    let period = Period.current(since: since.flatMap { CalendarDate($0) }, due: due.flatMap { CalendarDate($0) })
    self.init(period, person, isBorrowed: false, copy: copy)
  }

  /// Parses the text in a file. The result is nil if the text does not start with an interval or contains no name.
  package init?(_ text: String) {
    guard let space = text.firstIndex(of: " ") else { return nil }
    let dates = text[..<space]
    var person = text[text.index(after: space)...].drop { $0 == " " }
    let isBorrowed = person.hasPrefix(LoanEntry.from)
    if isBorrowed { person = person.dropFirst(LoanEntry.from.count) }
    let period: Period
    var copy: String?
    if dates.hasSuffix(LoanEntry.open), !isBorrowed {
      let begin = dates.dropLast(LoanEntry.open.count)
      let since = CalendarDate(String(begin))
      if since == nil, !begin.isEmpty { return nil }
      let (name, due, number) = LoanEntry.details(person)
      (person, copy) = (name, number)
      period = .current(since: since, due: due)
    } else {
      guard let interval = DateInterval(String(dates)) else { return nil }
      let (name, due, number) = LoanEntry.details(person)
      // A past loan has no due date, so these parentheses belong to the name.
      if !isBorrowed, due == nil { (person, copy) = (name, number) }
      period = .past(interval)
    }
    guard person.contains(where: { !$0.isWhitespace }) else { return nil }
    self.init(period, String(person), isBorrowed: isBorrowed, copy: copy)
  }

  private static let from = "from "
  private static let open = "/.."
  private static let due = "due "
  private static let copy = "copy "

  /// Splits a name from the due date and the number of the copy in parentheses at its end. Any other parentheses, as in
  /// `Ben (7b)`, belong to the name.
  private static func details(_ text: Substring) -> (name: Substring, due: CalendarDate?, copy: String?) {
    guard text.hasSuffix(")") else { return (text, nil, nil) }
    for opening in [" (\(due)", " (\(copy)"] {
      guard let start = text.ranges(of: opening).last else { continue }
      var rest = text[start.lowerBound...].dropFirst(2).dropLast()
      var end: CalendarDate?
      if rest.hasPrefix(due) {
        let comma = rest.firstRange(of: ", \(copy)")
        end = CalendarDate(String(rest[..<(comma?.lowerBound ?? rest.endIndex)].dropFirst(due.count)))
        if end == nil { continue }
        rest = comma.map { rest[$0.lowerBound...].dropFirst(2) } ?? ""
      }
      let number = rest.hasPrefix(copy) ? String(rest.dropFirst(copy.count)) : nil
      if rest.isEmpty || number.map(isNumber) ?? false { return (text[..<start.lowerBound], end, number) }
    }
    return (text, nil, nil)
  }

  /// Returns whether a text can be the number of a copy: it contains a digit, and its parentheses are in pairs. Any
  /// other number is not written, because it would become part of the name.
  private static func isNumber(_ text: String) -> Bool {
    if text.contains(" (\(due)") || text.contains(" (\(copy)") { return false }
    var depth = 0
    for character in text where depth >= 0 { depth += character == "(" ? 1 : character == ")" ? -1 : 0 }
    return depth == 0 && text.contains { $0.isNumber }
  }

  package var isCurrent: Bool { if case .current = period { true } else { false } }

  /// The day when the loan began, or nil if it is unknown.
  package var since: CalendarDate? {
    switch period {
    case .past(let days): days.start
    case .current(let since, _): since
    }
  }

  /// The day when a current loan ends, or nil if it is unknown or the loan is over.
  package var due: CalendarDate? { if case .current(_, let due) = period { due } else { nil } }

  /// The day when the copy was returned, or nil if it is unknown or the loan is current.
  package var returned: CalendarDate? { if case .past(let days) = period { days.end } else { nil } }

  /// Returns the loan after the copy was returned on a day, which may be unknown. Returns nil if no day is known.
  package func ended(on day: CalendarDate?) -> LoanEntry? {
    DateInterval(start: since, end: day).map { LoanEntry(.past($0), person, isBorrowed: isBorrowed, copy: copy) }
  }

  package var description: String {
    var (dates, end) = ("", CalendarDate?.none)
    switch period {
    case .past(let interval): dates = interval.description
    case .current(let since, let due): (dates, end) = ((since?.description ?? "") + LoanEntry.open, due)
    }
    let number = copy.flatMap { LoanEntry.isNumber($0) ? LoanEntry.copy + $0 : nil }
    let details = [end.map { LoanEntry.due + $0.description }, number].compactMap(\.self)
    return "\(dates) \(isBorrowed ? LoanEntry.from : "")\(person)"
      + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
  }
}
