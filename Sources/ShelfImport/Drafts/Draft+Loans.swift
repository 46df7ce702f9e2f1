import ShelfFormats
import ShelfModel
import ShelfText

extension Draft {
  /// The text that stands for the return date of a loan that ended on an unknown date.
  static let hasReturned = "true"

  /// The borrower of a loan that cannot be stored, because it has ended and neither its start date nor its return date
  /// is known.
  var endedLoanWithoutDays: String? {
    first(.returned) == Draft.hasReturned && self[.lentOn].isEmpty ? first(.lentTo) : nil
  }

  private static let ofLoan = [FieldHandle.lentTo, .lentOn, .dueOn, .lentCopy]

  /// Adds the class of a pupil to the borrower: `Lena Maier 7b`. Without a person, the class is the borrower.
  ///
  /// - Parameter hasPerson: whether the cell of the borrower contains any text. If this text does not name a borrower,
  ///   as in the case of “—”, nobody has the book, and the class is ignored.
  mutating func addClass(_ name: String, hasPerson: Bool) {
    guard let person = first(.lentTo), !person.isEmpty else {
      if !hasPerson { set(.lentTo, name) }
      return
    }
    let added = Folding.words(name)
    if !Folding.words(person).suffix(added.count).elementsEqual(added) {
      replace(.lentTo, ["\(person) \(name)"])
    }
  }

  /// Sets the copy of all loans.
  mutating func setCopy(_ copy: String?) {
    var loans = BookLoans { self[$0] }
    for place in loans.entries.indices { loans.entries[place].copy = copy }
    for (field, texts) in loans.texts { replace(field, texts) }
  }

  /// Converts the loan in a row to the form in which a record stores it.
  ///
  /// A loan with a return date is a past loan. If the row names several people and the book has at least as many
  /// copies, each person gets a separate loan.
  mutating func arrangeLoans() {
    defer { remove(.returned) }
    guard let person = first(.lentTo), !person.isEmpty else { return }
    var loan = LoanEntry(lentTo: person, since: first(.lentOn), due: first(.dueOn), copy: first(.lentCopy))
    if let text = first(.returned) {
      // A past loan without any date is dropped.
      if let past = loan.ended(on: CalendarDate(text)) { add(.loans, [past.description]) }
      for field in Draft.ofLoan { replace(field, []) }
      return
    }
    let people = PersonName.borrowers(person.replacing(" & ", with: " and "))
    guard people.count > 1, let copies = first(.copies).flatMap({ Int($0) }), copies >= people.count else { return }
    replace(.lentTo, [people[0]])
    loan.copy = nil
    add(
      .loans,
      people.dropFirst().map { person in
        loan.person = person
        return loan.description
      })
  }

  /// Adds the loans of another row of a list of loans. Equal rows are loans of several copies.
  ///
  /// - Returns: whether the other row contains a loan.
  mutating func takeLoans(of other: inout Draft) -> Bool {
    var others = BookLoans { other[$0] }
    if others.entries.isEmpty { return false }
    var added = others.entries
    others.entries = []
    // The loans of the earlier rows are not parsed again, which would take quadratic time.
    if self[.lentTo].isEmpty {
      let place = added.firstIndex(where: \.isCurrent)
      for (field, texts) in BookLoans.fields(of: place.map { added.remove(at: $0) }) { replace(field, texts) }
    }
    // Unlike other values, equal loans are kept.
    replace(.loans, self[.loans] + added.map(\.description))
    for (field, texts) in others.texts { other.replace(field, texts) }
    return true
  }
}
