import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

extension ExportFormat {
  package static let json = ExportFormat(
    name: "json", help: "complete records, as one JSON array; an import restores the same records",
    kinds: Kind.allCases,
    isFolder: false, endings: ["json"]
  ) { selection in
    // Reserve approximately the final size up front, because a buffer that grows gradually is copied repeatedly.
    var json = JSONWriter(.pretty, expecting: selection.records.reduce(0) { $0 + $1.sourceBytes } * 3 / 2)
    json.array { json in for record in selection.records { RecordsJSON.write(record, selection, &json) } }
    json.endLine()
    return [File(name: "", bytes: json.take())]
  }

  static let jsonl = ExportFormat(
    name: "jsonl", help: "complete records, one JSON object per line; an import restores the same records",
    kinds: Kind.allCases,
    isFolder: false, endings: ["jsonl", "ndjson"]
  ) { selection in
    var json = JSONWriter()
    for record in selection.records {
      RecordsJSON.write(record, selection, &json)
      json.endLine()
    }
    return [File(name: "", bytes: json.take())]
  }
}

/// Writes records as they are stored, so that an import restores the same records.
///
/// The kind and the id come first. A field whose key is reserved by the format, such as `kind`, is written in a nested
/// object.
enum RecordsJSON {
  static func write(_ record: Record, _ selection: ExportSelection, _ json: inout JSONWriter) {
    json.object { json in
      json.member(ShelfMember.kind, record.kind.singular)
      json.member(ShelfMember.id, record.id.description)
      let undeclared = UndeclaredValue.all(of: record)
      let declared = selection.library.schema.fields(of: record.kind).filter { $0.type != .id }
      write(
        declared.filter { !ShelfMember.isTaken($0.key) }, undeclared.filter { !ShelfMember.isTaken($0.key) }, record,
        selection.library, &json)
      let others = declared.filter { ShelfMember.isTaken($0.key) && record.key(of: $0) != nil }
      let undeclaredOthers = undeclared.filter { ShelfMember.isTaken($0.key) }
      if let sortNames = SortNames(of: record.kind, selection.library),
        !undeclared.contains(where: { $0.key == sortNames.key })
      {
        let forms = sortNames.forms(of: record)
        if !forms.isEmpty {
          json.key(sortNames.key)
          json.array { json in for form in forms { json.value(form) } }
        }
      }
      if others.isEmpty && undeclaredOthers.isEmpty { return }
      json.key(ShelfMember.fields)
      json.object { json in write(others, undeclaredOthers, record, selection.library, &json) }
    }
  }

  private static func write(
    _ declared: [Field], _ undeclared: [(key: String, value: JSONValue)], _ record: Record, _ library: Library,
    _ json: inout JSONWriter
  ) {
    for field in declared {
      if record.isDeliberatelyEmpty(field) {
        json.key(field.key)
        json.null()
      }
      let texts = record.writableTexts(of: field)
      if texts.isEmpty { continue }
      json.key(field.key)
      write(texts, field, library, &json)
    }
    for (key, value) in undeclared {
      json.key(key)
      json.value(value)
    }
  }

  private static func write(_ texts: [String], _ field: Field, _ library: Library, _ json: inout JSONWriter) {
    guard field.type.isList else {
      // Multiple values in a single-valued field are invalid, but are still exported.
      if texts.count == 1 { write(texts[0], field, library, &json) } else { json.value(texts) }
      return
    }
    json.array { json in for text in texts { write(text, field, library, &json) } }
  }

  private static func write(_ text: String, _ field: Field, _ library: Library, _ json: inout JSONWriter) {
    if field.type.target != nil, let id = RecordID(text) {
      return json.object { json in
        json.member("id", id.description)
        json.member("name", library.record(id)?.title)
      }
    }
    switch field.type {
    case .integer, .decimal, .rating, .boolean:
      // A value that is not in canonical form is exported as text, so that its spelling is preserved.
      switch field.type.read([text]) {
      case .integer(let number) where String(number) == text: json.value(number)
      case .decimal(let number) where number.description == text: json.value(number.double)
      case .rating(let rating) where rating.description == text:
        if rating.isWhole { json.value(rating.quarters / 4) } else { json.value(rating.stars) }
      case .boolean(let flag) where String(flag) == text: json.value(flag)
      default: json.value(text)
      }
    default: json.value(text)
    }
  }
}
