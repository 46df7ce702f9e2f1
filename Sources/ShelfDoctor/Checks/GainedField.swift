import ShelfModel

extension Check {
  static let gainedField = Check(
    "gained-field", .note, "a declaration in shelf.yaml of a field that the program has by now",
    reason: "The declaration no longer does anything; the values are those of the program's own field.",
    example: "fields: {book: {notes: {type: text}}}",
    .library { check, examination in
      let manifest = examination.library.manifest
      return manifest.gainedFields.map { field in
        Finding(
          check, path: Manifest.fileName, source: manifest.declarations, at: field.range,
          "“\(field.key)” is a field of every \(field.kind.singular) by now", field: field.key,
          advice: "take it out of fields: \(field.kind.singular)")
      }
    })
}
