import ShelfModel
import YAMLEdit

extension Check {
  static let oldFieldName = Check(
    "old-field-name", .warning, "a field under the name that it had in an earlier format",
    reason: "It is still read, but other programs and queries know only the current name.",
    example: "summary: A desert planet.",
    repair: "Renames the field; its value stays as it is.",
    .record { check, record, examination in
      examination.library.schema.fields(of: record.kind).flatMap { field -> [Finding] in
        field.formerKeys.filter { record.keys.contains($0) }.map { key in
          OldFieldName.finding(check, record, field, key)
        }
      }
    })
}

private enum OldFieldName {
  static func finding(_ check: Check, _ record: Record, _ field: Field, _ key: String) -> Finding {
    let range = record.range(ofKey: key)
    if record.key(of: field) == key {
      return Finding(
        check, record, field.key, at: range, "“\(key)” is now called “\(field.key)”",
        repairs: [
          Repair("rename", "rename it to “\(field.key)”", .nothing, record, [.renameKey([.key(key)], to: field.key)])
        ])
    }
    let old = record.unknownFields.first { $0.key == key }?.texts ?? []
    let isEmpty = old.allSatisfy(\.isEmpty)
    let isSame = isEmpty || old == record.texts(of: field)
    return Finding(
      check, record, field.key, at: range,
      "“\(key)” is the old name of “\(field.key)”, which the record also has"
        + (isEmpty ? "; it is empty" : isSame ? ", with the same value" : ""),
      advice: "combine the two values, and remove “\(key)”",
      repairs: [Repair("take-out", "remove “\(key)”", isSame ? .nothing : .choice, record, [.remove([.key(key)])])])
  }
}
