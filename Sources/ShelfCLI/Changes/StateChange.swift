import ShelfModel
import ShelfStore

/// A command that brings a record into another state by assigning some of its fields.
struct StateChange {
  let kind: Kind
  /// The field that holds the state, and what it becomes.
  let state: (key: String, value: String)
  /// The field for the day on which the state began: today, unless the record is in the state already and says since when.
  var since: String?
  /// What else goes with the state; an empty value clears the field.
  var values: [(key: String, value: String)] = []

  /// Makes the assignments, and says what changed.
  func run(_ name: String?, _ bulk: BulkOptions, _ options: ChangeOptions, in context: Context) throws {
    let isAsking = bulk.isAsking(options)
    var change = try Change(options, in: context, isAsking: isAsking)
    let records = try bulk.records(named: name, kind, change.library, change.context)
    var reader = AssignmentReader(context.finder(change.library), today: context.today)
    for record in records {
      var assignments: [Assignment] = []
      for (key, value) in [state] + beginning(record, change.library) + values {
        assignments.append(try reader.read(key: key, .set, value, kind))
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

  private func beginning(_ record: Record, _ library: Library) -> [(key: String, value: String)] {
    guard let since else { return [] }
    let isThere = library.value(state.key, of: record)?.text == state.value
    return isThere && library.value(since, of: record) != nil ? [] : [(since, "today")]
  }
}
