import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText

/// Writes records as JSON objects: `kind`, `path`, and the fields in the order of the kind's table.
struct RecordJSON {
  let library: Library

  /// Writes the fields that the record has and, where asked for, the relations that point at it.
  func write(_ record: Record, withRelations: Bool, to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", record.kind.singular)
      json.member("path", record.path)
      for field in library.schema.fields(of: record.kind) {
        guard let value = record.value(of: field) else { continue }
        json.key(field.key)
        write(value, field, record, to: &json)
      }
      for (key, texts) in record.unknownFields {
        json.key(key)
        if texts.count == 1 { json.value(texts[0]) } else { json.value(texts) }
      }
      guard withRelations else { return }
      for column in Column.all(of: record.kind, library.schema) {
        guard case .count(let source) = column.source else { continue }
        json.key(column.key)
        write(related(source, record), to: &json)
      }
    }
  }

  /// Writes the columns asked for; one that the record does not have is null.
  func write(_ record: Record, _ columns: [Column], to json: inout JSONWriter) {
    json.object { json in
      for column in columns {
        json.key(column.key)
        switch column.source {
        case .path: json.value(record.path)
        case .count(let source): write(related(source, record), to: &json)
        case .openIssues: json.value(library.openIssues(of: record))
        case .field(let field):
          if let value = record.value(of: field) { write(value, field, record, to: &json) } else { json.null() }
        }
      }
    }
  }

  private func write(_ value: FieldValue, _ field: Field, _ record: Record, to json: inout JSONWriter) {
    if field.type.target != nil {
      let texts = record.texts(of: field)
      if !field.type.isList, texts.count == 1 { return writeReference(texts[0], to: &json) }
      return json.array { json in for text in texts { writeReference(text, to: &json) } }
    }
    switch value {
    case .integer(let number): json.value(number)
    case .boolean(let flag): json.value(flag)
    case .texts(let texts): json.value(texts)
    case .ids(let ids) where field.type.isList: json.value(ids.map(\.description))
    case .unreadable(let texts) where texts.count > 1: json.value(texts)
    default: json.value(value.text)
    }
  }

  private func writeReference(_ text: String, to json: inout JSONWriter) {
    let target = RecordID(text).flatMap { library.record($0) }
    writeReference(target?.id.description ?? text, name: target?.title, to: &json)
  }

  private func write(_ records: [Record], to json: inout JSONWriter) {
    json.array { json in
      for record in records { writeReference(record.id.description, name: record.title, to: &json) }
    }
  }

  private func writeReference(_ id: String, name: String?, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.key("name")
      if let name { json.value(name) } else { json.null() }
    }
  }

  private func related(_ kind: Kind, _ record: Record) -> [Record] {
    RecordOrder.standard(of: kind, library.schema).sort(library.records(kind, referringTo: record), of: library)
  }
}
