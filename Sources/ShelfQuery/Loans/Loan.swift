import ShelfModel
import ShelfStore

/// The loan of a copy that the user lent or borrowed. A loan is either current or past.
@dynamicMemberLookup package struct Loan: Sendable {
  package let record: Record
  package var terms: LoanEntry
  /// The text that describes this loan in the record's list of loans, or nil if separate fields of the record describe
  /// it.
  package var entry: String?

  package subscript<Value>(dynamicMember part: KeyPath<LoanEntry, Value>) -> Value { terms[keyPath: part] }

  /// Returns the current loans that a record describes. There is usually at most one, but there can be one for each
  /// copy.
  package static func all(of record: Record, _ schema: Schema) -> [Loan] {
    func field(_ role: FieldRoles) -> Field? { schema.field(role, of: record.kind) }
    func day(_ role: FieldRoles) -> CalendarDate? {
      guard let field = field(role), case .date(let day)? = record.value(of: field) else { return nil }
      return day
    }
    let roles: [(FieldRoles, Bool)] = [(.holder, false), (.lender, true)]
    let first = roles.compactMap { role, isBorrowed -> Loan? in
      guard let field = field(role), record.has(field) else { return nil }
      let person = record.texts(of: field).joined(separator: ", ")
      let copy = isBorrowed ? nil : schema.field(.lentCopy, of: record.kind).flatMap { record.texts(of: $0).first }
      let period = LoanEntry.Period.current(since: day(.lentOn), due: day(.due))
      return Loan(record: record, terms: LoanEntry(period, person, isBorrowed: isBorrowed, copy: copy))
    }
    return first + listed(in: record, schema).filter(\.isCurrent)
  }

  package static func past(of record: Record, _ schema: Schema) -> [Loan] {
    listed(in: record, schema).filter { !$0.isCurrent }
  }

  private static func listed(in record: Record, _ schema: Schema) -> [Loan] {
    guard let field = schema.field(.loans, of: record.kind), record.has(field) else { return [] }
    return record.texts(of: field).compactMap { text in
      LoanEntry(text).map { Loan(record: record, terms: $0, entry: text) }
    }
  }

  /// Returns whether the loan began in a period. If the beginning of a loan is unknown, its end counts instead.
  package func began(in days: ClosedRange<Int>) -> Bool {
    (self.since ?? self.returned).map { days.contains($0.daysSince1970) } ?? false
  }

  /// Returns the loan of the copy with a number, or nil if it is unknown. A loan of the only copy needs no number.
  package static func of(copy number: String, among loans: [Loan], _ schema: Schema) -> Loan? {
    loans.first { $0.terms.isOf(copy: number) }
      ?? loans.first { loan in
        !loan.isBorrowed && copies(of: loan.record, schema) == 1 && CopyNumbers(loan.record, schema).all.count < 2
      }
  }

  /// Returns the number of copies of a record that the user owns: the number in the record's file, but at least 1.
  package static func copies(of record: Record, _ schema: Schema) -> Int {
    guard let field = schema.field(.copies, of: record.kind), case .integer(let count)? = record.value(of: field)
    else { return 1 }
    return max(1, count)
  }

  /// Returns whether all copies of a record that the user owns are lent.
  package static func areAllLent(_ record: Record, _ schema: Schema) -> Bool {
    guard schema.field(.holder, of: record.kind).map(record.has) ?? false else { return false }
    return all(of: record, schema).count { !$0.isBorrowed } >= copies(of: record, schema)
  }

  /// Returns whether the user has no copy of a record right now, because their own copies are lent, or because they
  /// neither own nor have borrowed a copy.
  package static func isAway(_ record: Record, _ schema: Schema) -> Bool {
    areAllLent(record, schema) || isGone(record, schema)
  }

  /// Returns whether the user neither owns nor has borrowed a copy of a record, as after giving it away.
  package static func isGone(_ record: Record, _ schema: Schema) -> Bool {
    guard let owned = schema.field(.owned, of: record.kind) else { return false }
    return record.value(of: owned) == .boolean(false) && !isBorrowed(record, schema)
  }

  /// Returns whether a record is not on the shelf although its state says so, because the user gave it away.
  package static func isOffShelf(_ record: Record, _ schema: Schema) -> Bool {
    guard let state = schema.field(.state, of: record.kind), let states = state.states else { return false }
    return (record.value(of: state)?.text ?? state.defaultText) == states.before.value && isGone(record, schema)
  }

  /// Returns whether the user has no copy of their own, because the record is not owned or, if it does not state this,
  /// because it is borrowed or wanted.
  package static func isMissing(_ record: Record, _ schema: Schema) -> Bool {
    func field(_ role: FieldRoles) -> Field? { schema.field(role, of: record.kind) }
    if let owned = field(.owned), record.has(owned) { return record.value(of: owned) == .boolean(false) }
    if isBorrowed(record, schema) { return true }
    guard let state = field(.state), let wanted = state.states?.wanted else { return false }
    return record.value(of: state)?.text == wanted
  }

  /// Returns whether the user has borrowed a copy of a record.
  package static func isBorrowed(_ record: Record, _ schema: Schema) -> Bool {
    schema.field(.lender, of: record.kind).map(record.has) ?? false
  }

  /// Returns the number of days that the loan is overdue, or nil if it is not overdue.
  package func overdue(on today: CalendarDate) -> Int? {
    guard let due = terms.due, due.lastDay < today else { return nil }
    return today.daysSince1970 - due.lastDay.daysSince1970
  }
}

package struct LoanTable: Sendable {
  /// The current loans, sorted by due date. Loans without a due date come last. Loans with the same due date, or
  /// without one, are sorted from oldest to newest.
  package let all: [Loan]
  private let today: CalendarDate

  package init(_ library: Library, of kind: Kind = .book, today: CalendarDate) {
    self.today = today
    let schema = library.schema
    let fields = [FieldRoles.holder, .lender, .loans].compactMap { schema.field($0, of: kind) }
    func key(_ loan: Loan) -> (Int, Int, String, RecordID) {
      (
        loan.due?.lastDay.daysSince1970 ?? Int.max, loan.since?.daysSince1970 ?? Int.max, loan.record.title,
        loan.record.id
      )
    }
    all = library.records(of: kind).filter { record in fields.contains { record.has($0) } }
      .flatMap { Loan.all(of: $0, schema) }.sorted { key($0) < key($1) }
  }

  /// Returns the past loans, most recent first.
  package static func past(_ library: Library) -> [Loan] {
    func day(_ loan: Loan) -> Int { (loan.returned ?? loan.since)?.daysSince1970 ?? Int.min }
    return library.records(of: .book).flatMap { Loan.past(of: $0, library.schema) }
      .sorted { (day($1), $0.record.title, $0.record.id) < (day($0), $1.record.title, $1.record.id) }
  }

  package var overdue: [Loan] { all.filter { $0.overdue(on: today) != nil } }
}
