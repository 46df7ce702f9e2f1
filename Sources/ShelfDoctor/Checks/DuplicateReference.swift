import ShelfModel

extension Check {
  static let duplicateReference = Check(
    "duplicate-reference", .warning, "the same reference twice in one list",
    reason: "The second one has no effect, but is still there when only one of them is removed.",
    example: """
      genres:
        - 5f0e6c2a-1b1f-4a63-8a94-0f8f4d1f2f10 # Fantasy
        - 5f0e6c2a-1b1f-4a63-8a94-0f8f4d1f2f10 # Fantasy
      """,
    repair: "Removes the later one.",
    .record { check, record, examination in
      examination.library.schema.fields(of: record.kind).filter { $0.type.target != nil }.flatMap { field in
        let items = record.items(of: field)
        return items.enumerated().compactMap { position, item -> Finding? in
          guard let id = RecordID(item.text),
            let first = items[..<position].first(where: { RecordID($0.text) == id })
          else { return nil }
          let comment = record.comment(after: item)
          let title = examination.library.record(id)?.title
          let isPlain = comment == nil || comment == title || comment == record.comment(after: first)
          return Finding(
            check, record, field.key, at: item.range,
            "\(title.map { "“\($0.firstLine)”" } ?? id.short) is already in the list", related: [id],
            repairs: [
              Repair("take-out", "remove it here", isPlain ? .nothing : .consent, record, [.remove(item.path)])
            ])
        }
      }
    })
}
