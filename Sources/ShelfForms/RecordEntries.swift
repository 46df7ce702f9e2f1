import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// Records as they are offered: the title, and what tells it from others of the same name.
package enum RecordEntries {
  /// Returns the records of a kind, as lists of them are ordered.
  ///
  /// - Parameter depth: the colours of the terminal, for records that have a colour of their own.
  package static func of(
    _ kind: Kind, in library: Library, by order: RecordOrder, depth: ColorDepth = .none
  ) -> [ListEntry] {
    of(order.sort(Array(library.records(of: kind)), of: library), in: library, depth: depth)
  }

  /// Returns the records that a new one may belong to: first those that most likely are meant, then the word for none,
  /// then the others as lists of them are ordered.
  package static func owners(
    _ kind: Kind, first: [Record], _ none: ListEntry, in library: Library, by order: RecordOrder
  ) -> [ListEntry] {
    let reading = of(first, in: library).map { entry in
      let note = [entry.note, "in progress"].filter { !$0.isEmpty }.joined(separator: " · ")
      return ListEntry(entry.text, value: entry.value, note: note)
    }
    let values = Set(reading.map(\.value))
    return reading + [none] + of(kind, in: library, by: order).filter { !values.contains($0.value) }
  }

  /// Returns records in their order.
  package static func of(_ records: [Record], in library: Library, depth: ColorDepth = .none) -> [ListEntry] {
    records.map { record in
      let title = record.title.split(whereSeparator: \.isNewline).joined(separator: " ")
      return ListEntry(
        title, value: record.id.description, note: note(record, library),
        isFoundByNote: library.schema.field(.maker, of: record.kind) != nil
          || library.schema.field(.owner, of: record.kind) != nil,
        style: style(record, library, depth))
    }
  }

  /// Returns the colour of a record that lists show as a chip of its colour.
  private static func style(_ record: Record, _ library: Library, _ depth: ColorDepth) -> TextStyle {
    guard depth != .none, library.schema.title(of: record.kind).look.form == .chip,
      let field = library.schema.fields(of: record.kind).first(where: { $0.type == .color }),
      let color = record.texts(of: field).first.flatMap({ Color($0) })
    else { return .plain }
    return .on(color, depth: depth)
  }

  /// Returns who made a record, or what it belongs to; else how many records there are that refer to it.
  package static func note(_ record: Record, _ library: Library) -> String {
    let schema = library.schema
    if let maker = schema.field(.maker, of: record.kind) {
      return record.texts(of: maker).joined(separator: ", ")
    }
    if let owner = schema.field(.owner, of: record.kind) {
      return record.texts(of: owner).first.flatMap { RecordID($0) }.flatMap { library.record($0)?.title } ?? ""
    }
    for kind in Kind.allCases {
      let count = library.count(of: kind, referringTo: record)
      if count > 0 { return kind.counted(count) }
    }
    return ""
  }
}
