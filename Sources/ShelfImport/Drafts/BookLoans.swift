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
    func text(_ field: FieldHandle) -> String? { texts(field).first }
    entries.insert(
      LoanEntry(lentTo: person, since: text(.lentOn), due: text(.dueOn), copy: text(.lentCopy)), at: 0)
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
    let texts: [FieldHandle: String?] = [
      .lentTo: loan?.person, .lentOn: loan?.since?.description, .dueOn: loan?.due?.description, .lentCopy: loan?.copy,
    ]
    return texts.mapValues { [$0].compactMap(\.self) }
  }
}
