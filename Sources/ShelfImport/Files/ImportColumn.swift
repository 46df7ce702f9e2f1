import ShelfModel

/// A column of a program's table, and how its cells become values of fields.
struct ImportColumn: Sendable {
  /// Sets fields of a draft from the text in a cell, and perhaps from other cells of its row.
  typealias Reader = @Sendable (String, TableSource.Row, inout Draft, inout SourceBatch) -> Void

  let source: SourceColumn
  /// Sets the fields; nil if the reader of another column, or of whole rows, does.
  private let read: Reader?

  /// Makes a column that alone says what a field holds, and is read as the field asks.
  ///
  /// - Parameters:
  ///   - names: its names: programs rename columns.
  ///   - others: columns that say the same where it is empty.
  init(_ names: String..., else others: [String] = [], sets field: FieldHandle) {
    source = SourceColumn(names, else: others, [field])
    read = { text, row, draft, batch in
      batch.set(field, [text] + others.map { row[$0] }, names[0], line: row.line, in: &draft)
    }
  }

  /// Makes a column that alone says what a field holds, in a form of the program's own.
  init(_ names: String..., sets field: FieldHandle, as value: @escaping @Sendable (String) -> String?) {
    source = SourceColumn(names, [field])
    read = { text, _, draft, _ in
      // Several columns may tell of the notes.
      if field == .notes { draft.append(field, paragraph: value(text) ?? "") } else { draft.set(field, value(text)) }
    }
  }

  /// Makes a column that says what fields hold together with other columns, or several fields at once.
  init(_ names: String..., else others: [String] = [], tells fields: FieldHandle..., read: Reader? = nil) {
    source = SourceColumn(names, else: others, fields)
    self.read = read
  }

  /// Sets the fields in the draft of a row.
  func set(in draft: inout Draft, from row: TableSource.Row, _ batch: inout SourceBatch) {
    guard let read, source.fields != [.genres] || row.options.takesShelves else { return }
    read(row.text(source.names), row, &draft, &batch)
  }
}
