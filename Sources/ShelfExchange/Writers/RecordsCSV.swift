import ShelfModel
import ShelfStore
import ShelfText

extension ExportFormat {
  static let csv = ExportFormat(
    name: "csv", help: "everything, a table for each kind in a folder; imports into the same records",
    kinds: Kind.allCases, isFolder: true
  ) { selection in
    Kind.allCases.compactMap { kind in
      let records = selection.records(of: kind)
      return records.isEmpty ? nil : File(name: kind.plural + ".csv", bytes: RecordsCSV.bytes(records, kind, selection))
    }
  }
}

/// Writes the records of a kind as a table, as they are stored.
///
/// A list of several items, and what a cell could not hold otherwise, is written as a JSON array.
enum RecordsCSV {
  static func bytes(_ records: [Record], _ kind: Kind, _ selection: ExportSelection) -> [UInt8] {
    let fields = selection.library.schema.fields(of: kind).filter { field in
      field.type != .id && records.contains { $0.has(field) || $0.isKnowinglyEmpty(field) }
    }
    var others: [String] = []
    for record in records {
      for (key, texts) in record.unknownFields where !texts.isEmpty && !others.contains(key) { others.append(key) }
    }
    var csv = CSVWriter()
    csv.row(
      ["kind", "id"] + fields.flatMap { $0.type.target == nil ? [$0.key] : [$0.key, $0.key + ShelfTable.nameSuffix] }
        + others)
    var bytes = csv.take()
    for record in records {
      csv.field(kind.singular)
      csv.field(record.id.description)
      for field in fields {
        csv.field(record.isKnowinglyEmpty(field) ? ShelfTable.nothing : cell(record.texts(of: field)))
        if field.type.target != nil { csv.field(selection.names(field.key, of: record).joined(separator: ", ")) }
      }
      let unknown = Dictionary(record.unknownFields.map { ($0.key, $0.texts) }, uniquingKeysWith: { a, _ in a })
      for key in others { csv.field(cell(unknown[key] ?? [])) }
      csv.endRow()
      bytes += csv.take()
    }
    return bytes
  }

  private static func cell(_ texts: [String]) -> String {
    if texts.isEmpty { return "" }
    if texts.count == 1, texts[0] != ShelfTable.nothing, !texts[0].hasPrefix("["), texts[0].trimmed == texts[0],
      !texts[0].isEmpty
    {
      return texts[0]
    }
    var json = JSONWriter()
    json.value(texts)
    return String(decoding: json.take(), as: UTF8.self)
  }
}
