import ShelfModel
import ShelfStore

/// Records the progress in a book, and starts the book if it is not yet in progress.
package struct SetProgress: Act {
  /// The book, as named by a person, or nil for the book in progress.
  package var subject: String?
  package var kind: Kind
  /// A page such as 120, a percentage such as 40%, or a time such as 4:30.
  package var progress: String
  /// The date of the progress, as entered by a person. The default is today.
  package var day: String?

  /// A remark on the day's reading, which is added to the book's notes.
  package var note: String?

  package init(_ subject: String?, of kind: Kind = .book, _ progress: String, day: String? = nil, note: String? = nil) {
    self.note = note
    self.subject = subject
    self.kind = kind
    self.progress = progress
    self.day = day
  }

  package var isLocal: Bool { true }

  package func plan(_ plan: inout ActPlan) throws {
    let record = try plan.find(subject.map { .named([$0]) } ?? .current, of: kind, prefersCurrent: true)[0]
    let field = try SetProgress.field(kind, plan.library)
    let progress = try read(of: record, plan.library.schema)
    var parser = plan.parser()
    let day = try readDay(&parser)
    var assignments = try starting(record, &parser)
    if let day, assignments.isEmpty { try check(day, of: record, plan.library.schema) }
    var following = DerivedFields(kind: kind, record: record, asksForDay: false)
    following.day = day
    let remark = try noted(progress, day ?? parser.today, record, &parser)
    if let day, isBehind(day, record, plan.library) {
      // The log has an entry for a later date, so the current progress is kept, and the new progress is only added to
      // the log.
      return try plan.edits.change(record, following.logged(progress, plan) + remark)
    }
    if let day, day != parser.today { plan.notes.append(.progressOn(record, day)) }
    assignments.append(.set(field, to: progress.description))
    try plan.edits.change(record, following.completed(assignments, &parser, &plan) + remark)
  }

  /// Returns the assignment that adds the remark to the notes, as a paragraph with the day and the progress.
  private func noted(
    _ progress: ReadingProgress, _ day: CalendarDate, _ record: Record, _ parser: inout AssignmentParser
  ) throws -> [Assignment] {
    guard let note = note?.trimmed, !note.isEmpty else { return [] }
    let place = if case .page(let page) = progress { "page \(page)" } else { progress.description }
    let paragraph = "\(day), \(place): \(note)"
    return [try AddNote.assignment(of: paragraph, to: record, &parser)]
  }

  /// Returns the date of the progress, or nil for today.
  private func readDay(_ parser: inout AssignmentParser) throws -> CalendarDate? {
    guard let text = day, let field = parser.library.schema.field(.started, of: kind) else { return nil }
    let read = try parser.read(key: field.key, .set, text, kind).values.first?.text
    guard let day = read.flatMap({ CalendarDate($0) }) else { return nil }
    if day > parser.today { throw ActRefusal.future(day.description) }
    if day.precision != .day { throw ActRefusal.notOneDay(text) }
    return day
  }

  /// Throws an error if the reading started after the date.
  private func check(_ day: CalendarDate, of record: Record, _ schema: Schema) throws(ActRefusal) {
    guard let field = schema.field(.started, of: kind), case .date(let first)? = record.value(of: field), day < first,
      first.precision == .day
    else { return }
    throw .endsBeforeBegin(record, end: day.description, begin: first, began: field)
  }

  /// Returns whether the log has an entry after the date.
  private func isBehind(_ day: CalendarDate, _ record: Record, _ library: Library) -> Bool {
    guard library.manifest.logsProgress, let log = library.schema.field(.log, of: kind), record.has(log) else {
      return false
    }
    return record.texts(of: log).contains { ReadingDay($0).map { $0.day > day } ?? false }
  }

  package static func field(_ kind: Kind, _ library: Library) throws(ActRefusal) -> Field {
    guard let field = library.schema.field(.progress, of: kind) else {
      throw .noField(kind, key: kind.field(.progress)?.key ?? "progress")
    }
    return field
  }

  /// Returns the assignments that start the book, or none if it is already being read.
  private func starting(_ record: Record, _ parser: inout AssignmentParser) throws -> [Assignment] {
    guard let state = parser.library.schema.field(.state, of: kind), let states = state.states else { return [] }
    let value = record.value(of: state)
    if value?.text == states.during?.value { return [] }
    // A paused reading is resumed, and did not start on the day of the progress.
    if states.phase(of: value?.text) == .paused, let during = states.during {
      return [.set(state, to: during.value)]
    }
    if value == state.doneValue { throw ActRefusal.finished(record) }
    return try ChangeState(.records([record]), of: kind, .during, day: day).assignments(record, &parser)
  }

  private func read(of record: Record, _ schema: Schema) throws(ActRefusal) -> ReadingProgress {
    guard let read = ReadingProgress(progress) else { throw .notProgress(progress) }
    let length = BookLength(of: record, schema)
    if read.isBeyond(length) { throw .beyondEnd(record, length, read) }
    return read
  }
}
