import ShelfModel

extension Check {
  static let untypableField = Check(
    "untypable-field", .warning, "a declaration in shelf.yaml of a field whose name cannot be typed",
    reason: """
      Commands, queries and columns take names of letters, digits, hyphens and underscores that start with a letter. A field \
      with another name is read and shown, and cannot be set.
      """,
    example: "fields: {book: {two words: {type: text}}}",
    .manifest { check, manifest in
      manifest.declaredFields.filter { !FieldName.isTypable($0.field.key) }.map { declared in
        let key = declared.field.key
        return Finding(
          check, path: Manifest.fileName, source: manifest.declarations, at: declared.range,
          "“\(key.firstLine)” cannot be typed as the name of a field",
          advice: "rename it with letters, digits, hyphens and underscores, such as “\(suggestion(key))”")
      }
    })

  /// Returns a similar name that can be typed.
  private static func suggestion(_ name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    let joined = words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
    return FieldName.isTypable(joined) ? String(joined.prefix(40)) : "shelfmark"
  }
}
