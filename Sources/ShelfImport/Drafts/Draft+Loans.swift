import ShelfFormats
import ShelfModel

extension Draft {
  /// The text that stands for the return date of a loan that ended on an unknown date.
  static let hasReturned = "true"

  /// The borrower of a loan that cannot be stored, because it has ended and neither its start date nor its return date
  /// is known.
  var endedLoanWithoutDays: String? {
    first(.returned) == Draft.hasReturned && self[.lentOn].isEmpty ? first(.lentTo) : nil
  }

  /// Converts the loan in a row to the form in which a record stores it.
  ///
  /// A loan with a return date is a past loan. If the row names several people and the book has at least as many
  /// copies, each person gets a separate loan.
  mutating func arrangeLoans() {
    defer { remove(.returned) }
    guard let person = first(.lentTo), !person.isEmpty else { return }
    let since = first(.lentOn).flatMap { CalendarDate($0) }
    // A past loan without any date is dropped.
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
    let people = PersonName.borrowers(person)
    guard people.count > 1, let copies = first(.copies).flatMap({ Int($0) }), copies >= people.count else { return }
    let due = first(.dueOn).flatMap { CalendarDate($0) }
    replace(.lentTo, [people[0]])
    add(
      .loans,
      people.dropFirst().map { LoanEntry(.current(since: since, due: due), $0, isBorrowed: false).description })
  }

  /// Moves the current loan to the list of loans, because another row contains the first current loan.
  mutating func addCurrentLoanToList() {
    guard let person = first(.lentTo), !person.isEmpty else { return }
    let period = LoanEntry.Period.current(
      since: first(.lentOn).flatMap { CalendarDate($0) }, due: first(.dueOn).flatMap { CalendarDate($0) })
    add(.loans, [LoanEntry(period, person, isBorrowed: false).description])
    for field in [FieldHandle.lentTo, .lentOn, .dueOn] { replace(field, []) }
  }
}
