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
        : try fields.loans(of: record, with: person, copies, plan.library)
      for loan in loans { try LoanFields.check(record.title, from: loan.since, to: back) }
      try plan.edits.change(record, returned(loans, of: record, on: end, fields, plan.library.schema))
    }
  }

  private func returned(
    _ loans: [Loan], of record: Record, on end: CalendarDate?, _ fields: LoanFields, _ schema: Schema
  ) -> [Assignment] {
    let old = record.texts(of: fields.earlier)
    var entries = old
    for loan in loans {
      let past = DateInterval(start: loan.since, end: end).map {
        LoanEntry(.past($0), loan.person, isBorrowed: loan.isBorrowed).description
      }
      if let entry = loan.entry, let index = entries.firstIndex(of: entry) {
        entries.replaceSubrange(index...index, with: past.map { [$0] } ?? [])
      } else {
        entries += past.map { [$0] } ?? []
      }
    }
    func list() -> Assignment {
      // Appending leaves entries that are not text as they are.
      let isLonger = entries.starts(with: old)
      let texts = isLonger ? entries.dropFirst(old.count) : entries[...]
      return Assignment(fields.earlier, isLonger ? .append : .set, texts.map { Assignment.Value(text: $0) })
    }
    if loans.allSatisfy({ $0.entry != nil }) { return [list()] }
    // The loan of another copy moves into the loan fields.
    let next = Loan.all(of: record, schema).first { loan in
      loan.entry.map { entry in entries.contains(entry) } ?? false
    }
    if let index = entries.firstIndex(where: { $0 == next?.entry }) { entries.remove(at: index) }
    let own: [Field] = [fields.holder, fields.lender, fields.lentOn, fields.due]
    let values = [next?.person, nil, next?.since?.description, next?.due?.description]
    return [list()]
      + zip(own, values).filter { record.has($0) || $1 != nil }
      .map { Assignment($0, .set, $1.map { [Assignment.Value(text: $0)] } ?? []) }
  }
}
