import ShelfModel

extension Check {
  static let replacedField = Check(
    "replaced-field", .note, "a declaration in shelf.yaml that replaces a field of shelf's",
    reason: """
      The field has the declared type, and shelf no longer uses it for what its own field of this name is for. If that is not what \
      you want, rename your field, or remove the declaration.
      """,
    example: "fields: {book: {pages: {type: text}}}",
    .manifest { check, manifest in
      manifest.declaredFields.filter { !$0.isIgnored }.compactMap { declared in
        guard let builtIn = declared.builtIn else { return nil }
        let key = declared.field.key
        let message =
          builtIn.key == key
          ? "replaces shelf's field “\(key)”, which holds \(builtIn.type.description)"
          : "“\(key)” is no longer read as “\(builtIn.key)”, whose name it was before"
        return Finding(
          check, path: Manifest.fileName, source: manifest.declarations, at: declared.range, message, field: key,
          advice: "rename your field to keep shelf's as well")
      }
    })
}
