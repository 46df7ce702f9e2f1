import ShelfKit

/// A command that brings a record into another state by assigning some of its fields.
struct StateChange {
  let kind: Kind
  /// Keys and values; an empty value clears the field.
  let values: [(key: String, value: String)]

  /// Makes the assignments, and says what changed.
  func run(_ name: String, _ options: ChangeOptions, in context: Context) throws {
    var change = try Change(options, in: context)
    let record = try RecordFinder(change.library).find(name, kind)
    var reader = AssignmentReader(change.library, today: context.today)
    var assignments: [Assignment] = []
    for (key, value) in values { assignments.append(try reader.read(key: key, .set, value, kind)) }
    try change.plan.change(record, assignments)
    try change.commit { plan in
      let phrases = FieldChangeText(plan: plan, record: record).phrases()
      return ["\(Wording.name(record)): " + (phrases.isEmpty ? "nothing to change" : phrases.joined(separator: ", "))]
    }
  }
}
