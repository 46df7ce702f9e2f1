import ShelfModel
import ShelfStore

/// Assigns fields of records: all assignments to all records, or nothing.
package struct SetFields: Act {
  package var subjects: Subjects
  /// nil to find records of any kind.
  package var kind: Kind?
  package var values: [FieldInput]
  /// Whether to create genres and tags that do not exist.
  package var createsMissing = false
  /// Whether to ask when a record entered its last state.
  package var asksForDay = false
  /// Whether a new name or title is also written into the comments after references to the record; if not, the edit
  /// touches no other file, and a note has the number of files that still show the old name.
  package var renewsNames = false

  /// The texts of the field when the user saw them, by record, for an act that assigns a single field; if they have
  /// changed since, the act is refused.
  package var seen: [RecordID: [String]] = [:]

  package init(_ subjects: Subjects, of kind: Kind? = nil, _ values: [FieldInput], createsMissing: Bool = false) {
    self.subjects = subjects
    self.kind = kind
    self.values = values
    self.createsMissing = createsMissing
  }

  /// Creating a name requires that it is unique, even among names that others may just have created; and updating
  /// comments requires the current list of referring files.
  package var isLocal: Bool { !createsMissing && !renewsNames }

  package func plan(_ plan: inout ActPlan) throws {
    let records = try plan.find(subjects, of: kind)
    var parser = plan.parser(creatingMissing: createsMissing)
    var read: [Kind: [Assignment]] = [:]
    // The assignments have to be valid even if no record is found.
    for kind in Set(records.map(\.kind) + [kind].compactMap { $0 }).sorted(by: { $0.rawValue < $1.rawValue }) {
      for value in values {
        let assignment = try parser.read(key: value.key, value.operation, value.text, kind)
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
    try plan.create(parser.missing)
    for record in records {
      let following = DerivedFields(
        kind: record.kind, record: record, asksForDay: asksForDay, isOne: records.count == 1)
      try plan.edits.change(record, following.completed(read[record.kind] ?? [], &parser, &plan))
      noteNewName(of: record, read[record.kind] ?? [], &plan)
    }
    for (kind, assignments) in read.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      plan.noteDoubts(of: kind, in: records.filter { $0.kind == kind }, assignments)
    }
  }

  /// Updates the comments after references to a renamed record, or adds a note that they still show its old name.
  private func noteNewName(of record: Record, _ assignments: [Assignment], _ plan: inout ActPlan) {
    let field = plan.library.schema.title(of: record.kind)
    guard !field.isLong, assignments.contains(where: { $0.field.index == field.index }) else { return }
    let title = plan.edits.texts(of: field, in: record)
    guard let old = title.old.first, let new = title.new.first else { return }
    guard renewsNames else {
      let count = old == new ? 0 : plan.edits.count(ofFilesShowing: old, behindReferencesTo: record)
      if count > 0 { plan.notes.append(.oldName(record, files: count)) }
      return
    }
    let (renewed, left) = plan.edits.renewComments(behindReferencesTo: record, from: old, to: new)
    if renewed > 0 { plan.notes.append(.newName(record, files: renewed)) }
    if left > 0 { plan.notes.append(.oldName(record, files: left)) }
  }
}
