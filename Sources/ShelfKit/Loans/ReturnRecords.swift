import ShelfModel
import ShelfQuery
import ShelfStore

/// Records that lent or borrowed copies have been returned, and adds the loans to the past loans.
package struct ReturnRecords: Act {
  package var subjects: Subjects
  package var kind: Kind
  /// The date when the copies were returned. The default is today.
  package var day: String?

  package init(_ subjects: Subjects, of kind: Kind = .book, day: String? = nil) {
    (self.subjects, self.kind, self.day) = (subjects, kind, day)
  }

  package var isLocal: Bool { true }

  package func plan(_ plan: inout ActPlan) throws {
    let records = try plan.find(subjects, of: kind)
    if records.isEmpty { return }
    let fields = try LoanFields(kind, plan.library)
    var parser = plan.parser()
    // The date is parsed like the first date of a loan, so that it cannot be in the future.
    let back = try LoanFields.day(day ?? "today", fields.lentOn, kind, &parser)
    let end = back.values.first.flatMap { CalendarDate($0.text) }
    if let end, end > parser.today { throw ActRefusal.future(end.description) }
    for record in records {
      let loans = Loan.all(of: record, plan.library.schema)
      if loans.isEmpty { throw ActRefusal.notOnLoan(record, last: record.texts(of: fields.earlier).last) }
      let past = try loans.compactMap { loan -> Assignment.Value? in
        // A value that is not a date would be lost.
        for field in [fields.lentOn, fields.due] {
          if case .unreadable? = record.value(of: field) {
            throw ActRefusal.notADate(record, field, record.texts(of: field).joined(separator: ", "))
          }
        }
        try LoanFields.check(record.title, from: loan.since, to: back)
        return DateInterval(start: loan.since, end: end).map { interval in
          Assignment.Value(text: PastLoan(interval, loan.person, isBorrowed: loan.isBorrowed).description)
        }
      }
      let cleared = [fields.holder, fields.lender, fields.lentOn, fields.due].filter(record.has)
        .map { Assignment($0, .set, []) }
      try plan.edits.change(record, [Assignment(fields.earlier, .append, past)] + cleared)
    }
  }
}
