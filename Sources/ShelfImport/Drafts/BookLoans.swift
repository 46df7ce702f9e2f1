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
    entries.insert(LoanEntry(.current(since: day(.lentOn), due: day(.dueOn)), person, isBorrowed: false), at: 0)
  }

  var current: [LoanEntry] { entries.filter(\.isCurrent) }

  /// The text values of the fields that store the loans.
  var texts: FieldTexts {
    var (others, first) = (entries, LoanEntry?.none)
    if let place = entries.firstIndex(where: \.isCurrent) { first = others.remove(at: place) }
    var texts: FieldTexts = [.lentTo: [], .lentOn: [], .dueOn: [], .loans: others.map(\.description) + unread]
    if let first, case .current(let since, let due) = first.period {
      texts[.lentTo] = [first.person]
      texts[.lentOn] = [since?.description].compactMap(\.self)
      texts[.dueOn] = [due?.description].compactMap(\.self)
    }
    return texts
  }
}
