import ShelfModel
import YAMLEdit

extension Check {
  static let wrongKindReference = Check(
    "wrong-kind-reference", .error, "a reference to a record of the wrong kind",
    reason: """
      The `genres` field of a book, for example, may refer only to genres. If it refers to a tag, shelf does not show \
      that tag anywhere.
      """,
    example: "genres:\n  - 0c1d2e3f-4a5b-4c6d-8e7f-901234567890 # lending, which is a tag",
    repair: "Changes the reference to the record of the right kind that has the same name, or removes the reference.",
    .record { check, record, examination in
      record.references(examination.library.schema).compactMap { item, kind -> (FieldItem, Kind, Record)? in
        guard let target = RecordID(item.text).flatMap({ examination.library.record($0) }), target.kind != kind else {
          return nil
        }
        return (item, kind, target)
      }.findings { item, kind, target in
        let twins = examination.records(kind, called: target.title)
        var repairs: [Repair] = []
        if twins.count == 1 {
          let name = "the \(kind.singular) “\(twins[0].title.firstLine)”"
          repairs.append(
            Repair(
              "relink",
              item.isListed(twins[0])
                ? "remove it, since the list already has \(name)" : "refer to \(name) instead", .consent, record,
              item.setting(to: twins[0], in: record, instead: target.title)))
        }
        repairs.append(Repair("take-out", "remove the reference", .choice, record, [.remove(item.path)]))
        return Finding(
          check, record, item.field.key, at: item.range,
          "\(target.id.short) is the \(target.kind.singular) “\(target.title.firstLine)”, not \(kind.withArticle)",
          related: [target.id], repairs: repairs)
      }
    })
}
