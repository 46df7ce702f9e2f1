import ShelfFormats
import ShelfModel
import ShelfText

/// Tables that `shelf export csv` writes, one for each kind, whose values are stored unchanged.
enum ShelfTable {
  static func isOwn(_ header: [String]) -> Bool {
    header.count > 2 && header[0] == ShelfColumn.kind && header[1] == ShelfColumn.id
  }

  static func read(
    _ file: SourceFile, _ options: ImportOptions, into batch: inout SourceBatch
  ) throws(SourceError) {
    let kinds = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0.singular, $0) })
    try TableSource(keepsLastLineBreak: true).read(file, options, into: &batch) { row, batch in
      guard let kind = kinds[row[ShelfColumn.kind]], let id = RecordID(row[ShelfColumn.id]) else {
        batch.reject("it has no kind, or no id", line: row.line, raw: row.raw)
        return nil
      }
      var draft = Draft(kind, key: id.description)
      draft.id = id
      draft.isVerbatim = true
      row.knowAll()
      for (name, cell) in row.all where name != ShelfColumn.kind && name != ShelfColumn.id {
        switch ShelfColumn.content(of: name) {
        case .names(let key): draft.nameColumns[key] = cell
        case .field(let key) where cell.isEmpty: draft.replace(FieldHandle(named: key), [])
        case .field(let key):
          let cell = restored(cell, name, options.schema.field(key, of: kind), row.line, &batch)
          let value = ShelfCell.value(of: cell)
          draft.setVerbatim(key, value)
          // The text of a declared field may look like a JSON object.
          if value.isObject { draft.replace(FieldHandle(named: key), [cell]) }
        }
      }
      guard !(draft.title ?? "").isEmpty else {
        batch.reject("no \(kind.titleKey)", line: row.line, raw: row.raw)
        return nil
      }
      return draft
    }
  }

  /// Returns the value that shelf exported, if a spreadsheet program has localized it, as in `31.12.2023` or `WAHR`.
  /// Returns any other text unchanged.
  static func restored(
    _ cell: String, _ column: String, _ field: Field?, _ line: Int?, _ batch: inout SourceBatch
  ) -> String {
    guard let field, field.type.read([cell]) == nil else { return cell }
    let restored: String? =
      switch field.type {
      case .date: batch.day(cell, column, line: line)?.description
      case .timestamp: DateParser.moment(cell, batch.style)?.description
      case .boolean: FieldMapping.flag(cell).map { $0 ? "true" : "false" }
      case .rating: Rating(typed: cell)?.description
      case .decimal: DecimalNumber(cell.replacing(",", with: "."))?.description
      case .money: Money(typed: cell)?.description
      default: nil
      }
    return restored ?? cell
  }
}
