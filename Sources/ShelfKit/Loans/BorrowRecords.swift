import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText

/// Marks records as borrowed from someone. A record that does not exist is created with the user's consent.
///
/// Whether the user owns a copy does not change, so a book that they own is still theirs after they return the other
/// copy.
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
  /// The values of further fields, such as the author. A title refers to the record with these values. If there is
  /// none, a new record gets them, and the user is not asked.
  package var values: [FieldInput] = []

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
    let given = try values.map { try parser.read(key: $0.key, .set, $0.text, kind) }
    for name in names {
      guard let nearest = nearest(to: name, given, plan) else { continue }
      let answer = plan.answers.addsMissing[name] ?? (values.isEmpty ? nil : true)
      guard let adds = answer else { throw Question.missing(name, kind, nearest: nearest) }
      guard adds else { throw RecordFinder.Failure.notFound(name: name, kind: kind, nearest: nearest) }
      missing.append(name)
    }
    for name in missing {
      let loan = try [person] + fields.period(of: name, since: since, until: until, kind, &parser)
      let title = try parser.read(key: kind.titleKey, .set, name, kind)
      do {
        try AddRecord(kind, []).plan([title] + given + [.set(fields.owned, to: "false")] + loan, &parser, &plan)
      } catch Question.duplicate(let other) {
        throw RecordFinder.Failure.inexact(name: name, kind: kind, candidates: [other.record])
      }
    }
    let present = names.filter { !missing.contains($0) }
    if present.isEmpty, !missing.isEmpty { return }
    for record in try plan.find(.named(present), of: kind) {
      let loans = Loan.all(of: record, plan.library.schema)
      if !loans.isEmpty { throw ActRefusal.onLoan(loans) }
      let isMissing = Loan.isMissing(record, plan.library.schema)
      if !isMissing { plan.notes.append(.ownCopy(record, fields.owned)) }
      // `owned` has no default in a borrowed record, so the value that was assumed until now is written.
      let owned =
        isMissing || record.isAssumedOwned(plan.library.schema)
        ? [Assignment.set(fields.owned, to: String(!isMissing))] : []
      let period = try fields.period(of: record.title, since: since, until: until, kind, &parser)
      try plan.edits.change(record, owned + [person] + period)
    }
  }

  /// Returns the titles that resemble a name, or nil if the library has a record with that name and the values.
  private func nearest(to name: String, _ given: [Assignment], _ plan: ActPlan) -> [String]? {
    func isMeant(_ record: Record) -> Bool {
      // An id, or a record that the user has chosen, needs no values.
      Likeness.plainTitle(of: record.title) != Likeness.plainTitle(of: name)
        || given.allSatisfy { assignment in
          let texts = record.texts(of: assignment.field).map { Folding.fold($0) }
          return assignment.values.allSatisfy { texts.contains(Folding.fold($0.text)) }
        }
    }
    do throws(RecordFinder.Failure) { return isMeant(try plan.finder.find(name, kind, .exact)) ? nil : [] } catch {
      switch error {
      case .notFound(_, _, let nearest): return nearest
      case .inexact where !given.isEmpty: return []
      case .ambiguous(_, _, let candidates): return candidates.contains(where: isMeant) ? nil : []
      default: return nil
      }
    }
  }
}
