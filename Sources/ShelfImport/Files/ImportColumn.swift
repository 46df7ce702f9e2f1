import ShelfModel

/// A column of a program's table, and the conversion from its cells to values of fields.
struct ImportColumn: Sendable {
  /// A function that sets fields of a draft from the text of a cell, and sometimes from other cells of the same row.
  typealias Reader = @Sendable (String, TableSource.Row, inout Draft, inout SourceBatch) -> Void

  let source: SourceColumn
  /// A function that sets the fields, or nil if another column's function or the code for whole rows sets them.
  private let read: Reader?

  /// Creates a column that alone determines a field, using the field's standard conversion.
  ///
  /// - Parameters:
  ///   - names: the names of the column, which may differ between versions of the program.
  ///   - others: the columns to fall back on if it is empty.
  init(_ names: String..., else others: [String] = [], sets field: FieldHandle) {
    source = SourceColumn(names, else: others, [field])
    read = { text, row, draft, batch in
      batch.set(field, [text] + others.map { row[$0] }, names[0], line: row.line, in: &draft)
    }
  }

  /// Creates a column that alone determines a field, using a conversion that only this program needs.
  init(_ names: String..., sets field: FieldHandle, as value: @escaping @Sendable (String) -> String?) {
    source = SourceColumn(names, [field])
    read = { text, _, draft, _ in
      // Several columns may contribute to the notes.
      if field == .notes { draft.append(field, paragraph: value(text) ?? "") } else { draft.set(field, value(text)) }
    }
  }

  /// Creates a column that determines a field together with other columns, or several fields at once.
  init(_ names: String..., else others: [String] = [], tells fields: FieldHandle..., read: Reader? = nil) {
    source = SourceColumn(names, else: others, fields)
    self.read = read
  }

  func set(in draft: inout Draft, from row: TableSource.Row, _ batch: inout SourceBatch) {
    guard let read, source.fields != [.genres] || row.options.takesShelves else { return }
    read(row.text(source.names), row, &draft, &batch)
  }
}
