import ShelfModel
import ShelfStore

/// What a change does, or did, as data: front ends word it.
package struct Outcome: Sendable {
  /// The library before the change; nil if there was none.
  package let library: Library?
  /// The changes of files.
  package let changes: [FileChange]
  /// The records that the act was about, as they were before.
  package let subjects: [Record]
  /// The records that are new.
  package let created: [CreatedRecord]
  /// The records that change, as they were before.
  package let changed: [Record]
  /// The records that are gone.
  package let deleted: [Record]
  package let notes: [ActNote]
  /// What the act did beside edits of records.
  package let result: ActResult
  /// What was done about another change that had been interrupted.
  package internal(set) var recovery: Recovery?
  /// The number of the change in the history; nil if nothing was changed.
  package internal(set) var sequence: Int?
  /// False for a plan or a preview, and if nothing was to change.
  package internal(set) var isMade = false
  /// What changes in the first of the records, field by field; by path.
  private let differences: [ExactPath: [FieldDifference]]

  /// In how many records it is known which fields change: more are counted and not worded.
  package static let detailed = 50

  /// - Parameter changes: the changes of files; if nil, those of the plan.
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

  /// A change that no plan of edits made.
  init(changes: [FileChange], isMade: Bool) {
    library = nil
    (self.changes, self.isMade) = (changes, isMade)
    (subjects, created, changed, deleted, notes, differences) = ([], [], [], [], [], [:])
    result = .records
  }

  /// Returns what changes in a record, field by field; nothing if it stays as it is, or is not one of the first.
  package func differences(in record: Record) -> [FieldDifference] { differences[ExactPath(record.path)] ?? [] }

  /// Returns what a record is called before the change, or after it if it is new.
  package func title(of id: RecordID) -> String? {
    library?.record(id)?.title ?? created.first { $0.id == id }?.title
  }

  /// Returns the library after the change.
  package var after: Library? {
    let contents = changes.filter { Kind.of(path: $0.path) != nil }.map { (ExactPath($0.path), $0.new) }
    return library?.replacing(Dictionary(contents) { _, last in last })
  }
}
