import ShelfModel
import ShelfQuery
import ShelfStore

/// Changes the due dates of loans, whether the user lent or borrowed the copies. The last name of the subjects may be
/// the other person of the loans, which is needed if a record has several.
package struct RenewLoans: Act {
  package var subjects: Subjects
  package var kind: Kind
  /// The new due date: a date, or a period such as `2w`, which begins on the old due date, but not before today.
  package var until: String

  package init(_ subjects: Subjects, of kind: Kind = .book, until: String) {
    (self.subjects, self.kind, self.until) = (subjects, kind, until)
  }

  package var isLocal: Bool { true }

  package func plan(_ plan: inout ActPlan) throws {
    guard let (records, person, fields) = try plan.loans(subjects, nil, of: kind) else { return }
    var parser = plan.parser()
    let given = try LoanFields.day(until, fields.due, kind, &parser)
    for record in records {
      let loans = try fields.loans(
        of: record, with: person, .number(1), numbered: plan.copies(namedOf: record), plan.library)
      var changes: [Assignment] = []
      var entries = record.texts(of: fields.earlier)
      for loan in loans {
        var end = given
        if RelativeDay.isPeriod(until), let due = loan.due?.lastDay, due > parser.today,
          let day = RelativeDay(today: due).read(until, .future)
        {
          end = .set(fields.due, to: day.description)
        }
        try LoanFields.check(record.title, from: loan.since, to: end)
        if let index = loan.entry.flatMap({ entries.firstIndex(of: $0) }) {
          let due = end.values.first?.text
          entries[index] =
            LoanEntry(lentTo: loan.person, since: loan.since?.description, due: due, copy: loan.copy).description
        } else {
          changes.append(end)
        }
      }
      if entries != record.texts(of: fields.earlier) {
        changes.append(Assignment(fields.earlier, .set, entries.map { Assignment.Value(text: $0) }))
      }
      try plan.edits.change(record, changes)
    }
  }
}
