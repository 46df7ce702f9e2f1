import ShelfModel
import ShelfStore

/// The loan of a copy that the user lent or borrowed. A loan is either current or past.
package struct Loan: Sendable {
  package let record: Record
  /// The person who has the lent copy, or who owns the borrowed copy.
  package let person: String
  /// Whether the user borrowed the copy, rather than lent it.
  package let isBorrowed: Bool
  package let since: CalendarDate?
  package let due: CalendarDate?
  /// The number of the lent copy, or nil if it is unknown.
  package var copy: String?
  /// The entry that describes this loan in the record's list of loans, or nil if separate fields of the record describe
  /// it.
  package var entry: String?
  /// Whether the copy has been returned.
  package var isPast = false
  /// The day on which the copy was returned, or nil if it is unknown or the loan is current.
  package var returned: CalendarDate?

  /// The number of equal loans that this one stands for in a table.
  package var count = 1

  /// Combines equal loans of copies without numbers, such as those of three copies that one person took on one day,
  /// into one loan with their `count`.
  package static func grouped(_ loans: [Loan]) -> [Loan] {
    var grouped: [Loan] = []
    var places: [[String]: Int] = [:]
    for loan in loans {
      let days = [loan.since, loan.due, loan.returned].map { $0?.description ?? "" }
      let key = [loan.record.path, loan.person, "\(loan.isBorrowed) \(loan.isPast)"] + days
      if loan.copy == nil, let place = places[key] {
        grouped[place].count += 1
      } else {
        if loan.copy == nil { places[key] = grouped.count }
        grouped.append(loan)
      }
    }
    return grouped
  }

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
      return Loan(
        record: record, person: record.texts(of: field).joined(separator: ", "), isBorrowed: isBorrowed,
        since: day(.lentOn), due: day(.due),
        copy: isBorrowed ? nil : schema.field(.lentCopy, of: record.kind).flatMap { record.texts(of: $0).first })
    }
    return first + ofFurtherCopies(record, schema)
  }

  /// Returns the current loans in the list of loans of a record.
  private static func ofFurtherCopies(_ record: Record, _ schema: Schema) -> [Loan] {
    guard let field = schema.field(.loans, of: record.kind), record.has(field) else { return [] }
    return record.texts(of: field).compactMap { text in
      guard let entry = LoanEntry(text), case .current(let since, let due) = entry.period else { return nil }
      return Loan(
        record: record, person: entry.person, isBorrowed: false, since: since, due: due, copy: entry.copy, entry: text)
    }
  }

  package static func past(of record: Record, _ schema: Schema) -> [Loan] {
    guard let field = schema.field(.loans, of: record.kind), record.has(field) else { return [] }
    return record.texts(of: field).compactMap { text in
      guard let entry = LoanEntry(text), case .past(let period) = entry.period else { return nil }
      return Loan(
        record: record, person: entry.person, isBorrowed: entry.isBorrowed, since: period.start, due: nil,
        copy: entry.copy, entry: text, isPast: true, returned: period.end)
    }
  }

  /// Returns whether the loan began in a period. If the beginning of a loan is unknown, its end counts instead.
  package func began(in days: ClosedRange<Int>) -> Bool {
    (since ?? returned).map { days.contains($0.daysSince1970) } ?? false
  }

  /// Returns whether this is known to be the loan of the copy with a number.
  package func isOf(copy number: String) -> Bool { copy.map { CopyNumbers.areSame($0, number) } ?? false }

  /// Returns the loan of the copy with a number, or nil if it is unknown. A loan of the only copy needs no number.
  package static func of(copy number: String, among loans: [Loan], _ schema: Schema) -> Loan? {
    loans.first { $0.isOf(copy: number) }
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
    guard let due, due.lastDay < today else { return nil }
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
  package static func past(_ library: Library, of kind: Kind = .book) -> [Loan] {
    func day(_ loan: Loan) -> Int { (loan.returned ?? loan.since)?.daysSince1970 ?? Int.min }
    return library.records(of: kind).flatMap { Loan.past(of: $0, library.schema) }
      .sorted { (day($1), $0.record.title, $0.record.id) < (day($0), $1.record.title, $1.record.id) }
  }

  package var overdue: [Loan] { all.filter { $0.overdue(on: today) != nil } }
}
