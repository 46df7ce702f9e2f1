import ShelfModel

extension Check {
  static let gainedField = Check(
    "gained-field", .note, "a declaration in shelf.yaml of a field that shelf has anyway",
    reason: "The declaration does nothing: shelf's own field has the same name and type.",
    example: "fields: {book: {notes: {type: text}}}",
    .manifest { check, manifest in
      manifest.declaredFields.filter(\.isIgnored).map { declared in
        Finding(
          check, path: Manifest.fileName, source: manifest.declarations, at: declared.range,
          "every \(declared.kind.singular) has a field “\(declared.field.key)” anyway", field: declared.field.key,
          advice: "remove it from fields: \(declared.kind.singular)")
      }
    })
}
