import ShelfCells
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWidgets

/// Records as they are offered: the title, and what tells it from others of the same name.
enum RecordEntries {
  /// Returns the records of a kind, by title.
  static func of(_ kind: Kind, in library: Library) -> [ListEntry] {
    let records = library.records(of: kind).map { ($0, Folding.fold($0.title)) }
    return of(records.sorted { $0.1 == $1.1 ? $0.0.id < $1.0.id : $0.1 < $1.1 }.map(\.0), in: library)
  }

  /// Returns records in their order.
  static func of(_ records: [Record], in library: Library) -> [ListEntry] {
    records.map { record in
      let title = record.title.split(whereSeparator: \.isNewline).joined(separator: " ")
      return ListEntry(title, value: record.id.description, note: note(record, library))
    }
  }

  /// Returns who made a record, or what it belongs to; else how many records there are that refer to it.
  static func note(_ record: Record, _ library: Library) -> String {
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
