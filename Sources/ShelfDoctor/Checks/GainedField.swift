import ShelfModel

extension Check {
  static let gainedField = Check(
    "gained-field", .note, "a declaration in shelf.yaml of a field that is now built in",
    reason: "The declaration has no effect, because the built-in field has the same name and type.",
    example: "fields: {book: {notes: {type: text}}}",
    .manifest { check, manifest in
      manifest.declaredFields.filter(\.isIgnored).map { declared in
        Finding(
          check, path: Manifest.fileName, source: manifest.declarations, at: declared.range,
          "“\(declared.field.key)” is a built-in field of \(declared.kind.plural)", field: declared.field.key,
          advice: "remove it from fields: \(declared.kind.singular)")
      }
    })
}
