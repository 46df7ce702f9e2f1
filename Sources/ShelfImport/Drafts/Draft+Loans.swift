import ShelfModel

extension Draft {
  /// Turns the loan of a row into the form of a record.
  ///
  /// A loan with the day of the return is a past loan. Several people, each with a copy, have a loan each.
  mutating func arrangeLoans() {
    let holder = FieldHandle(named: "lentTo")
    let loans = FieldHandle(named: "loans")
    let (begin, end) = (FieldHandle(named: "lentOn"), FieldHandle(named: "dueOn"))
    defer { remove(.returned) }
    guard let person = first(holder), !person.isEmpty else { return }
    let since = first(begin).flatMap { CalendarDate($0) }
    if let back = first(.returned).flatMap({ CalendarDate($0) }) {
      guard let interval = DateInterval(start: since, end: back) else { return }
      add(loans, [LoanEntry(.past(interval), person, isBorrowed: false).description])
      for field in [holder, begin, end] { replace(field, []) }
      return
    }
    let people = LoanEntry.people(person)
    guard people.count > 1, let copies = first(.copies).flatMap({ Int($0) }), copies >= people.count else { return }
    let due = first(end).flatMap { CalendarDate($0) }
    replace(holder, [people[0]])
    add(
      loans,
      people.dropFirst().map { LoanEntry(.current(since: since, due: due), $0, isBorrowed: false).description })
  }
}
