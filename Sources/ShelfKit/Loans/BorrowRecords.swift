import ShelfModel
import ShelfQuery
import ShelfStore

/// Marks records as borrowed from someone. A record that does not exist is created with the user's consent.
package struct BorrowRecords: Act {
  /// The names of the records, as the user typed them. The name of a record that does not exist becomes its title. If
  /// the list is empty, the user is asked.
  package var names: [String]
  package var kind: Kind
  /// The owner of the copies: a person or a library.
  package var lender: String
  package var since: String?
  /// The due date, or a period from today such as `2w`, or nil for no due date.
  package var until: String?

  package init(
    _ names: [String], of kind: Kind = .book, from lender: String, since: String? = nil, until: String? = nil
  ) {
    (self.names, self.kind, self.lender, self.since, self.until) = (names, kind, lender, since, until)
  }

  package func plan(_ plan: inout ActPlan) throws {
    let fields = try LoanFields(kind, plan.library)
    var parser = plan.parser()
    let person = try parser.read(key: fields.lender.key, .set, lender, kind)
    if person.values.isEmpty { throw ActRefusal.personMissing(isBorrowed: true) }
    var missing: [String] = []
    for name in names {
      guard let nearest = nearest(to: name, plan) else { continue }
      guard let adds = plan.answers.addsMissing[name] else { throw Question.missing(name, kind, nearest: nearest) }
      guard adds else { throw RecordFinder.Failure.notFound(name: name, kind: kind, nearest: nearest) }
      missing.append(name)
    }
    let copy = [Assignment.set(fields.owned, to: "false"), person]
    for name in missing {
      let title = try parser.read(key: kind.titleKey, .set, name, kind)
      let given = try [title] + copy + fields.period(of: name, since: since, until: until, kind, &parser)
      try plan.edits.create(kind, plan.host.newID(), given + plan.defaults(of: kind, but: given))
    }
    let present = names.filter { !missing.contains($0) }
    if present.isEmpty, !missing.isEmpty { return }
    for record in try plan.find(.named(present), of: kind) {
      let loans = Loan.all(of: record, plan.library.schema)
      if !loans.isEmpty { throw ActRefusal.onLoan(loans) }
      if record.value(of: fields.owned) == .boolean(true) { throw ActRefusal.isOwned(record, fields.owned) }
      let period = try fields.period(of: record.title, since: since, until: until, kind, &parser)
      try plan.edits.change(record, copy + period)
    }
  }

  /// Returns the titles that resemble a name, or nil if the library has a record with that name.
  private func nearest(to name: String, _ plan: ActPlan) -> [String]? {
    do throws(RecordFinder.Failure) { _ = try plan.finder.find(name, kind, .exact) } catch {
      if case .notFound(_, _, let nearest) = error { return nearest }
    }
    return nil
  }
}
