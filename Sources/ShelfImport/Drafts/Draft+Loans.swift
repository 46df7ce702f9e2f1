import ShelfModel

extension Draft {
  /// Turns the loan of a row into the form of a record.
  ///
  /// A loan with a day of return is a past loan. If the row names several people and has as many copies, each person has
  /// a loan.
  mutating func arrangeLoans() {
    defer { remove(.returned) }
    guard let person = first(.lentTo), !person.isEmpty else { return }
    let since = first(.lentOn).flatMap { CalendarDate($0) }
    if let back = first(.returned).flatMap({ CalendarDate($0) }) {
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
}
