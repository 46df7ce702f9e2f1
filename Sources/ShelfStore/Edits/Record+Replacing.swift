import ShelfModel
import YAMLEdit

extension Record {
  /// Returns the record as it would be read with some fields set. This is for display only: no file has this content.
  /// Returns this record if the fields cannot be set.
  package func replacing(_ assignments: [Assignment], _ schema: Schema) -> Record {
    guard var document = try? Document(source) else { return self }
    let fields = schema.fields(of: kind)
    for assignment in assignments {
      guard let new = try? FieldEdits(field: assignment.field, fields: fields).apply(assignment, to: document) else {
        return self
      }
      document = new
    }
    var reader = RecordReader(schema: schema, limits: Limits())
    return (try? reader.read(document.bytes, of: RecordFile(kind: kind, path: path), assuming: id)) ?? self
  }
}
