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
  /// The number of copies that each borrower gets. If the user named one copy, these are the copy and the next ones
  /// that are not lent.
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
    for record in records {
      let copies = plan.copies(namedOf: record)
      // Someone may have reserved the book.
      let issues = plan.library.openIssueTitles(of: record)
      if !issues.isEmpty { plan.notes.append(.issues(record, issues)) }
      try plan.edits.change(record, loan(of: record, copies, fields, people, plan.library, &parser))
    }
  }

  /// - Parameter named: the numbers of the copies that the user named.
  private func loan(
    of record: Record, _ named: [String], _ fields: LoanFields, _ people: [String], _ library: Library,
    _ parser: inout AssignmentParser
  ) throws -> [Assignment] {
    let schema = library.schema
    let loans = Loan.all(of: record, schema)
    let lent = loans.compactMap(\.copy)
    func isLent(_ number: String) -> Bool { lent.contains { CopyNumbers.areSame($0, number) } }
    let all = CopyNumbers(record, schema).all
    if let number = named.first(where: isLent), loans.count > 1 || Loan.copies(of: record, schema) > 1,
      let loan = Loan.of(copy: number, among: loans, schema)
    {
      throw ActRefusal.copyOnLoan(loan, number, others: all.filter { !isLent($0) })
    }
    let free = Loan.copies(of: record, schema) - loans.count
    if let loan = loans.first, loan.isBorrowed || free < 1 {
      throw ActRefusal.onLoan(loans, others: otherCopies(of: record, fields, library))
    }
    if Loan.isMissing(record, schema) { throw ActRefusal.notOwned(record, fields.owned) }
    let names = PersonName.borrowers(person)
    // A single name stays as the user typed it. A text without letters contains no name.
    let borrowers = names.count > 1 ? names : [person]
    let count = borrowers.count == 1 ? max(copies, named.count) : copies
    // The number of copies may be too large to be multiplied.
    if count > max(1, free) / borrowers.count {
      throw ActRefusal.tooFewCopies(
        record, free: free, wanted: borrowers.count * min(count, 1_000_000),
        each: borrowers.count > 1 && count > 1 ? (count, borrowers) : nil)
    }
    let wanted = borrowers.count * count
    if named.count > wanted { throw ActRefusal.tooManyCopies(named, borrowers) }
    var numbers = named
    if let last = named.last.flatMap({ all.firstIndex(of: $0) }) {
      let next = (all[(last + 1)...] + all[..<last]).filter { !isLent($0) && !named.contains($0) }
      if named.count + next.count >= wanted { numbers += next.prefix(wanted - named.count) }
    }
    // If one person borrows all copies that are here, the numbers of the copies are known.
    let here = all.filter { !isLent($0) }
    if named.isEmpty, borrowers.count == 1, Loan.copies(of: record, schema) > 1, wanted == free, here.count == free {
      numbers = here
    }
    var holders: [Assignment] = []
    for name in borrowers {
      let holder = try parser.read(key: fields.holder.key, .set, spelled(name, among: people), kind)
      if holder.values.isEmpty { throw ActRefusal.personMissing(isBorrowed: false) }
      holders += Array(repeating: holder, count: count)
    }
    let period = try fields.period(of: record.title, since: since, until: until, kind, &parser)
    // The loan fields describe the loan of one copy; the list of loans contains the loans of the others.
    var copies = (0..<wanted).map { fields.copy != nil && $0 < numbers.count ? numbers[$0] : nil }[...]
    let first =
      loans.isEmpty
      ? [holders.removeFirst()] + period
        + (copies.removeFirst().flatMap { number in fields.copy.map { [.set($0, to: number)] } } ?? []) : []
    let further = zip(holders, copies).map { holder, copy in
      Assignment.Value(text: fields.furtherLoan(to: holder, period, copy: copy))
    }
    return first + (further.isEmpty ? [] : [Assignment(fields.earlier, .append, further)])
  }

  /// Returns the records of other copies of a book, or of other editions, that can be lent.
  private func otherCopies(of record: Record, _ fields: LoanFields, _ library: Library) -> [Record] {
    let (title, likeness) = (Folding.fold(record.title), Likeness(record, library.schema))
    return library.records(of: kind).filter { other in
      other.id != record.id && Folding.fold(other.title) == title
        && likeness.mayShareCreator(with: Likeness(other, library.schema))
        && !Loan.isMissing(other, library.schema) && Loan.all(of: other, library.schema).isEmpty
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
