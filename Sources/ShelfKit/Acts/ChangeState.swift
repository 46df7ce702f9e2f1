import ShelfModel
import ShelfQuery
import ShelfStore

/// Moves records to a different state, such as finished, and updates the dates that belong to it.
///
/// A book may be read several times. Its fields contain only the dates of the latest reading. So when a new reading
/// starts, the dates of the previous one are moved to the list of earlier readings, and no recorded date is
/// overwritten. Before any date is set, it is checked against the other dates: a reading cannot end before it started
/// or before the last date in its log, and the next reading cannot start before it ended. A second, different date for
/// the same event is refused, because it may be a correction or belong to another reading, and the user has to decide.
/// Nothing here is specific to books: each kind defines its states and the fields for the dates.
package struct ChangeState: Act {
  package var subjects: Subjects
  package var kind: Kind
  package var phase: FieldStates.Phase
  /// The date when the record entered the state, as entered by a person. The default is today.
  package var day: String?
  /// Further values to set together with the state.
  package var values: [FieldInput]
  /// Whether to create genres and tags that do not exist.
  package var createsMissing = false

  package init(
    _ subjects: Subjects, of kind: Kind, _ phase: FieldStates.Phase, day: String? = nil, values: [FieldInput] = []
  ) {
    self.subjects = subjects
    self.kind = kind
    self.phase = phase
    self.day = day
    self.values = values
  }

  package var isLocal: Bool { !createsMissing }

  package func plan(_ plan: inout ActPlan) throws {
    let leaves = phase == .paused || phase == .done || phase == .abandoned
    let records = try plan.find(subjects, of: kind, prefersCurrent: leaves)
    var act = SetFields(.records(records), of: kind, values, createsMissing: createsMissing)
    act.state = self
    try act.plan(&plan)
    for record in records where phase == .during {
      noteProgress(of: record, &plan)
      if Loan.areAllLent(record, plan.library.schema), let loan = Loan.all(of: record, plan.library.schema).first {
        plan.notes.append(.away(loan))
      }
    }
  }

  /// Adds a note if the progress of an earlier reading is still recorded.
  private func noteProgress(of record: Record, _ plan: inout ActPlan) {
    let schema = plan.library.schema
    guard let state = schema.field(.state, of: kind), let progress = schema.field(.progress, of: kind) else { return }
    let (texts, kept) = (plan.edits.texts(of: state, in: record), plan.edits.texts(of: progress, in: record))
    guard texts.old != texts.new, let text = kept.old.first, kept.new == kept.old,
      state.states?.phase(of: record.value(of: state)?.text) != .paused
    else { return }
    plan.notes.append(.progressKept(record, progress, text))
  }

  func assignments(_ record: Record, _ parser: inout AssignmentParser) throws -> [Assignment] {
    let schema = parser.library.schema
    guard let field = schema.field(.state, of: kind), let state = field.states?[phase] else { return [] }
    let span = StateDates(record, schema)
    var assignments = [try parser.read(key: field.key, .set, state.value, kind)]
    // A reading that has an end date is over, even if the state says that it is in progress.
    let old = field.states?.phase(of: record.value(of: field)?.text)
    let isThere = (old == phase || phase == .during && old == .paused) && (phase == .done || !span.hasEnded)
    if phase != .abandoned { assignments += cleared(.givenUp, record, schema) }
    switch phase {
    case .before, .paused:
      if phase == .before || span.hasEnded { assignments += try span.closed() }
    case .abandoned:
      if span.hasEnded { assignments += try span.closed() }
      assignments += try givenUp(record, &parser)
    case .during:
      if !isThere { assignments += counted(record, span, old, schema) }
      if !isThere { assignments += try span.closed() }
      if isThere, span.hasBegun, let day { try refuseAnotherDay(day, .started, record, &parser) }
      // A paused reading with an unknown start date did not start on the day when it is resumed.
      if !isThere || !span.hasBegun && (old != .paused || day != nil) {
        let day = try entered(.started, &parser)
        if !isThere { try span.check(beginning: day) }
        assignments += day
      }
      if old == .done { assignments += cleared(.progress, record, schema) }
    case .done:
      if !isThere, span.hasEnded { assignments += try span.closed() }
      if isThere, span.hasEnded, let day { try refuseAnotherDay(day, .finished, record, &parser) }
      if !isThere || !span.hasEnded {
        let day = try entered(.finished, &parser)
        try span.check(day)
        assignments += day
      }
      if !isThere { assignments += ChangeState.countingOnce(record, schema) }
      // A finished record has no progress.
      assignments += cleared(.progress, record, schema)
    }
    return assignments
  }

  /// Returns the assignment of the date when the book was abandoned.
  ///
  /// An abandoned book keeps its date, or its lack of one, unless the user states a date.
  private func givenUp(_ record: Record, _ parser: inout AssignmentParser) throws -> [Assignment] {
    let schema = parser.library.schema
    guard let field = schema.field(.givenUp, of: kind), let state = schema.field(.state, of: kind) else { return [] }
    let isThere = record.value(of: state)?.text == state.states?[phase]?.value
    if isThere, day == nil { return [] }
    if let day, isThere, record.has(field) { try refuseAnotherDay(day, .givenUp, record, &parser) }
    let assignment = try entered(.givenUp, &parser)
    try StateDates(record, schema).check(assignment)
    return assignment
  }

  /// Returns the assignment that counts the finished reading of a book if the end date of that reading is unknown.
  /// Otherwise, the next reading would hide that the book had been read before.
  private func counted(
    _ record: Record, _ span: StateDates, _ old: FieldStates.Phase?, _ schema: Schema
  ) -> [Assignment] {
    guard old == .done, !span.hasEnded, let field = schema.field(.timesRead, of: kind) else { return [] }
    return [.set(field, to: String(ReadingFinder(kind, schema).timesRead(record)))]
  }

  /// Returns the assignment that adds one to the number of readings, if the record states this number.
  static func countingOnce(_ record: Record, _ schema: Schema) -> [Assignment] {
    guard let field = schema.field(.timesRead, of: record.kind), case .integer? = record.value(of: field) else {
      return []
    }
    return [.set(field, to: String(min(ReadingFinder(record.kind, schema).timesRead(record), 999_999) + 1))]
  }

  private func entered(_ role: FieldRoles, _ parser: inout AssignmentParser) throws -> [Assignment] {
    guard let field = parser.library.schema.field(role, of: kind) else { return [] }
    return [try ChangeState.day(day ?? "today", of: field, kind, &parser)]
  }

  /// Parses the date when a record entered a state.
  ///
  /// - Throws: `ActRefusal.future`, `AssignmentError`.
  static func day(
    _ text: String, of field: Field, _ kind: Kind, _ parser: inout AssignmentParser
  ) throws -> Assignment {
    let assignment = try parser.read(key: field.key, .set, text, kind)
    if let text = assignment.values.first?.text, let day = CalendarDate(text), day > parser.today {
      throw ActRefusal.future(text)
    }
    return assignment
  }

  private func cleared(_ role: FieldRoles, _ record: Record, _ schema: Schema) -> [Assignment] {
    schema.field(role, of: kind).flatMap { record.has($0) ? [Assignment($0, .set, [])] : nil } ?? []
  }

  /// Refuses a second date for the same event, because it may be a correction or the end of another reading.
  private func refuseAnotherDay(
    _ day: String, _ role: FieldRoles, _ record: Record, _ parser: inout AssignmentParser
  ) throws {
    guard let field = parser.library.schema.field(role, of: kind) else { return }
    let new = try parser.read(key: field.key, .set, day, kind).values.first?.text
    guard let old = record.value(of: field)?.text, old != new else { return }
    throw ActRefusal.anotherDay(record, field, old: old, new: new ?? day)
  }
}

/// The dates of the latest period of a record, such as the latest reading of a book.
struct StateDates {
  private let record: Record
  private let began: Field?
  private let ended: Field?
  private let earlier: Field?
  private let log: Field?

  init(_ record: Record, _ schema: Schema) {
    self.record = record
    began = schema.field(.started, of: record.kind)
    ended = schema.field(.finished, of: record.kind)
    earlier = schema.field(.earlier, of: record.kind)
    log = schema.field(.log, of: record.kind)
  }

  var hasBegun: Bool { began.map(record.has) ?? false }
  var hasEnded: Bool { ended.map(record.has) ?? false }

  /// Returns the assignments that move the dates to the list of earlier periods.
  func closed() throws(ActRefusal) -> [Assignment] {
    let clearing = [began, ended].compactMap { $0 }.filter(record.has).map { Assignment($0, .set, []) }
    // A kind without that list stores only the latest period.
    if clearing.isEmpty || record.kind.field(.earlier) == nil { return clearing }
    let interval = DateInterval(start: try day(began), end: try day(ended))
    guard let earlier else { throw .noEarlierDates(record) }
    guard let interval else { return clearing }
    return [Assignment(earlier, .append, [Assignment.Value(text: interval.description)])] + clearing
  }

  /// Throws an error if the next period would start before this one ended.
  func check(beginning: [Assignment]) throws(ActRefusal) {
    guard let text = beginning.first?.values.first?.text, let first = CalendarDate(text)?.lastDay,
      case .date(let last)? = ended.flatMap({ record.value(of: $0) }), first < last
    else { return }
    throw .beginsBeforeEnd(record, begin: text, end: last, earlier: earlier)
  }

  /// Throws an error if the period would end before it started, or before the last date in its log.
  func check(_ end: [Assignment]) throws(ActRefusal) {
    guard let text = end.first?.values.first?.text, let day = CalendarDate(text) else { return }
    if !hasEnded, case .date(let first)? = began.flatMap({ record.value(of: $0) }), day.lastDay < first {
      throw .endsBeforeBegin(record, end: text, begin: first, began: began)
    }
    if let log, let entry = record.entry(of: log, after: day) { throw .endsBeforeLog(record, end: text, entry, log) }
  }

  private func day(_ field: Field?) throws(ActRefusal) -> CalendarDate? {
    guard let field, let value = record.value(of: field) else { return nil }
    if case .date(let day) = value { return day }
    throw .notADate(record, field, value.text)
  }
}
