extension Check {
  static let missingField = Check(
    "missing-field", .error, "a required field that is missing or empty",
    reason: "Without a title, name or text, lists cannot show a record, and commands cannot find it.",
    example: "id: 3f2b8c1e-9a4d-4c57-8f0b-1d2e3f405162\ntitle:",
    .record { check, record, examination in
      examination.library.schema.fields(of: record.kind).filter { $0.isRequired && !record.has($0) }.map { field in
        let key = record.key(of: field)
        return Finding(
          check, record, field.key, at: key.flatMap { record.range(ofKey: $0) },
          key == nil ? "\(record.kind.withArticle) needs a “\(field.key)”" : "“\(field.key)” is empty",
          advice: key == nil ? "write a line “\(field.key): …”" : "write it after “\(field.key):”")
      }
    })
}
