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
      let loans =
        isContradictory && person == nil
        ? Loan.all(of: record, plan.library.schema).filter { $0.entry == nil }
        : try fields.loans(
          of: record, with: person, copies, numbered: plan.copies(namedOf: record), plan.library)
      let issues = plan.library.openIssueTitles(of: record)
      if !issues.isEmpty { plan.notes.append(.issues(record, issues)) }
      for loan in loans { try LoanFields.check(record.title, from: loan.since, to: back) }
      try plan.edits.change(record, fields.ending(loans, of: record, on: end, plan.library.schema))
    }
  }
}
