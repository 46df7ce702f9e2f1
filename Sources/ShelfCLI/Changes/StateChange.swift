import ShelfModel
import ShelfStore

/// A command that brings a record into another state, and updates the dates of its states.
struct StateChange {
  let kind: Kind
  let phase: FieldStates.Phase
  /// What else goes with the state.
  var values: [(role: FieldRoles, value: String)] = []

  /// Makes the assignments, and says what changed.
  func run(_ names: [String], _ bulk: BulkOptions, _ options: ChangeOptions, in context: Context) throws {
    try context.offering(names) { try change($0, bulk, options, in: context) }
  }

  private func change(
    _ names: [String], _ bulk: BulkOptions, _ options: ChangeOptions, in context: Context
  ) throws {
    let isAsking = bulk.isAsking(options)
    var change = try Change(options, in: context, isAsking: isAsking)
    let records = try bulk.records(named: names, kind, change.library, change.context)
    var reader = AssignmentReader(context.finder(change.library), today: context.today, localTime: context.localTime)
    for record in records {
      var assignments: [Assignment] = []
      for (field, value) in texts(record, change.library) {
        assignments.append(try reader.read(key: field.key, .set, value, kind))
      }
      try change.plan.change(record, assignments)
    }
    let all = BulkChange(kind: kind, records: records)
    if isAsking { try all.confirm(change.plan, change.context) }
    try change.commit { plan in
      if bulk.hasQuery { return all.report(plan) }
      return records.map { record in
        let phrases = FieldChangeText(plan: plan, record: record).phrases()
        return "\(Wording.name(record)): " + (phrases.isEmpty ? "nothing to change" : phrases.joined(separator: ", "))
      }
    }
  }

  /// Returns what is assigned; an empty text clears the field.
  ///
  /// The day on which the state was entered is today, unless the record is already in the state and says since when. Dates
  /// of later states are cleared.
  private func texts(_ record: Record, _ library: Library) -> [(field: Field, text: String)] {
    guard let field = library.schema.field(.state, of: kind), let state = field.states?[phase] else { return [] }
    let isThere = record.value(of: field)?.text == state.value
    let entered: FieldRoles? = phase == .during ? .began : phase == .done ? .ended : nil
    let later: [FieldRoles] = phase == .before ? [.began, .ended] : phase == .during ? [.ended] : []
    var texts = later.map { (role: $0, text: "") } + values.map { (role: $0.role, text: $0.value) }
    if let entered, !isThere || library.value(entered, of: record) == nil {
      texts.insert((role: entered, text: "today"), at: 0)
    }
    return [(field, state.value)]
      + texts.compactMap { role, text in library.schema.field(role, of: kind).map { ($0, text) } }
  }
}
