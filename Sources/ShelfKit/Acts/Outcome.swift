import ShelfModel
import ShelfStore

/// The outcome of a planned or completed change, as data that front ends turn into messages.
package struct Outcome: Sendable {
  /// The library before the change, or nil if the folder was not a library yet.
  package let library: Library?
  package let changes: [FileChange]
  /// The records that the act applies to, as they were before the change.
  package let subjects: [Record]
  /// The records that the change creates.
  package let created: [CreatedRecord]
  /// The records that the change modifies, as they were before.
  package let changed: [Record]
  /// The records that the change deletes.
  package let deleted: [Record]
  package let notes: [ActNote]
  /// The result of the act beyond edits of records.
  package let result: ActResult
  /// The outcome of recovering from another, interrupted change, or nil if no change had been interrupted.
  package internal(set) var recovery: Recovery?
  /// The number of the change in the history, or nil if nothing was changed.
  package internal(set) var sequence: Int?
  /// Whether the change was made. This is false for a plan or a preview, and if there was nothing to change.
  package internal(set) var isMade = false
  /// The changed fields of the first records, by path.
  private let differences: [ExactPath: [FieldDifference]]

  /// The maximum number of changed records, and of subjects, whose changed fields are known.
  package static let detailed = 50

  /// - Parameter changes: the changes to files, or nil for the changes of the plan.
  init(
    _ plan: EditPlan, changes: [FileChange]? = nil, subjects: [Record], notes: [ActNote], result: ActResult
  ) {
    library = plan.library
    self.changes = changes ?? plan.changes
    self.subjects = subjects
    self.notes = notes
    self.result = result
    (created, changed, deleted) = (plan.created, plan.changed, plan.deleted)
    let wanted = plan.changed.prefix(Outcome.detailed) + subjects.prefix(Outcome.detailed)
    differences = Dictionary(wanted.map { (ExactPath($0.path), plan.changes(in: $0)) }) { first, _ in first }
  }

  /// Creates the outcome of a change without a plan of edits.
  init(changes: [FileChange], isMade: Bool) {
    library = nil
    (self.changes, self.isMade) = (changes, isMade)
    (subjects, created, changed, deleted, notes, differences) = ([], [], [], [], [], [:])
    result = .records
  }

  /// Returns the changed fields of a record, or an empty array if the record does not change or is not among the first
  /// records.
  package func differences(in record: Record) -> [FieldDifference] { differences[ExactPath(record.path)] ?? [] }

  /// Returns the title of a record before the change, or its new title if the change creates it.
  package func title(of id: RecordID) -> String? {
    library?.record(id)?.title ?? created.first { $0.id == id }?.title
  }

  /// The library after the change.
  package var after: Library? {
    let contents = changes.filter { Kind.of(path: $0.path) != nil }.map { (ExactPath($0.path), $0.new) }
    return library?.replacing(Dictionary(contents) { _, last in last })
  }
}
