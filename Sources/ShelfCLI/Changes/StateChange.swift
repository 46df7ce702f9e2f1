import ShelfModel
import ShelfStore
import ShelfWording

/// A command that brings a record into another state, and updates the dates of its states.
///
/// Nothing that was known makes room for what is new: the dates of a stretch of time that is over go to the earlier ones.
struct StateChange {
  let kind: Kind
  let phase: FieldStates.Phase
  /// The day on which the state was entered; today if nobody says.
  var day: String?
  /// What else goes with the state.
  var values: [(role: FieldRoles, value: String)] = []

  /// Makes the assignments, and says what changed.
  func run(_ names: [String], _ options: RecordsChangeOptions, in context: Context) throws {
    // A variable of a script that is not set must not take away what is known.
    if day?.trimmed.isEmpty == true { throw CommandError(.usage, "--date needs a day", hint: "such as 2026-11-21") }
    try RecordsChange(kind: kind, options: options).run(names, in: context, more: keptProgress) { change, records in
      var reader = AssignmentReader(context.finder(change.library), today: context.today, localTime: context.localTime)
      for record in records { try change.plan.change(record, assignments(record, &reader)) }
    }
  }

  /// Says that how far an earlier stretch of time came is still written there.
  private func keptProgress(_ plan: EditPlan, _ record: Record) -> [String] {
    let schema = plan.library.schema
    guard phase == .during, let state = schema.field(.state, of: kind),
      let progress = schema.field(.progress, of: kind),
      plan.texts(of: state, in: record).old != plan.texts(of: state, in: record).new,
      let text = plan.texts(of: progress, in: record).new.first
    else { return [] }
    return ["\(progress.key) is still \(Wording.progress(text, of: record, schema)), from before"]
  }

  /// Returns what is assigned to a record.
  func assignments(_ record: Record, _ reader: inout AssignmentReader) throws -> [Assignment] {
    let schema = reader.library.schema
    guard let field = schema.field(.state, of: kind), let state = field.states?[phase] else { return [] }
    let stretch = Stretch(record, schema)
    var assignments = [try reader.read(key: field.key, .set, state.value, kind)]
    for (role, value) in values {
      guard let field = schema.field(role, of: kind) else { continue }
      assignments.append(try reader.read(key: field.key, .set, value, kind))
    }
    // A reading that is being done and has ended is over, whatever the state says.
    let isThere = record.value(of: field)?.text == state.value && (phase == .done || !stretch.hasEnded)
    switch phase {
    case .before, .abandoned:
      if phase == .before || stretch.hasEnded { assignments += try stretch.closed() }
    case .during:
      if !isThere { assignments += try stretch.closed() }
      if isThere, stretch.hasBegun, let day { try refuseAnotherDay(day, .began, record, &reader) }
      if !isThere || !stretch.hasBegun {
        let day = try entered(.began, record, &reader)
        if !isThere { try stretch.check(beginning: day) }
        assignments += day
      }
      if field.doneValue == record.value(of: field) { assignments += cleared(.progress, schema) }
    case .done:
      if !isThere, stretch.hasEnded { assignments += try stretch.closed() }
      if isThere, stretch.hasEnded, let day { try refuseAnotherDay(day, .ended, record, &reader) }
      if !isThere || !stretch.hasEnded {
        let day = try entered(.ended, record, &reader)
        try stretch.check(day)
        assignments += day
      }
      // Whoever has finished is no longer somewhere in between.
      assignments += cleared(.progress, schema)
    }
    return assignments
  }

  private func entered(
    _ role: FieldRoles, _ record: Record, _ reader: inout AssignmentReader
  ) throws -> [Assignment] {
    guard let field = reader.library.schema.field(role, of: kind) else { return [] }
    let assignment = try reader.read(key: field.key, .set, day ?? "today", kind)
    if let text = assignment.values.first?.text, let day = CalendarDate(text), day > reader.today {
      throw CommandError(.usage, "\(text) is in the future", hint: "write a day that has come")
    }
    return [assignment]
  }

  private func cleared(_ role: FieldRoles, _ schema: Schema) -> [Assignment] {
    schema.field(role, of: kind).map { [Assignment($0, .set, [])] } ?? []
  }

  /// A second day for one end may be a correction or another stretch of time; the one must not be taken for the other.
  private func refuseAnotherDay(
    _ day: String, _ role: FieldRoles, _ record: Record, _ reader: inout AssignmentReader
  ) throws {
    guard let field = reader.library.schema.field(role, of: kind) else { return }
    let new = try reader.read(key: field.key, .set, day, kind).values.first?.text
    guard let old = record.value(of: field)?.text, old != new else { return }
    throw CommandError(
      .no, "\(Wording.name(record)) was \(role == .ended ? "finished" : "begun") on \(old) already",
      hint:
        "correct the day with `shelf \(kind.singular) set \(record.id.short) \(field.key)=\(day)`"
        + (role == .ended ? ", or start it again first" : "")
    )
  }
}

/// The stretch of time that the dates of a record speak of.
private struct Stretch {
  private let record: Record
  private let began: Field?
  private let ended: Field?
  private let earlier: Field?

  init(_ record: Record, _ schema: Schema) {
    self.record = record
    began = schema.field(.began, of: record.kind)
    ended = schema.field(.ended, of: record.kind)
    earlier = schema.field(.earlier, of: record.kind)
  }

  var hasBegun: Bool { began.map(record.has) ?? false }
  var hasEnded: Bool { ended.map(record.has) ?? false }

  /// Returns the assignments that move its dates to the earlier ones.
  func closed() throws -> [Assignment] {
    let clearing = [began, ended].compactMap { $0 }.filter(record.has).map { Assignment($0, .set, []) }
    // A kind that keeps no earlier stretches has only the latest one.
    if clearing.isEmpty || record.kind.field(.earlier) == nil { return clearing }
    let interval = DateInterval(start: try day(began), end: try day(ended))
    guard let earlier else {
      throw CommandError(
        .no, "the dates of \(Wording.name(record)) have nowhere to go",
        hint: "shelf.yaml declares “\(record.kind.field(.earlier)?.key ?? "")” as something else")
    }
    guard let interval else { return clearing }
    return [Assignment(earlier, .add, [Assignment.Value(text: interval.description)])] + clearing
  }

  /// Throws if the next one would begin before this one ended.
  func check(beginning: [Assignment]) throws {
    guard let text = beginning.first?.values.first?.text, let first = CalendarDate(text)?.lastDay,
      case .date(let last)? = ended.flatMap({ record.value(of: $0) }), first < last
    else { return }
    throw CommandError(
      .no, "\(text) is before \(Wording.name(record)) was finished, on \(last)",
      hint: earlier.map { field in
        "a reading before that one is `shelf \(record.kind.singular) set \(record.id.short) \(field.key)+=FROM/TO`"
      })
  }

  /// Throws if it would end before it began.
  func check(_ end: [Assignment]) throws {
    guard !hasEnded, let text = end.first?.values.first?.text, let last = CalendarDate(text)?.lastDay,
      case .date(let first)? = began.flatMap({ record.value(of: $0) }), last < first
    else { return }
    throw CommandError(
      .no, "\(text) is before \(Wording.name(record)) was begun, on \(first)",
      hint:
        "one of the two days is wrong: `shelf \(record.kind.singular) set \(record.id.short) \(began?.key ?? "")=DAY` corrects the first"
    )
  }

  private func day(_ field: Field?) throws -> CalendarDate? {
    guard let field, let value = record.value(of: field) else { return nil }
    if case .date(let day) = value { return day }
    throw CommandError(
      .no, "“\(field.key)” of \(Wording.name(record)) is not a date: \(Wording.short(value.text))",
      hint: "put it right first, so that it is not lost")
  }
}
