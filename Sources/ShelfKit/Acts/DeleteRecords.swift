import ShelfModel
import ShelfStore

/// Deletes records, with those that belong to them, and takes references to them out of others.
package struct DeleteRecords: Act {
  package var subjects: Subjects
  /// nil if records of any kind are meant.
  package var kind: Kind?

  package init(_ subjects: Subjects, of kind: Kind? = nil) {
    self.subjects = subjects
    self.kind = kind
  }

  package func plan(_ plan: inout ActPlan) throws {
    let records = try plan.find(subjects, of: kind)
    for record in records { try plan.edits.delete(record) }
    if records.isEmpty { return }
    let schema = plan.library.schema
    let kinds = Set(Set(records.map(\.kind)).flatMap { schema.fields(referringTo: $0).map(\.kind) })
    let count = plan.library.unreadable.count { $0.kind.map(kinds.contains) ?? false }
    if count > 0 { plan.notes.append(.unreadable(files: count)) }
  }
}
