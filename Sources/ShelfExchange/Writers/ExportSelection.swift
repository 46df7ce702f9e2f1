import ShelfModel
import ShelfStore
import ShelfText

/// The records of a library that are exported, in an order that does not depend on their files.
package struct ExportSelection: Sendable {
  package let library: Library
  /// Kind by kind, by title, then by id.
  package let records: [Record]

  package init(_ records: [Record], of library: Library) {
    self.library = library
    let keyed = records.map { (record: $0, title: Folding.fold($0.title)) }
    self.records = keyed.sorted { a, b in
      (a.record.kind.rawValue, a.title, a.record.id) < (b.record.kind.rawValue, b.title, b.record.id)
    }.map(\.record)
  }

  package func records(of kind: Kind) -> [Record] { records.filter { $0.kind == kind } }

  /// Returns the texts of a record's field.
  func texts(_ key: String, of record: Record) -> [String] {
    library.schema.field(key, of: record.kind).map { record.texts(of: $0) } ?? []
  }

  func text(_ key: String, of record: Record) -> String { texts(key, of: record).first ?? "" }

  /// Returns the names of the records that a field refers to.
  func names(_ key: String, of record: Record) -> [String] {
    texts(key, of: record).compactMap { RecordID($0).flatMap { library.record($0)?.title } }
  }

  /// Returns the quotes of a book in the order in which they were written down.
  func quotes(of book: Record) -> [Record] {
    library.records(.quote, referringTo: book).sorted { a, b in
      (text("creationDate", of: a), text("location", of: a), a.id) < (
        text("creationDate", of: b), text("location", of: b), b.id
      )
    }
  }
}
