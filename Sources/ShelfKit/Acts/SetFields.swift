import ShelfModel
import ShelfStore
import ShelfText

/// Assigns fields of records. Either all assignments are made in all records, or none are.
package struct SetFields: Act {
  package var subjects: Subjects
  /// The kind of the records, or nil for records of any kind.
  package var kind: Kind?
  package var values: [FieldInput]
  /// Whether to create genres and tags that do not exist.
  package var createsMissing = false
  /// Whether to ask for the date when a record entered its last state.
  package var asksForDay = false
  /// Whether a new name or title also replaces the old one in the comments after references to the record, and in the
  /// library's saved filters and published queries; if not, the edit touches no other file, and notes report where the
  /// old name remains.
  package var renewsNames = false
  /// Whether to ask about replacing the old name in the places where it would otherwise remain.
  package var asksForNames = false
  /// Whether to add notes about long texts that are replaced.
  package var notesReplacements = false
  /// The state that the records enter in the same change, or nil if only the fields change.
  var state: ChangeState?

  /// For an act that assigns a single field, the field's values that the user saw, by record. If they have changed
  /// since then, the act is refused.
  package var seen: [RecordID: [String]] = [:]

  package init(_ subjects: Subjects, of kind: Kind? = nil, _ values: [FieldInput], createsMissing: Bool = false) {
    self.subjects = subjects
    self.kind = kind
    self.values = values
    self.createsMissing = createsMissing
  }

  /// Whether the act depends only on the records that it changes. This is false if the act may create a genre or tag,
  /// whose name must be unique even among those that other programs have just created, or if it updates comments, which
  /// requires the current list of referring files.
  package var isLocal: Bool { !createsMissing && !renewsNames }

  package func plan(_ plan: inout ActPlan) throws {
    var parser = plan.parser(creatingMissing: createsMissing)
    parser.addsToValues = true
    let records: [Record]
    do {
      records = try plan.find(subjects, of: kind)
    } catch let failure as RecordFinder.Failure {
      try refuseUnknownFields(plan, parser)
      throw failure
    }
    var read: [Kind: [Assignment]] = [:]
    // The assignments must be valid even if no record is found.
    for kind in Set(records.map(\.kind) + [kind].compactMap { $0 }).sorted(by: { $0.rawValue < $1.rawValue }) {
      for value in values {
        let assignment = try parser.read(key: value.key, value.operation, value.text, kind)
        if assignment.operation == .set || assignment.field.isLong,
          read[kind, default: []].contains(where: { $0.field.index == assignment.field.index })
        {
          throw ActRefusal.setTwice(assignment.field)
        }
        read[kind, default: []].append(assignment)
      }
    }
    if records.isEmpty { return }
    for (kind, assignments) in read { read[kind] = try plan.turningNames(assignments) }
    for record in records {
      guard let seen = seen[record.id] else { continue }
      let fields = (read[record.kind] ?? []).map(\.field).filter { record.texts(of: $0) != seen }
      if let field = fields.first {
        throw ActRefusal.changedMeanwhile(path: record.path, fields: [field.key])
      }
    }
    try plan.create(parser.missing)
    for record in records {
      let following = DerivedFields(
        kind: record.kind, record: record, asksForDay: asksForDay, isOne: records.count == 1)
      let entered = try state?.assignments(record, &parser) ?? []
      let given = withCurrencies(read[record.kind] ?? [], record)
      let twice = given.first { value in
        entered.contains { $0.field.index == value.field.index && $0.operation == .set }
      }
      if let twice { throw ActRefusal.setTwice(twice.field) }
      var added: [Assignment] = []
      for assignment in given {
        let earlier = added.last { $0.field.index == assignment.field.index }
        added.append(try assignment.addedUp(in: record, after: earlier))
      }
      let assignments = entered + added + plan.following(copiesIn: given, as: added, of: record)
      try plan.edits.change(record, following.completed(assignments, &parser, &plan))
      try noteNewName(of: record, read[record.kind] ?? [], &plan)
      if notesReplacements { noteReplaced(in: record, given, &plan) }
    }
    try refuseOrphans(records, plan)
    for record in records { plan.noteDisowned(record, read[record.kind] ?? []) }
    for (kind, assignments) in read.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      plan.noteDoubts(of: kind, in: records.filter { $0.kind == kind }, assignments)
    }
  }

  /// Throws an error about a field that no kind has, so that the user is not asked for a record first.
  private func refuseUnknownFields(_ plan: ActPlan, _ parser: AssignmentParser) throws {
    let kinds = kind.map { [$0] } ?? Kind.allCases
    for value in values where !kinds.contains(where: { plan.library.schema.field(named: value.key, of: $0) != nil }) {
      var parser = parser
      do throws(AssignmentError) {
        _ = try parser.read(key: value.key, value.operation, value.text, kind ?? .book)
      } catch {
        if case .unknownField = error { throw error }
      }
    }
  }

  /// Returns the assignments, with the currency of the record's current value filled in for amounts that have none.
  private func withCurrencies(_ assignments: [Assignment], _ record: Record) -> [Assignment] {
    assignments.map { assignment in
      guard assignment.field.type == .money, assignment.operation == .set, let text = assignment.values.first?.text,
        Money(text)?.currency == nil, case .money(let old)? = record.value(of: assignment.field),
        let currency = old.currency
      else { return assignment }
      return .set(assignment.field, to: "\(text) \(currency)")
    }
  }

  /// Throws a question if the owner of records would be cleared, unless the new value is `~`, which means that they
  /// deliberately have no owner.
  private func refuseOrphans(_ records: [Record], _ plan: ActPlan) throws {
    if plan.answers.allowsOrphans { return }
    let orphans = records.filter { record in
      guard let owner = plan.library.schema.field(.owner, of: record.kind) else { return false }
      let texts = plan.edits.texts(of: owner, in: record)
      return texts.new.isEmpty && !texts.old.isEmpty
    }
    guard let first = orphans.first, let owner = plan.library.schema.field(.owner, of: first.kind) else { return }
    throw Question.orphans(orphans, owner)
  }

  /// Adds a note about each long text that was replaced with a text that does not contain it.
  private func noteReplaced(in record: Record, _ assignments: [Assignment], _ plan: inout ActPlan) {
    for assignment in assignments where assignment.operation == .set {
      let field = assignment.field
      let texts = plan.edits.texts(of: field, in: record)
      guard field.isLong, !field.has(.title), let old = texts.old.first?.trimmed, !old.isEmpty,
        let new = texts.new.first, !new.contains(old)
      else { continue }
      plan.notes.append(.replaced(record, field))
    }
  }

  /// Replaces the old name of a renamed record wherever it is shown or used, or adds notes about where it remains.
  private func noteNewName(of record: Record, _ assignments: [Assignment], _ plan: inout ActPlan) throws {
    let field = plan.library.schema.title(of: record.kind)
    guard !field.isLong, assignments.contains(where: { $0.field.index == field.index }) else { return }
    let title = plan.edits.texts(of: field, in: record)
    guard let old = title.old.first, let new = title.new.first, old != new else { return }
    guard renewsNames || plan.answers.renewsNames ?? false else {
      let files = plan.edits.count(ofFilesShowing: old, behindReferencesTo: record)
      let queries = plan.queries(naming: record, renamedTo: new).map(\.name)
      if files == 0, queries.isEmpty { return }
      if asksForNames, plan.answers.renewsNames == nil {
        throw Question.oldName(record, files: files, queries: queries)
      }
      plan.notes.append(.oldName(record, files: files, queries: queries))
      return
    }
    let (renewed, left) = plan.edits.renewComments(behindReferencesTo: record, from: old, to: new)
    let queries = try plan.renewQueries(naming: record, renamedTo: new)
    if renewed > 0 || !queries.isEmpty { plan.notes.append(.newName(record, files: renewed, queries: queries)) }
    if left > 0 { plan.notes.append(.oldName(record, files: left, queries: [])) }
  }
}
