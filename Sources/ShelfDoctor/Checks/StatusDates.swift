import ShelfModel
import YAMLEdit

extension Check {
  static let statusDates = Check(
    "status-dates", .note, "a status and a date that disagree",
    reason: """
      A book with a completion date counts as read in that year, even if its status says that you have not finished \
      it.
      """,
    example: "status: onShelf\ndateCompleted: 2026-02-01",
    repair: "Writes the status that matches the date, or removes the date.",
    .record { check, record, examination in
      let schema = examination.library.schema
      guard let status = schema.field(.state, of: record.kind), let done = status.states?.done.value,
        let date = schema.field(.finished, of: record.kind)
      else { return [] }
      let value = record.value(of: status)
      // A finished book without an end date is valid, because the user may not know the date.
      if case .unreadable = value { return [] }
      var findings: [Finding] = []
      if value != status.doneValue, case .date = record.value(of: date) {
        findings += finding(check, record, status, date, done, "completion date", "complete", schema)
      }
      if let abandoned = status.states?.abandoned?.value, value?.text != abandoned,
        let date = schema.field(.givenUp, of: record.kind), case .date = record.value(of: date)
      {
        findings += finding(check, record, status, date, abandoned, "date when it was abandoned", "abandon", schema)
      }
      return findings
    })

  /// Returns the finding about a date that belongs to another status.
  private static func finding(
    _ check: Check, _ record: Record, _ status: Field, _ date: Field, _ wanted: String, _ name: String,
    _ repair: String,
    _ schema: Schema
  ) -> [Finding] {
    guard let item = record.items(of: date).first else { return [] }
    let shown = record.texts(of: status).first ?? status.defaultText ?? ""
    let scalar = Scalar(wanted, form: status.type.form)
    let complete: Edit =
      record.key(of: status).map { .set([.key($0)], .scalar(scalar)) }
      ?? .insert(key: status.key, .scalar(scalar), into: [], after: record.predecessor(of: status, schema))
    return [
      Finding(
        check, record, date.key, at: item.range,
        "the \(record.kind.singular) has a \(name), but its \(status.key) is \(shown)",
        repairs: [
          Repair(repair, "write the \(status.key) \(wanted)", .choice, record, [complete]),
          Repair("take-out", "remove the date", .choice, record, [.remove([.key(item.key)])]),
        ])
    ]
  }
}

extension Record {
  /// Returns the key after which a missing field is inserted, or nil if there is none.
  ///
  /// It is the last key in the file that precedes the field in the kind's table.
  func predecessor(of field: Field, _ schema: Schema) -> String? {
    schema.fields(of: kind)[..<field.index].reversed().lazy.compactMap { self.key(of: $0) }.first
  }
}
