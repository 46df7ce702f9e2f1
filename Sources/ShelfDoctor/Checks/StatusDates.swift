import ShelfModel
import YAMLEdit

extension Check {
  static let statusDates = Check(
    "status-dates", .note, "a status and a date that disagree",
    reason: "A book that is completed without a date is missing from the year in which it was read.",
    example: "status: onShelf\ndateCompleted: 2026-02-01",
    repair: "For a date without the status: writes the status, or removes the date.",
    .record { check, record, examination in
      let schema = examination.library.schema
      guard record.kind == .book, let status = schema.field("status", of: .book),
        let date = schema.field("dateCompleted", of: .book)
      else { return [] }
      let value = record.value(of: status)
      let isCompleted = value == .text("completed")
      if isCompleted, !record.has(date) {
        return [
          Finding(
            check, record, date.key, at: record.items(of: status).first?.range,
            "the book is completed, but has no completion date",
            advice: .assign(key: date.key))
        ]
      }
      if case .unreadable = value { return [] }
      guard !isCompleted, let item = record.items(of: date).first, case .date = record.value(of: date) else {
        return []
      }
      let shown = record.texts(of: status).first ?? status.defaultText ?? ""
      let complete: Edit =
        record.key(of: status).map { .set([.key($0)], .scalar(Scalar("completed"))) }
        ?? .insert(
          key: status.key, .scalar(Scalar("completed")), into: [], after: record.predecessor(of: status, schema))
      return [
        Finding(
          check, record, date.key, at: item.range, "the book has a completion date, but its status is \(shown)",
          repairs: [
            Repair("complete", "write the status completed", .choice, record, [complete]),
            Repair("take-out", "remove the date", .choice, record, [.remove([.key(item.key)])]),
          ])
      ]
    })
}

extension Record {
  /// Returns the key after which to write a field that the file does not have.
  func predecessor(of field: Field, _ schema: Schema) -> String? {
    schema.fields(of: kind)[..<field.index].reversed().lazy.compactMap { self.key(of: $0) }.first
  }
}
