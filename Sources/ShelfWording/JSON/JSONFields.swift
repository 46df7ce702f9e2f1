import ShelfModel
import ShelfQuery
import ShelfText

/// The fields that JSON output contains: the fields that `--json` lists, or all fields if it lists none.
package struct JSONFields {
  private let names: [String]
  private let kinds: [Kind]
  private let schema: Schema

  /// - Parameters:
  ///   - text: the value of `--json`, such as `title,rating`.
  ///   - kinds: the kinds that the records can have.
  /// - Throws: `CommandError` if a named field exists in none of the kinds.
  package init(_ text: String, of kinds: [Kind], _ schema: Schema) throws(CommandError) {
    names = text.split(separator: ",").map { String($0.trimmed) }
    self.kinds = kinds
    self.schema = schema
    for name in names where !kinds.isEmpty && attribute(name) == nil {
      if kinds.count == 1 { _ = try Column.read(name, of: kinds[0], schema) }
      let known = kinds.flatMap { Attributes(of: $0, schema).columnNames }
      throw CommandError(
        .usage, "no record has a field “\(Wording.short(name))”",
        hint: Nearest.words(to: name, among: known).first.map { "did you mean “\($0)”?" }
          ?? "put --json last to get all fields")
    }
  }

  /// Writes the requested fields of a record. Fields that the record lacks are written as null.
  ///
  /// - Parameter withRelations: whether to include the records that refer to this one if all fields are written.
  ///   Ignored if the user named fields.
  package func write(_ record: Record, withRelations: Bool = true, _ writer: RecordJSON, to json: inout JSONWriter) {
    if names.isEmpty { return writer.write(record, withRelations: withRelations, to: &json) }
    let own = Attributes(of: record.kind, schema)
    var fields: [(key: String, attribute: Attribute?)] = []
    for name in names {
      // Keep the requested key: `title` remains `title` even for kinds whose records have a name instead.
      guard let known = attribute(name) else { continue }
      if !fields.contains(where: { $0.key == known.key }) { fields.append((known.key, own.column(name)?.attribute)) }
    }
    writer.write(record, fields, to: &json)
  }

  private func attribute(_ name: String) -> (key: String, attribute: Attribute)? {
    let found = kinds.compactMap { Attributes(of: $0, schema).column(name) }
    return found.first { FieldName.fold($0.key) == FieldName.fold(name) } ?? found.first
  }
}
