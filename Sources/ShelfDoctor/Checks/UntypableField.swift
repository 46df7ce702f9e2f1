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
          advice: "rename it, using letters, digits, hyphens and underscores, such as “\(suggestion(key))”")
      }
    })

  /// Returns a similar name that can be typed.
  private static func suggestion(_ name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    let joined = words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
    return FieldName.isTypable(joined) ? String(joined.prefix(40)) : "shelfmark"
  }
}
