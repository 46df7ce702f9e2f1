import ShelfModel
import ShelfStore

/// Deletes records and the records that belong to them, and removes references to them from other records.
package struct DeleteRecords: Act {
  package var subjects: Subjects
  /// The kind of the records, or nil for records of any kind.
  package var kind: Kind?

  package init(_ subjects: Subjects, of kind: Kind? = nil) {
    self.subjects = subjects
    self.kind = kind
  }

  package func plan(_ plan: inout ActPlan) throws {
    let records = try plan.find(subjects, of: kind)
    let paths = Set(records.map { ExactPath($0.path) })
    // Referring records are deleted first, so that no record is changed that will later be deleted.
    for kind in DeleteRecords.referringFirst(plan.library.schema) {
      for record in records where record.kind == kind {
        let sharing = plan.library.records(sharing: record.id)
        // If all records with the same id are deleted, it does not matter which of them the user meant.
        try plan.edits.delete(record, isMeant: sharing.allSatisfy { paths.contains(ExactPath($0.path)) })
      }
    }
    if records.isEmpty { return }
    let schema = plan.library.schema
    let kinds = Set(Set(records.map(\.kind)).flatMap { schema.fields(referringTo: $0).map(\.kind) })
    let count = plan.library.unreadable.count { $0.kind.map(kinds.contains) ?? false }
    if count > 0 { plan.notes.append(.unreadable(files: count)) }
  }

  /// Returns the kinds in topological order: each kind precedes the kinds that it refers to.
  private static func referringFirst(_ schema: Schema) -> [Kind] {
    var left = Kind.allCases
    var ordered: [Kind] = []
    while !left.isEmpty {
      let next = left.first { kind in
        !schema.fields(referringTo: kind).contains { $0.kind != kind && left.contains($0.kind) }
      }
      // Kinds that refer to each other cannot be sorted in this way.
      ordered.append(next ?? left[0])
      left.removeAll { $0 == ordered.last }
    }
    return ordered
  }
}
