import ShelfModel

extension Check {
  static let untypableField = Check(
    "untypable-field", .warning, "a field in shelf.yaml whose name cannot be used in commands",
    reason: """
      In commands, queries and columns, the name of a field must start with a letter and contain only letters, digits, \
      hyphens and underscores. shelf reads and shows a field with any other name, but cannot set it.
      """,
    example: "fields: {book: {two words: {type: text}}}",
    .manifest { check, manifest in
      manifest.declaredFields.filter { !FieldName.isTypable($0.field.key) }.map { declared in
        let key = declared.field.key
        return Finding(
          check, path: Manifest.fileName, source: manifest.declarations, at: declared.range,
          "“\(key.firstLine)” cannot be used as a field name in commands",
          advice:
            "rename it, using letters, digits, hyphens and underscores, such as “\(FieldName.typable(like: key))”")
      }
    })
}
