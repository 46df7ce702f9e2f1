import ShelfModel
import ShelfStore

/// Assigns fields of records: all of the assignments to all of the records, or none.
package struct SetFields: Act {
  package var subjects: Subjects
  /// nil if records of any kind are meant.
  package var kind: Kind?
  package var values: [FieldInput]
  /// Whether genres and tags that do not exist are made.
  package var createsMissing = false
  /// Whether the user is asked for the day on which a record entered the last state.
  package var asksForDay = false
  /// Whether a new name or title is also put into the comments behind references to the record; otherwise an edit touches
  /// no other file, and it is noted how many still show the old name.
  package var renewsNames = false

  /// What the fields of records that are set held when the user saw them; if one has changed since, the act is refused.
  package var seen: [RecordID: [String]] = [:]

  package init(_ subjects: Subjects, of kind: Kind? = nil, _ values: [FieldInput], createsMissing: Bool = false) {
    self.subjects = subjects
    self.kind = kind
    self.values = values
    self.createsMissing = createsMissing
  }

  /// A name that is made must be the only one, among those that others may just have made as well, and the files that
  /// refer to a record may be others by now.
  package var isLocal: Bool { !createsMissing && !renewsNames }

  package func plan(_ plan: inout ActPlan) throws {
    let records = try plan.find(subjects, of: kind)
    var reader = plan.reader(creatingMissing: createsMissing)
    var read: [Kind: [Assignment]] = [:]
    // The assignments have to be valid even if no record is found.
    for kind in Set(records.map(\.kind) + [kind].compactMap { $0 }).sorted(by: { $0.rawValue < $1.rawValue }) {
      for value in values {
        let assignment = try reader.read(key: value.key, value.operation, value.text, kind)
        if assignment.operation == .set,
          read[kind, default: []].contains(where: { $0.field.index == assignment.field.index })
        {
          throw ActRefusal.setTwice(assignment.field)
        }
        read[kind, default: []].append(assignment)
      }
    }
    if records.isEmpty { return }
    for record in records {
      guard let seen = seen[record.id] else { continue }
      let fields = (read[record.kind] ?? []).map(\.field).filter { record.texts(of: $0) != seen }
      if let field = fields.first {
        throw ActRefusal.changedMeanwhile(path: record.path, fields: [field.key])
      }
    }
    try plan.create(reader.missing)
    for record in records {
      let following = FollowingFields(
        kind: record.kind, record: record, asksForDay: asksForDay, isOne: records.count == 1)
      try plan.edits.change(record, following.completed(read[record.kind] ?? [], &reader, &plan))
      noteNewName(of: record, read[record.kind] ?? [], &plan)
    }
    for (kind, assignments) in read.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      plan.noteDoubts(of: kind, in: records.filter { $0.kind == kind }, assignments)
    }
  }

  /// Notes that references still show the old name of a record that is called something else now, or has them show the new
  /// one.
  private func noteNewName(of record: Record, _ assignments: [Assignment], _ plan: inout ActPlan) {
    let field = plan.library.schema.title(of: record.kind)
    guard !field.isLong, assignments.contains(where: { $0.field.index == field.index }) else { return }
    let title = plan.edits.texts(of: field, in: record)
    guard let old = title.old.first, let new = title.new.first else { return }
    guard renewsNames else {
      let count = Kind.allCases.reduce(0) { $0 + plan.library.count(of: $1, referringTo: record) }
      if old != new, count > 0 { plan.notes.append(.oldName(record, files: count)) }
      return
    }
    let (renewed, left) = plan.edits.renewComments(behindReferencesTo: record, from: old, to: new)
    if renewed > 0 { plan.notes.append(.newName(record, files: renewed)) }
    if left > 0 { plan.notes.append(.oldName(record, files: left)) }
  }
}
