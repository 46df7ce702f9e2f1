import ShelfModel
import ShelfText

/// The books that an import has made so far, among which the next one may have a twin.
struct MadeBooks {
  private struct Book {
    let path: String
    let authors: Set<String>
  }

  private var byISBN: [String: Book] = [:]
  private var byTitle: [String: [Book]] = [:]

  /// Returns the path of a book with the same ISBN, or with the same title and an author in common.
  func near(_ draft: Draft) -> String? {
    if let number = MadeBooks.number(of: draft), let book = byISBN[number] { return book.path }
    let authors = MadeBooks.authors(of: draft)
    return byTitle[MadeBooks.title(of: draft)]?.first { book in
      book.authors.isEmpty || authors.isEmpty || !book.authors.isDisjoint(with: authors)
    }?.path
  }

  mutating func add(_ draft: Draft, _ path: String) {
    let book = Book(path: path, authors: MadeBooks.authors(of: draft))
    if let number = MadeBooks.number(of: draft), byISBN[number] == nil { byISBN[number] = book }
    byTitle[MadeBooks.title(of: draft), default: []].append(book)
  }

  private static func number(of draft: Draft) -> String? {
    draft.first("isbn").flatMap { ISBN(exported: $0)?.digits }
  }

  private static func title(of draft: Draft) -> String { RecordIndex.titleKey(draft.first("title") ?? "") }

  private static func authors(of draft: Draft) -> Set<String> { Set(draft["author"].map(PersonName.key)) }
}
