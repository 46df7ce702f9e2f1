import ShelfModel
import ShelfStore
import YAMLEdit

extension Check {
  static let orphanQuote = Check(
    "orphan-quote", .error, "a quote without a book",
    reason: "The source of the words is lost, and no book lists them.",
    example: "text: I must not fear.   # and no line “book: …”",
    repair: """
      Attaches the quote to the book that its folder is named after, or that it had in the last commit; or, only when \
      asked for by name, deletes it.
      """,
    .record { check, record, examination in
      guard OrphanQuote.isOrphan(record, examination.library.schema) else { return [] }
      let books = OrphanQuote.books(of: record, examination)
      let repairs = books.map { book, origin in
        Repair(
          books.count == 1 ? "attach" : "attach-\(book.id.short)",
          "attach it to “\(book.title.firstLine)”, \(origin)", books.count == 1 ? .consent : .choice, record,
          OrphanQuote.edits(record, book, examination.library.schema))
      }
      let deletion = Repair(
        "delete", "delete the quote", .choice, [.write(path: record.path, old: record.source, new: nil)])
      let key = examination.library.schema.field("book", of: .quote).flatMap { record.key(of: $0) }
      return [
        Finding(
          check, record, "book", at: key.flatMap { record.range(ofKey: $0) },
          "the quote “\(record.title.firstLine)” has no book",
          advice: books.isEmpty ? .assign(key: "book") : nil,
          repairs: repairs + [deletion])
      ]
    })
}

/// A quote that belongs to no book.
enum OrphanQuote {
  static func isOrphan(_ record: Record, _ schema: Schema) -> Bool {
    guard record.kind == .quote, let field = schema.field("book", of: .quote) else { return false }
    return !record.has(field)
  }

  /// Returns the books that the quote may be from, and the evidence.
  static func books(of record: Record, _ examination: Examination) -> [(book: Record, origin: String)] {
    let library = examination.library
    if let before = examination.committedRecord(record.path, .quote),
      let field = library.schema.field("book", of: .quote),
      case .ids(let ids) = before.value(of: field), let id = ids.first, let book = library.record(id),
      book.kind == .book
    {
      return [(book, "as in the last commit")]
    }
    let folders = record.path.split(separator: "/").dropFirst().dropLast().map(String.init)
    guard let folder = folders.last else { return [] }
    return library.records(of: .book).filter { RecordPath.stem($0.path) == folder }
      .map { ($0, "after which its folder is named") }
  }

  static func edits(_ record: Record, _ book: Record, _ schema: Schema) -> [Edit] {
    let value = Value.scalar(Scalar(book.id.description, form: .literal, comment: book.title.oneLine))
    guard let field = schema.field("book", of: .quote) else { return [] }
    if let key = record.key(of: field) { return [.set([.key(key)], value)] }
    return [
      .insert(key: field.key, value, into: [], after: schema.field("id", of: .quote).flatMap { record.key(of: $0) })
    ]
  }
}
