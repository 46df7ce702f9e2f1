import ShelfModel
import ShelfStore

/// The rules that derive some fields of a record from others.
///
/// A new completion date makes a book completed, a new date of abandonment makes it abandoned, and a new start date or
/// new progress makes it “in progress”. Progress is also recorded in the reading log. The rules apply wherever fields
/// are set: in a new record, in an edit, and in text from an editor. They never override a value that the same change
/// sets.
struct DerivedFields {
  let kind: Kind
  /// The record before the change, or nil for a new one.
  let record: Record?
  /// Whether to ask for the date when the record entered its last state.
  let asksForDay: Bool
  /// Whether the change affects only this record.
  var isOne = true
  /// The date of the progress, or nil for today.
  var day: CalendarDate?

  /// Returns the assignments together with the assignments that follow from them.
  ///
  /// - Throws: `Question.day` if the record enters its last state without a date, and the user can be asked.
  func completed(_ given: [Assignment], _ parser: inout AssignmentParser, _ plan: inout ActPlan) throws -> [Assignment]
  {
    try given + following(given, &parser, &plan)
  }

  /// Returns only the assignments that follow from the given ones.
  ///
  /// - Throws: the errors of `completed`.
  func following(_ given: [Assignment], _ parser: inout AssignmentParser, _ plan: inout ActPlan) throws -> [Assignment]
  {
    try state(given, &parser, &plan) + log(given, plan)
  }

  // MARK: - States and their days

  private func state(
    _ given: [Assignment], _ parser: inout AssignmentParser, _ plan: inout ActPlan
  ) throws -> [Assignment] {
    let schema = plan.library.schema
    guard let state = schema.field(.state, of: kind), let states = state.states else { return [] }
    let ended = schema.field(.finished, of: kind)
    if let said = given.last(where: { $0.field.index == state.index }) {
      let phase = states.phase(of: said.values.first?.text)
      let cleared = phase == .abandoned ? [] : without(.givenUp, given, schema)
      guard phase == .done, let ended, record?.value(of: state) != state.doneValue else { return cleared }
      return try day(ended, given, &parser, &plan) + finished(given, schema) + cleared
    }
    // An invalid state is left unchanged, because a person has to correct it.
    let old = record?.value(of: state)
    if case .unreadable = old { return [] }
    let isDone = old?.text == states.done.value
    if isSet(ended, in: given), !isDone {
      return [.set(state, to: states.done.value)] + finished(given, schema) + without(.givenUp, given, schema)
    }
    if let abandoned = states.abandoned, isSet(schema.field(.givenUp, of: kind), in: given), !isDone {
      return old?.text == abandoned.value ? [] : [.set(state, to: abandoned.value)]
    }
    let begins = [schema.field(.started, of: kind), schema.field(.progress, of: kind)].contains { isSet($0, in: given) }
    guard let during = states.during, begins, isBefore(old?.text, states),
      !isSet(ended, in: given), ended.map({ record?.has($0) ?? false }) != true
    else { return [] }
    return [.set(state, to: during.value)]
  }

  private func isBefore(_ value: String?, _ states: FieldStates) -> Bool {
    value == nil || value == states.before.value || value == states.wanted
  }

  private func isSet(_ field: Field?, in given: [Assignment]) -> Bool {
    given.contains { $0.field.index == field?.index && $0.operation != .remove && !$0.values.isEmpty }
  }

  /// Returns the assignments for a record that becomes finished: they clear its progress and, if the record states the
  /// number of readings, add one to it.
  private func finished(_ given: [Assignment], _ schema: Schema) -> [Assignment] {
    let count = record.map { ChangeState.countingOnce($0, schema) } ?? []
    return without(.progress, given, schema)
      + count.filter { count in !given.contains { $0.field.index == count.field.index } }
  }

  /// Returns the assignment that clears a field, if the record has a value for it and the change does not assign it.
  private func without(_ role: FieldRoles, _ given: [Assignment], _ schema: Schema) -> [Assignment] {
    guard let field = schema.field(role, of: kind), record?.has(field) ?? false,
      !given.contains(where: { $0.field.index == field.index })
    else { return [] }
    return [Assignment(field, .set, [])]
  }

  /// Returns the assignment of the date when the record entered its last state, if the user knows the date.
  private func day(
    _ ended: Field, _ given: [Assignment], _ parser: inout AssignmentParser, _ plan: inout ActPlan
  ) throws -> [Assignment] {
    guard asksForDay, !given.contains(where: { $0.field.index == ended.index }), !(record?.has(ended) ?? false) else {
      return []
    }
    func question(after refusal: ActRefusal?) -> Question {
      .day(kind, isOne ? record : nil, isOne: isOne, after: refusal)
    }
    guard let text = plan.answers.day else { throw question(after: nil) }
    if text.isEmpty { return [] }
    do {
      let day = try ChangeState.day(text, of: ended, kind, &parser)
      // A start date in the same change replaces the recorded start date, so the end date is not compared with the
      // recorded one.
      if let record, !given.contains(where: { $0.field.has(.started) }) {
        try StateDates(record, plan.library.schema).check([day])
      }
      return [day]
    } catch let refusal as ActRefusal {
      throw question(after: refusal)
    }
  }

  // MARK: - The reading log

  /// Returns the assignment that adds the progress in other assignments to the log.
  private func log(_ given: [Assignment], _ plan: ActPlan) -> [Assignment] {
    let schema = plan.library.schema
    guard let progress = schema.field(.progress, of: kind),
      let said = given.last(where: { $0.field.index == progress.index && $0.operation == .set }),
      let reached = said.values.first.flatMap({ ReadingProgress($0.text) }),
      !given.contains(where: { $0.field.has(.log) })
    else { return [] }
    return logged(reached, plan)
  }

  /// Returns the assignment that records progress in the log, replacing any earlier entry for the same date.
  func logged(_ reached: ReadingProgress, _ plan: ActPlan) -> [Assignment] {
    guard plan.library.manifest.logsProgress, let field = plan.library.schema.field(.log, of: kind) else { return [] }
    let day = day ?? plan.host.today()
    var texts = record?.texts(of: field).filter { ReadingDay($0)?.day != day } ?? []
    let later = texts.firstIndex { ReadingDay($0).map { $0.day > day } ?? false }
    texts.insert(ReadingDay(day, reached).description, at: later ?? texts.endIndex)
    return [Assignment(field, .set, texts.map { Assignment.Value(text: $0) })]
  }
}
