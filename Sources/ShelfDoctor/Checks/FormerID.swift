import ShelfModel

extension Check {
  static let formerID = Check(
    "former-id", .note, "a reference to a record that was merged into another one",
    reason: "The reference still leads to the right record. Update it once no branch uses the old id anymore.",
    example: "genres:\n  - 5f0e6c2a-1b1f-4a63-8a94-0f8f4d1f2f10 # Sci-Fi, which is now Science Fiction",
    repair: "Writes the id of the record that the reference leads to.",
    .record { check, record, examination in
      record.references(examination.library.schema).compactMap { item, kind -> (FieldItem, RecordID, Record)? in
        guard let id = RecordID(item.text), let target = examination.library.record(id), target.id != id,
          target.kind == kind
        else { return nil }
        return (item, id, target)
      }.findings { item, id, target in
        let name = FormerID.name(of: id, in: target, examination.library.schema)
        let isListed = item.isListed(target)
        let isSafe = !isListed || !item.keepsRemark(in: record, name, target.title)
        let need: Repair.Need =
          examination.library.contestedIDs[id] != nil ? .choice : isSafe ? .nothing : .consent
        let names = RecordID.beginnings(of: [id, target.id])
        return Finding(
          check, record, item.field.key, at: item.range,
          "\(names[0]) was merged into \(target.kind.singular) \(names[1]) “\(target.title.firstLine)”",
          related: [target.id],
          repairs: [
            Repair(
              "renew", isListed ? "remove it, since the list already has that record" : "write the id \(target.id)",
              need, record, item.setting(to: target, in: record, instead: name))
          ])
      }
    })
}

private enum FormerID {
  /// Returns a record's name before it was merged, as given in the comment after its former id.
  static func name(of id: RecordID, in target: Record, _ schema: Schema) -> String? {
    target.items(of: schema.formerIDs(of: target.kind)).first { RecordID($0.text) == id }.flatMap {
      target.comment(after: $0)
    }
  }
}
