import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

/// Records as options of a list: the title, and a note that distinguishes records with the same title.
package enum RecordEntries {
  /// Returns all records of a kind in the given order.
  ///
  /// - Parameter depth: the color depth of the terminal, for records with a color.
  package static func of(
    _ kind: Kind, in library: Library, by order: RecordOrder, depth: ColorDepth = .none
  ) -> [ListEntry] {
    of(order.sort(Array(library.records(of: kind)), of: library), in: library, depth: depth)
  }

  /// Returns the records that a new record can belong to. The most likely ones come first, then the option for no
  /// owner, and then the remaining records in the given order.
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

  /// Returns options for records, in the same order.
  package static func of(_ records: [Record], in library: Library, depth: ColorDepth = .none) -> [ListEntry] {
    let editions = EditionNotes(library)
    return records.map { record in
      let title = record.title.split(whereSeparator: \.isNewline).joined(separator: " ")
      return ListEntry(
        title, value: record.id.description, note: note(record, library, editions),
        isFoundByNote: library.schema.field(.creator, of: record.kind) != nil
          || library.schema.field(.owner, of: record.kind) != nil,
        style: style(record, library, depth))
    }
  }

  /// Returns the style of a record's title, which has the color of the record's chip if lists show the record as a
  /// chip.
  private static func style(_ record: Record, _ library: Library, _ depth: ColorDepth) -> TextStyle {
    guard depth != .none, library.schema.title(of: record.kind).look.form == .chip,
      let field = library.schema.fields(of: record.kind).first(where: { $0.type == .color }),
      let color = record.texts(of: field).first.flatMap({ Color($0) })
    else { return .plain }
    return .on(color, depth: depth)
  }

  /// Returns the record's author or owner, or else the number of records that refer to it. If a book has several
  /// editions, also returns the details that distinguish this edition.
  package static func note(_ record: Record, _ library: Library, _ editions: EditionNotes) -> String {
    let schema = library.schema
    if let creator = schema.field(.creator, of: record.kind) {
      // The distinguishing details come first, because long notes are truncated.
      return ([editions.note(record)].compactMap { $0 } + [record.texts(of: creator).joined(separator: ", ")])
        .filter { !$0.isEmpty }.joined(separator: " · ")
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
