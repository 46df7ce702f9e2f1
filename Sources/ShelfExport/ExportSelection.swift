import ShelfModel
import ShelfStore
import ShelfText

/// The records of a library that are exported, in an order that does not depend on their files.
package struct ExportSelection: Sendable {
  package let library: Library
  /// Kind by kind, by title, then by what tells records with one title apart.
  package let records: [Record]

  package init(_ records: [Record], of library: Library) {
    self.library = library
    let keyed = records.map { (record: $0, title: Folding.fold($0.title)) }
    let others = [FieldHandle.author, .year, .isbn, .sources].map { field in
      Kind.allCases.map { library.schema.field(field.key, of: $0) }
    }
    /// What tells records with one title apart, whatever ids another library gives them.
    func rest(_ record: Record) -> String {
      others.map { fields in
        fields[Int(record.kind.rawValue)].map { record.texts(of: $0).joined(separator: "\u{1F}") } ?? ""
      }.joined(separator: "\u{1E}")
    }
    self.records = keyed.sorted { a, b in
      if a.record.kind != b.record.kind { return a.record.kind.rawValue < b.record.kind.rawValue }
      if a.title != b.title { return a.title < b.title }
      return (rest(a.record), a.record.id) < (rest(b.record), b.record.id)
    }.map(\.record)
  }

  /// Returns the selection with all that its records refer to, and how many records those are, by kind.
  package func withReferences() -> (selection: ExportSelection, added: [(kind: Kind, count: Int)]) {
    var all = records
    var known = Set(records.map(\.id))
    var next = 0
    while next < all.count {
      let record = all[next]
      next += 1
      for field in library.schema.fields(of: record.kind) where field.type.target != nil {
        for text in record.texts(of: field) {
          guard let found = RecordID(text).flatMap({ library.record($0) }), known.insert(found.id).inserted else {
            continue
          }
          all.append(found)
        }
      }
    }
    let counts = Dictionary(grouping: all.dropFirst(records.count), by: \.kind)
    let added = Kind.allCases.compactMap { kind in counts[kind].map { (kind: kind, count: $0.count) } }
    return (added.isEmpty ? self : ExportSelection(all, of: library), added)
  }

  package func records(of kind: Kind) -> [Record] { records.filter { $0.kind == kind } }

  /// Returns the texts of a record's field.
  func texts(_ field: FieldHandle, of record: Record) -> [String] {
    library.schema.field(field.key, of: record.kind).map { record.texts(of: $0) } ?? []
  }

  func text(_ field: FieldHandle, of record: Record) -> String { texts(field, of: record).first ?? "" }

  /// Returns the names of the records that a field refers to.
  func names(_ field: FieldHandle, of record: Record) -> [String] {
    texts(field, of: record).compactMap { RecordID($0).flatMap { library.record($0)?.title } }
  }

  /// Returns the quotes of a book in the order in which they were written down.
  func quotes(of book: Record) -> [Record] {
    library.records(.quote, referringTo: book).sorted { a, b in
      (text(.creationDate, of: a), text(.location, of: a), a.id) < (
        text(.creationDate, of: b), text(.location, of: b), b.id
      )
    }
  }
}
