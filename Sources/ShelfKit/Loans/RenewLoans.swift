import ShelfModel
import ShelfQuery
import ShelfStore

/// Changes the due dates of loans, whether the user lent or borrowed the copies.
package struct RenewLoans: Act {
  package var subjects: Subjects
  package var kind: Kind
  /// The other person, or nil if each record has only one loan. The last name of the subjects may also be a person.
  package var person: String?
  /// The new due date: a date, or a period such as `2w`, which begins on the old due date, but not before today.
  package var until: String

  package init(_ subjects: Subjects, of kind: Kind = .book, with person: String? = nil, until: String) {
    (self.subjects, self.kind, self.person, self.until) = (subjects, kind, person, until)
  }

  package var isLocal: Bool { true }

  package func plan(_ plan: inout ActPlan) throws {
    guard let (records, person, fields) = try plan.loans(subjects, person, of: kind) else { return }
    var parser = plan.parser()
    let given = try LoanFields.day(until, fields.due, kind, &parser)
    for record in records {
      let loan = try fields.loan(of: record, with: person, plan.library)
      var end = given
      if RelativeDay.isPeriod(until), let due = loan.due?.lastDay, due > parser.today,
        let day = RelativeDay(today: due).read(until, .future)
      {
        end = .set(fields.due, to: day.description)
      }
      try LoanFields.check(record.title, from: loan.since, to: end)
      var change = end
      if let entry = loan.entry {
        let due = end.values.first.flatMap { CalendarDate($0.text) }
        let new = LoanEntry(.current(since: loan.since, due: due), loan.person, isBorrowed: false)
        change = fields.replacing(entry, by: new.description, in: record)
      }
      try plan.edits.change(record, [change])
    }
  }
}
