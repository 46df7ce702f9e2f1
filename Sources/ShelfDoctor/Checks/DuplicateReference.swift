import ShelfModel

extension Check {
  static let duplicateReference = Check(
    "duplicate-reference", .warning, "the same reference twice in one list",
    reason: """
      The second reference has no effect. But if you remove only one of the two, the record still refers to the same \
      target.
      """,
    example: """
      genres:
        - 5f0e6c2a-1b1f-4a63-8a94-0f8f4d1f2f10 # Fantasy
        - 5f0e6c2a-1b1f-4a63-8a94-0f8f4d1f2f10 # Fantasy
      """,
    repair: "Removes the later of the two references.",
    .record { check, record, examination in
      let fields = examination.library.schema.fields(of: record.kind).filter { $0.type.target != nil }
      let repeated = fields.flatMap { field -> [(item: FieldItem, first: FieldItem, id: RecordID)] in
        var seen: [RecordID: FieldItem] = [:]
        return record.items(of: field).compactMap { item in
          guard let id = RecordID(item.text) else { return nil }
          if let first = seen[id] { return (item, first, id) }
          seen[id] = item
          return nil
        }
      }
      return repeated.findings { item, first, id in
        let comment = record.comment(after: item)
        let title = examination.library.record(id)?.title
        let isPlain = comment == nil || comment == title || comment == record.comment(after: first)
        return Finding(
          check, record, item.field.key, at: item.range,
          "\(title.map { "“\($0.firstLine)”" } ?? id.short) is already in the list", related: [id],
          repairs: [
            Repair("take-out", "remove it here", isPlain ? .nothing : .consent, record, [.remove(item.path)])
          ])
      }
    })
}
