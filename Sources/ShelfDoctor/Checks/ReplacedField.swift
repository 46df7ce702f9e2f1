import ShelfModel

extension Check {
  static let replacedField = Check(
    "replaced-field", .note, "a declaration in shelf.yaml that replaces a built-in field",
    reason: """
      The field has the type that you declared, and shelf does not treat it like the built-in field anymore. If this \
      is not what you want, rename your field, or remove the declaration.
      """,
    example: "fields: {book: {pages: {type: text}}}",
    .manifest { check, manifest in
      manifest.declaredFields.filter { !$0.isIgnored }.compactMap { declared in
        guard let builtIn = declared.builtIn else { return nil }
        let key = declared.field.key
        let message =
          builtIn.key == key
          ? "replaces the built-in field “\(key)”, whose type is \(builtIn.type.description)"
          : "“\(key)” is no longer read as “\(builtIn.key)”, although it is an older name of that field"
        return Finding(
          check, path: Manifest.fileName, source: manifest.declarations, at: declared.range, message, field: key,
          advice: "rename your field to keep the built-in one as well")
      }
    })
}
