import ShelfModel
import ShelfQuery
import ShelfStore

/// Changes the due date of a loan, whether the user lent or borrowed the copy.
package struct RenewLoan: Act {
  /// The record as the user named it, or nil to ask the user.
  package var subject: String?
  package var kind: Kind
  /// The other person, or nil if the record has only one loan.
  package var person: String?
  /// The new due date: a date, or a period from today such as `2w`.
  package var until: String

  package init(_ subject: String?, of kind: Kind = .book, with person: String? = nil, until: String) {
    (self.subject, self.kind, self.person, self.until) = (subject, kind, person, until)
  }

  package var isLocal: Bool { true }

  package func plan(_ plan: inout ActPlan) throws {
    let record = try plan.find(subject, of: kind)
    let fields = try LoanFields(kind, plan.library)
    let loan = try fields.loan(of: record, with: person, plan.library)
    var parser = plan.parser()
    let end = try LoanFields.day(until, fields.due, kind, &parser)
    try LoanFields.check(record.title, from: loan.since, to: end)
    guard let entry = loan.entry else { return try plan.edits.change(record, [end]) }
    let due = end.values.first.flatMap { CalendarDate($0.text) }
    let new = LoanEntry(.current(since: loan.since, due: due), loan.person, isBorrowed: false)
    try plan.edits.change(record, [fields.replacing(entry, by: new.description, in: record)])
  }
}
