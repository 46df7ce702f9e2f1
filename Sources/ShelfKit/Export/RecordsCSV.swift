import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

extension ExportFormat {
  static let csv = ExportFormat(
    name: "csv",
    help:
      "complete records, one table per kind in a folder, or one table in a file; an import restores the same records",
    kinds: Kind.allCases, isFolder: true, endings: ["csv"]
  ) { selection in
    Kind.allCases.compactMap { kind in
      let records = selection.records(of: kind)
      return records.isEmpty ? nil : File(name: kind.plural + ".csv", bytes: RecordsCSV.bytes(records, kind, selection))
    }
  }
}

/// Writes the records of a kind as a table. An import of the table restores the same records.
///
/// The columns of undeclared fields follow the columns of declared ones. `ShelfCell` defines the contents of the cells.
enum RecordsCSV {
  static func bytes(_ records: [Record], _ kind: Kind, _ selection: ExportSelection) -> [UInt8] {
    let fields = selection.library.schema.fields(of: kind).filter { field in
      field.type != .id && records.contains { $0.has(field) || $0.isDeliberatelyEmpty(field) }
    }
    var others: [String] = []
    for record in records {
      for (key, _) in record.unknownFields where !others.contains(key) { others.append(key) }
    }
    let sortNames = SortNames(of: kind, selection.library).flatMap { names in
      others.contains(names.key) || !records.contains { $0.has(names.field) } ? nil : names
    }
    var csv = CSVWriter()
    csv.row(
      [ShelfColumn.kind, ShelfColumn.id]
        + fields.flatMap { [ShelfColumn.ofField($0.key)] + (names(of: $0).map { [$0] } ?? []) }
        + [sortNames?.key].compactMap { $0 }.map(ShelfColumn.ofField) + others.map(ShelfColumn.ofField))
    var bytes = csv.take()
    for record in records {
      csv.field(kind.singular)
      csv.field(record.id.description)
      for field in fields {
        csv.field(record.isDeliberatelyEmpty(field) ? ShelfCell.nothing : ShelfCell.of(record.writableTexts(of: field)))
        if names(of: field) != nil {
          csv.field(selection.names(field, of: record).joined(separator: ", "))
        }
      }
      if let sortNames { csv.field(ShelfCell.of(sortNames.forms(of: record))) }
      let unknown = others.isEmpty ? [] : UndeclaredValue.all(of: record)
      for key in others { csv.field(unknown.first { $0.key == key }.map { ShelfCell.of($0.value) } ?? "") }
      csv.endRow()
      bytes += csv.take()
    }
    return bytes
  }

  /// Returns the heading of the column that lists the names of the records that a field refers to, or nil if the field
  /// is not a reference.
  private static func names(of field: Field) -> String? {
    field.type.target == nil ? nil : ShelfColumn.ofNames(field.key)
  }
}
