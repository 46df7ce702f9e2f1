import ShelfFormats
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText

/// Marks records as lent to someone.
package struct LendRecords: Act {
  package var subjects: Subjects
  package var kind: Kind
  /// The borrower, or several borrowers, as in `Ali, Ben and Mia`.
  package var person: String
  /// The number of copies that each borrower gets.
  package var copies = 1
  /// The date when the copies were lent. The default is today.
  package var since: String?
  /// The due date, or a period from today such as `2w`, or nil for no due date.
  package var until: String?

  /// Whether the person was the last of several words, so that it may be a record that was meant to be lent.
  package var mayMeanRecord = false

  package init(
    _ subjects: Subjects, of kind: Kind = .book, to person: String, since: String? = nil, until: String? = nil
  ) {
    (self.subjects, self.kind, self.person, self.since, self.until) = (subjects, kind, person, since, until)
  }

  package var isLocal: Bool { true }

  package func plan(_ plan: inout ActPlan) throws {
    let records = try plan.find(subjects, of: kind)
    if records.isEmpty { return }
    let fields = try LoanFields(kind, plan.library)
    var parser = plan.parser()
    let people = people(plan.library, parser.today)
    if mayMeanRecord, let record = try? plan.finder.find(person, kind, .exact),
      !people.contains(where: { Folding.fold($0) == Folding.fold(person.trimmed) })
    {
      throw ActRefusal.personIsRecord(person, record)
    }
    for record in records { try plan.edits.change(record, loan(of: record, fields, people, plan.library, &parser)) }
  }

  private func loan(
    of record: Record, _ fields: LoanFields, _ people: [String], _ library: Library, _ parser: inout AssignmentParser
  ) throws -> [Assignment] {
    let schema = library.schema
    let loans = Loan.all(of: record, schema)
    let free = Loan.copies(of: record, schema) - loans.count
    if let loan = loans.first, loan.isBorrowed || free < 1 {
      throw ActRefusal.onLoan(loans, others: otherCopies(of: record, fields, library))
    }
    if isMissing(record, fields, schema) { throw ActRefusal.notOwned(record, fields.owned) }
    let names = PersonName.borrowers(person)
    // The number of copies may be too large to be multiplied. There is no name if the text has no letters.
    if copies > max(1, free) / max(1, names.count) {
      throw ActRefusal.tooFewCopies(record, free: free, wanted: max(1, names.count) * min(copies, 1_000_000))
    }
    var holders: [Assignment] = []
    for name in names.count > 1 ? names : [person] {
      let holder = try parser.read(key: fields.holder.key, .set, spelled(name, among: people), kind)
      if holder.values.isEmpty { throw ActRefusal.personMissing(isBorrowed: false) }
      holders += Array(repeating: holder, count: copies)
    }
    let period = try fields.period(of: record.title, since: since, until: until, kind, &parser)
    // The loan fields describe the loan of one copy; the list of loans contains the loans of the others.
    let first = loans.isEmpty ? [holders.removeFirst()] + period : []
    let further = holders.map { Assignment.Value(text: fields.furtherLoan(to: $0, period)) }
    return first + (further.isEmpty ? [] : [Assignment(fields.earlier, .append, further)])
  }

  /// Returns whether the user has no copy, because the record is wanted or not owned.
  private func isMissing(_ record: Record, _ fields: LoanFields, _ schema: Schema) -> Bool {
    if record.has(fields.owned) { return record.value(of: fields.owned) == .boolean(false) }
    guard let state = schema.field(.state, of: kind), let wanted = state.states?.wanted else { return false }
    return record.value(of: state)?.text == wanted
  }

  /// Returns the records of other copies of a book, or of other editions, that can be lent.
  private func otherCopies(of record: Record, _ fields: LoanFields, _ library: Library) -> [Record] {
    let (title, likeness) = (Folding.fold(record.title), Likeness(record, library.schema))
    return library.records(of: kind).filter { other in
      other.id != record.id && Folding.fold(other.title) == title
        && likeness.mayShareCreator(with: Likeness(other, library.schema))
        && !isMissing(other, fields, library.schema) && Loan.all(of: other, library.schema).isEmpty
    }
  }

  /// Returns the people of all loans.
  private func people(_ library: Library, _ today: CalendarDate) -> [String] {
    (LoanTable(library, today: today).all + LoanTable.past(library)).map(\.person)
  }

  /// Returns a person's name as spelled in other loans, so that `ayse` and `Ayşe` do not become two people.
  private func spelled(_ name: String, among people: [String]) -> String {
    if people.contains(name) { return name }
    let folded = Folding.fold(name.trimmed)
    return people.first { Folding.fold($0) == folded } ?? name
  }
}
