import ShelfModel

extension Draft {
  /// The text for a loan that has ended on an unknown day.
  static let hasReturned = "true"

  /// The person of a loan that cannot be kept, because it has ended and neither of its days is known.
  var endedLoanWithoutDays: String? {
    first(.returned) == Draft.hasReturned && self[.lentOn].isEmpty ? first(.lentTo) : nil
  }

  /// Turns the loan of a row into the form of a record.
  ///
  /// A loan with a day of return is a past loan. If the row names several people and has as many copies, each person has
  /// a loan.
  mutating func arrangeLoans() {
    defer { remove(.returned) }
    guard let person = first(.lentTo), !person.isEmpty else { return }
    let since = first(.lentOn).flatMap { CalendarDate($0) }
    // Without any day, nothing is known about a loan that has ended.
    if let text = first(.returned) {
      let back = CalendarDate(text)
      if back == nil, since == nil {
        for field in [FieldHandle.lentTo, .lentOn, .dueOn] { replace(field, []) }
        return
      }
      guard let interval = DateInterval(start: since, end: back) else { return }
      add(.loans, [LoanEntry(.past(interval), person, isBorrowed: false).description])
      for field in [FieldHandle.lentTo, .lentOn, .dueOn] { replace(field, []) }
      return
    }
    let people = LoanEntry.people(person)
    guard people.count > 1, let copies = first(.copies).flatMap({ Int($0) }), copies >= people.count else { return }
    let due = first(.dueOn).flatMap { CalendarDate($0) }
    replace(.lentTo, [people[0]])
    add(
      .loans,
      people.dropFirst().map { LoanEntry(.current(since: since, due: due), $0, isBorrowed: false).description })
  }

  /// Turns the current loan into an entry of the list of loans, because another row has the first current loan.
  mutating func addCurrentLoanToList() {
    guard let person = first(.lentTo), !person.isEmpty else { return }
    let period = LoanEntry.Period.current(
      since: first(.lentOn).flatMap { CalendarDate($0) }, due: first(.dueOn).flatMap { CalendarDate($0) })
    add(.loans, [LoanEntry(period, person, isBorrowed: false).description])
    for field in [FieldHandle.lentTo, .lentOn, .dueOn] { replace(field, []) }
  }
}
