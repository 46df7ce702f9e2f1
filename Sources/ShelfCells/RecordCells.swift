import ShelfModel
import ShelfQuery

/// One record in cells: everything that a page about it shows.
package struct RecordCells: Sendable {
  package let title: Cell
  /// Whether the title may have several lines.
  package let hasLongTitle: Bool
  /// The short fields, without the id and the title.
  package let fields: [(key: String, cell: Cell)]
  /// The long texts that it has.
  package let texts: [(key: String, text: String)]
  /// The fields that nobody declared.
  package let unknown: [(key: String, texts: [String])]
  /// The records that refer to it, by kind.
  package let referring: [(key: String, records: [Line])]

  /// A record in one line of another one's page.
  package struct Line: Sendable {
    /// Empty where it has none.
    package let title: String
    /// What is said beside the title.
    package let notes: [String]
  }
}

extension Cells {
  /// Returns everything that a page about a record shows.
  package func page(of record: Record) -> RecordCells {
    let kind = record.kind
    let fields = library.schema.fields(of: kind)
    let title = library.schema.title(of: kind)
    let others = fields.filter { $0.index != title.index && $0.type != .id }
    return RecordCells(
      title: cell(title, record), hasLongTitle: title.isLong,
      fields: others.filter { !$0.isLong }.map { ($0.key, cell($0, record)) },
      texts: others.filter(\.isLong).compactMap { field in record.value(of: field).map { (field.key, $0.text) } },
      unknown: record.unknownFields,
      referring: Attributes(of: kind, library.schema).referringKinds.map { source in
        (source.plural, records(of: source, referringTo: record).map(line))
      }.filter { !$0.1.isEmpty })
  }

  /// Returns the cells of the fields that a record's file has or that count as something, in the order of the kind's
  /// table.
  package func cells(of record: Record) -> [(key: String, cell: Cell)] {
    library.schema.fields(of: record.kind).compactMap { field in
      let isSaid = record.has(field) || field.has(.owner) && record.isKnowinglyEmpty(field) || field.defaultText != nil
      return isSaid ? (field.key, cell(field, record)) : nil
    }
  }

  /// Returns the records that refer to a record, by kind.
  package func relations(of record: Record) -> [(key: String, cell: Cell)] {
    Attributes(of: record.kind, library.schema).referringKinds.map { kind in
      (kind.plural, cell(.records(kind), record, .whole))
    }
  }

  private func line(about record: Record) -> RecordCells.Line {
    let notes = library.schema.fields(of: record.kind).compactMap { field -> String? in
      if let note = field.look.note, case .text(let text) = cell(field, record) { return note + text }
      if case .state = field.look.form, case .state(true, let mark, _, _) = cell(field, record) { return mark }
      return nil
    }
    return RecordCells.Line(title: record.title, notes: notes + [record.id.short])
  }
}
