import ShelfModel
import YAMLEdit

extension Check {
  static let statusDates = Check(
    "status-dates", .note, "a status and a date that disagree",
    reason: "A book with a completion date counts as read in that year, but its status contradicts this.",
    example: "status: onShelf\ndateCompleted: 2026-02-01",
    repair: "Writes the status that matches the date, or removes the date.",
    .record { check, record, examination in
      let schema = examination.library.schema
      guard let status = schema.field(.state, of: record.kind), let done = status.states?.done.value,
        let date = schema.field(.finished, of: record.kind)
      else { return [] }
      let kind = record.kind.singular
      let value = record.value(of: status)
      let isDone = value == status.doneValue
      // A finished book without an end date is valid, because the user may not know the date.
      if case .unreadable = value { return [] }
      guard !isDone, let item = record.items(of: date).first, case .date = record.value(of: date) else {
        return []
      }
      let shown = record.texts(of: status).first ?? status.defaultText ?? ""
      let complete: Edit =
        record.key(of: status).map { .set([.key($0)], .scalar(Scalar(done, form: status.type.form))) }
        ?? .insert(
          key: status.key, .scalar(Scalar(done, form: status.type.form)), into: [],
          after: record.predecessor(of: status, schema))
      return [
        Finding(
          check, record, date.key, at: item.range,
          "the \(kind) has a completion date, but its \(status.key) is \(shown)",
          repairs: [
            Repair("complete", "write the \(status.key) \(done)", .choice, record, [complete]),
            Repair("take-out", "remove the date", .choice, record, [.remove([.key(item.key)])]),
          ])
      ]
    })
}

extension Record {
  /// Returns the key after which a missing field is inserted, or nil if there is none.
  ///
  /// It is the last key in the file that precedes the field in the kind's table.
  func predecessor(of field: Field, _ schema: Schema) -> String? {
    schema.fields(of: kind)[..<field.index].reversed().lazy.compactMap { self.key(of: $0) }.first
  }
}
