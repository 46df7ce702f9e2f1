import ShelfModel
import ShelfQuery
import ShelfStore

/// Ends the loans of copies that have been returned, and adds them to the past loans, whether the user lent or borrowed
/// the copies.
package struct ReturnRecords: Act {
  package var subjects: Subjects
  package var kind: Kind
  /// The other person, or nil if each record has only one loan. The last name of the subjects may also be a person.
  package var person: String?
  /// The date when the copies were returned. The default is today.
  package var day: String?
  package var copies: LoanFields.Copies

  package init(
    _ subjects: Subjects, of kind: Kind = .book, from person: String? = nil, day: String? = nil,
    _ copies: LoanFields.Copies = .number(1)
  ) {
    (self.subjects, self.kind, self.person, self.day, self.copies) = (subjects, kind, person, day, copies)
  }

  package var isLocal: Bool { true }

  package func plan(_ plan: inout ActPlan) throws {
    guard let (records, person, fields) = try plan.loans(subjects, person, of: kind, copies) else { return }
    var parser = plan.parser()
    // The date is parsed like the start date of a loan, so that an ambiguous date such as “friday” is in the past.
    let back = try LoanFields.day(day ?? "today", fields.lentOn, kind, &parser)
    let end = back.values.first.flatMap { CalendarDate($0.text) }
    if let end, end > parser.today { throw ActRefusal.future(end.description) }
    for record in records {
      // Refuse to return the record if a value is not a date, because the value would be lost.
      for field in [fields.lentOn, fields.due] {
        if case .unreadable? = record.value(of: field) {
          throw ActRefusal.notADate(record, field, record.texts(of: field).joined(separator: ", "))
        }
      }
      let isContradictory = record.has(fields.holder) && record.has(fields.lender)
      let numbers = plan.copies(namedOf: record)
      try checkReturned(numbers, of: record, on: end, plan)
      var loans =
        isContradictory && person == nil
        ? Loan.all(of: record, plan.library.schema).filter { $0.entry == nil }
        : try fields.loans(of: record, with: person, copies, numbered: numbers, plan.library)
      // If the number of the lent copy is unknown, it is that of the returned copy.
      for number in numbers where !loans.contains(where: { $0.terms.isOf(copy: number) }) {
        guard fields.copy != nil, let place = loans.firstIndex(where: { $0.copy == nil && !$0.isBorrowed }) else {
          break
        }
        loans[place].terms.copy = number
      }
      let issues = plan.library.openIssueTitles(of: record)
      if !issues.isEmpty { plan.notes.append(.issues(record, issues)) }
      for loan in loans { try LoanFields.check(record.title, from: loan.since, to: back) }
      try plan.edits.change(record, fields.ending(loans, of: record, on: end, plan.library.schema))
    }
  }

  /// Throws an error if a copy is not recorded as lent and was returned on the same day, because a barcode that is
  /// scanned twice must not end the loan of another copy.
  private func checkReturned(
    _ numbers: [String], of record: Record, on end: CalendarDate?, _ plan: ActPlan
  ) throws(ActRefusal) {
    let schema = plan.library.schema
    let current = Loan.all(of: record, schema)
    if current.isEmpty || Loan.copies(of: record, schema) == 1 { return }
    for number in numbers where !current.contains(where: { $0.terms.isOf(copy: number) }) {
      if let end, Loan.past(of: record, schema).contains(where: { $0.returned == end && $0.terms.isOf(copy: number) }) {
        throw .copyReturned(record, number, on: end, isToday: end == plan.parser().today)
      }
    }
  }
}
