import ShelfModel

/// The loans of a book: the first current loan in separate fields, and the others in a list.
struct BookLoans {
  var entries: [LoanEntry] = []
  /// The items of the list that cannot be read.
  private var unread: [String] = []

  /// - Parameter texts: returns the text values of a field.
  init(_ texts: (FieldHandle) -> [String]) {
    for text in texts(.loans) {
      if let entry = LoanEntry(text) { entries.append(entry) } else { unread.append(text) }
    }
    guard let person = texts(.lentTo).first else { return }
    func day(_ field: FieldHandle) -> CalendarDate? { texts(field).first.flatMap { CalendarDate($0) } }
    entries.insert(
      LoanEntry(
        .current(since: day(.lentOn), due: day(.dueOn)), person, isBorrowed: false, copy: texts(.lentCopy).first), at: 0
    )
  }

  var current: [LoanEntry] { entries.filter(\.isCurrent) }

  /// The text values of the fields that store the loans.
  var texts: FieldTexts {
    var (others, first) = (entries, LoanEntry?.none)
    if let place = entries.firstIndex(where: \.isCurrent) { first = others.remove(at: place) }
    return BookLoans.fields(of: first).merging([.loans: others.map(\.description) + unread]) { $1 }
  }

  /// The text values of the separate fields for a current loan, or none if there is no loan.
  static func fields(of loan: LoanEntry?) -> FieldTexts {
    guard let loan, case .current(let since, let due) = loan.period else {
      return [.lentTo: [], .lentOn: [], .dueOn: [], .lentCopy: []]
    }
    return [
      .lentTo: [loan.person], .lentOn: [since?.description].compactMap(\.self),
      .dueOn: [due?.description].compactMap(\.self), .lentCopy: [loan.copy].compactMap(\.self),
    ]
  }
}
