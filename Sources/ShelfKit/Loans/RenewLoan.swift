import ShelfModel
import ShelfQuery
import ShelfStore

/// Changes the due date of a loan, regardless of which side owns the copy.
package struct RenewLoan: Act {
  /// The record, as named by a person. Nil makes the act ask.
  package var subject: String?
  package var kind: Kind
  /// The new due date: a date, or a period from today such as `2w`.
  package var until: String

  package init(_ subject: String?, of kind: Kind = .book, until: String) {
    (self.subject, self.kind, self.until) = (subject, kind, until)
  }

  package var isLocal: Bool { true }

  package func plan(_ plan: inout ActPlan) throws {
    let record = try plan.find(subject, of: kind)
    let fields = try LoanFields(kind, plan.library)
    guard let loan = Loan.all(of: record, plan.library.schema).first else {
      throw ActRefusal.notOnLoan(record, last: record.texts(of: fields.earlier).last)
    }
    var parser = plan.parser()
    let end = try LoanFields.day(until, fields.due, kind, &parser)
    try LoanFields.check(record.title, from: loan.since, to: end)
    try plan.edits.change(record, [end])
  }
}
