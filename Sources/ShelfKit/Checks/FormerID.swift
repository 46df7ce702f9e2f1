extension Check {
  static let formerID = Check(
    "former-id", .note, "a reference by the id of a record that was merged into another one",
    reason: "It leads to the right record. Renewing it is worth while once no branch uses the old id any more.",
    example: "genres:\n  - 5f0e6c2a-1b1f-4a63-8a94-0f8f4d1f2f10 # Sci-Fi, which is now Science Fiction",
    repair: "Writes the id of the record that it leads to.",
    .record { check, record, examination in
      record.references(examination.library.schema).compactMap { item, kind in
        guard let id = RecordID(item.text), let target = examination.library.record(id), target.id != id,
          target.kind == kind
        else { return nil }
        return Finding(
          check, record, item.field.key, at: item.range,
          "\(id.short) was merged into \(kind.singular) \(target.id.short) “\(target.title.firstLine)”",
          related: [target.id],
          repairs: [
            Repair("renew", "write the id \(target.id)", .nothing, record, item.setting(to: target, in: record))
          ])
      }
    })
}
