import ShelfModel
import ShelfQuery
import ShelfStore

/// Says how far the reading of a book is; a book that is on the shelf is started.
package struct SetProgress: Act {
  /// The book, as a person names it; nil for the one in progress.
  package var subject: String?
  package var kind: Kind
  /// A page such as 120, or a percentage such as 40%.
  package var progress: String

  package init(_ subject: String?, of kind: Kind = .book, _ progress: String) {
    self.subject = subject
    self.kind = kind
    self.progress = progress
  }

  package var isLocal: Bool { true }

  package func plan(_ plan: inout ActPlan) throws {
    let record = try plan.find(subject.map { .named([$0]) } ?? .current, of: kind)[0]
    let field = try SetProgress.field(kind, plan.library)
    let progress = try read(of: record, plan.library.schema)
    var reader = plan.reader()
    var assignments = try starting(record, &reader)
    assignments.append(.set(field, to: progress.description))
    let following = FollowingFields(kind: kind, record: record, asksForDay: false)
    try plan.edits.change(record, following.completed(assignments, &reader, &plan))
  }

  /// Returns the field that says how far the reading is.
  package static func field(_ kind: Kind, _ library: Library) throws(ActRefusal) -> Field {
    guard let field = library.schema.field(.progress, of: kind) else {
      throw .noField(kind, key: kind.field(.progress)?.key ?? "progress")
    }
    return field
  }

  /// Returns the assignments that start the book, unless it is being read.
  private func starting(_ record: Record, _ reader: inout AssignmentReader) throws -> [Assignment] {
    guard let state = reader.library.schema.field(.state, of: kind), let states = state.states else { return [] }
    let value = record.value(of: state)
    if value?.text == states.during?.value { return [] }
    if value == state.doneValue { throw ActRefusal.finished(record) }
    return try ChangeState(.records([record]), of: kind, .during).assignments(record, &reader)
  }

  private func read(of record: Record, _ schema: Schema) throws(ActRefusal) -> ReadingProgress {
    guard let read = ReadingProgress(progress) else { throw .notProgress(progress) }
    let pages = ReadingPace.pages(of: record, schema)
    if read.isBeyond(pages), let pages { throw .beyondEnd(record, pages: pages, read) }
    return read
  }
}
