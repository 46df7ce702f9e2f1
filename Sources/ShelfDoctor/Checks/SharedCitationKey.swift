import ShelfModel
import ShelfStore
import ShelfText

extension Check {
  static let sharedCitationKey = Check(
    "shared-citation-key", .warning, "two books with the same citation key",
    reason: """
      If you set the same key for two books, only the book that was added first is exported with it. A document that \
      cites the other book then cites the wrong one.
      """,
    example: "citationKey: osterhammel2009   # as in another book",
    .library { check, examination in
      let library = examination.library
      guard let field = library.schema.field(CitationKeys.field.key, of: .book) else { return [] }
      let books = Dictionary(grouping: library.records(of: .book)) { $0.texts(of: field).first?.trimmed ?? "" }
      return books.filter { CitationKeys.isPossible($0.key) && $0.value.count > 1 }.flatMap { key, books in
        let first = books.first { library.citationKeys[$0] == key } ?? books[0]
        return books.filter { $0.id != first.id }.map { book in
          Finding(
            check, book, field.key, at: book.items(of: field).first?.range,
            "\(first.path) also has the citation key \(key)", related: [first.id],
            advice: "set another key in one of the two")
        }
      }
    })
}
