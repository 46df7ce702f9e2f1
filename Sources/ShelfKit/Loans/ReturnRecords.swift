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

  package init(_ subjects: Subjects, of kind: Kind = .book, from person: String? = nil, day: String? = nil) {
    (self.subjects, self.kind, self.person, self.day) = (subjects, kind, person, day)
  }

  package var isLocal: Bool { true }

  package func plan(_ plan: inout ActPlan) throws {
    guard let (records, person, fields) = try plan.loans(subjects, person, of: kind) else { return }
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
        : [try fields.loan(of: record, with: person, plan.library)]
      for loan in loans { try LoanFields.check(record.title, from: loan.since, to: back) }
      try plan.edits.change(record, returned(loans, of: record, on: end, fields, plan.library.schema))
    }
  }

  private func returned(
    _ loans: [Loan], of record: Record, on end: CalendarDate?, _ fields: LoanFields, _ schema: Schema
  ) -> [Assignment] {
    func past(_ loan: Loan) -> String? {
      DateInterval(start: loan.since, end: end).map {
        LoanEntry(.past($0), loan.person, isBorrowed: loan.isBorrowed).description
      }
    }
    if let loan = loans.first, let entry = loan.entry {
      return [fields.replacing(entry, by: past(loan), in: record)]
    }
    let own: [Field] = [fields.holder, fields.lender, fields.lentOn, fields.due]
    let ended = Assignment(fields.earlier, .append, loans.compactMap(past).map { Assignment.Value(text: $0) })
    guard let next = Loan.all(of: record, schema).first(where: { $0.entry != nil }), let entry = next.entry else {
      return [ended] + own.filter(record.has).map { Assignment($0, .set, []) }
    }
    // The loan of another copy moves into the loan fields.
    let kept = fields.replacing(entry, by: nil, in: record).values
    let values = [next.person, nil, next.since?.description, next.due?.description]
    return [Assignment(fields.earlier, .set, kept + ended.values)]
      + zip(own, values).filter { record.has($0) || $1 != nil }
      .map { Assignment($0, .set, $1.map { [Assignment.Value(text: $0)] } ?? []) }
  }
}
