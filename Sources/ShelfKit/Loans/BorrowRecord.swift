import ShelfModel
import ShelfQuery
import ShelfStore

/// Records that the user has borrowed a copy from someone. If the library lacks the record, it is created with the
/// user's consent.
package struct BorrowRecord: Act {
  /// The record as the user named it, or the title of a new record, or nil to ask the user.
  package var subject: String?
  package var kind: Kind
  /// The owner of the copy: a person or a library.
  package var lender: String
  package var since: String?
  /// The due date, or a period from today such as `2w`, or nil for no due date.
  package var until: String?

  package init(
    _ subject: String?, of kind: Kind = .book, from lender: String, since: String? = nil, until: String? = nil
  ) {
    (self.subject, self.kind, self.lender, self.since, self.until) = (subject, kind, lender, since, until)
  }

  package func plan(_ plan: inout ActPlan) throws {
    let fields = try LoanFields(kind, plan.library)
    var parser = plan.parser()
    let person = try parser.read(key: fields.lender.key, .set, lender, kind)
    if person.values.isEmpty { throw ActRefusal.personMissing(isBorrowed: true) }
    let name = subject ?? ""
    let assignments =
      [.set(fields.owned, to: "false"), person]
      + (try fields.period(of: name, since: since, until: until, kind, &parser))
    let record: Record
    do {
      record = try plan.find(subject, of: kind)
    } catch RecordFinder.Failure.notFound(let name, let kind?, let nearest) {
      guard let adds = plan.answers.addsMissing else { throw Question.missing(name, kind, nearest: nearest) }
      guard adds else { throw RecordFinder.Failure.notFound(name: name, kind: kind, nearest: nearest) }
      let title = try parser.read(key: kind.titleKey, .set, name, kind)
      let given = [title] + assignments
      return try plan.edits.create(kind, plan.host.newID(), given + plan.defaults(of: kind, but: given))
    }
    let loans = Loan.all(of: record, plan.library.schema)
    if !loans.isEmpty { throw ActRefusal.onLoan(loans) }
    if record.value(of: fields.owned) == .boolean(true) { throw ActRefusal.isOwned(record, fields.owned) }
    try plan.edits.change(record, assignments)
  }
}
