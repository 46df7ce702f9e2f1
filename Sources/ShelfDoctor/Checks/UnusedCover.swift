import ShelfModel
import ShelfStore

extension Check {
  static let unusedCover = Check(
    "unused-cover", .note, "a cover that belongs to no book",
    reason: """
      The name of a cover ends with the id of its book, or with the first eight digits of that id. No book matches the \
      name of this cover: either the book was deleted without shelf, or somebody named the cover by hand.
      """,
    example: "covers/dune-00000000.jpg   # and no book's id begins like this",
    repair: "Deletes the picture.",
    .library { check, examination in
      let library = examination.library
      // A cover may belong to a book in an unreadable file.
      if examination.covers.covers.files.isEmpty || library.unreadable.contains(where: { $0.kind == .book }) {
        return []
      }
      let owned = CoverOwners(examination).all
      return examination.covers.covers.files.filter { !owned.contains($0.path) }.map { file in
        Finding(
          check, path: file.path, file.owner == nil ? "its name does not end with an id" : "no book has this id",
          advice: "add the first eight digits of the book's id to its name, as in dune-1a2b3c4d.jpg",
          repairs: CoverOwners.deletion(of: file, .choice, examination))
      }
    })
}

/// The covers of each book.
struct CoverOwners {
  /// The books that have covers, with their covers sorted by path.
  let ofBooks: [(book: Record, files: [Covers.File])]

  var all: Set<String> { Set(ofBooks.flatMap(\.files).map(\.path)) }

  /// The maximum number of other covers that a finding names.
  static let maxNamed = 3

  init(_ examination: Examination) {
    let covers = examination.covers.covers
    let library = examination.library
    let former = CoverOwners.former(library)
    var books: [RecordID: (book: Record, files: [Covers.File])] = [:]
    func add(_ file: Covers.File, _ book: Record) { books[book.id, default: (book, [])].files.append(file) }
    for file in covers.files {
      switch file.owner {
      case .id(let id)?:
        // The id of a merged book refers to the book that it was merged into.
        if let book = library.record(id), book.kind == .book { add(file, book) }
      case .digits(let digits)?:
        let direct = examination.records(.book, startingWith: digits)
        if direct.isEmpty {
          if let book = former[digits.reduce(0) { $0 << 4 | UInt64($1) }] { add(file, book) }
        } else {
          for book in direct { add(file, book) }
        }
      case nil: break
      }
    }
    ofBooks = books.values.sorted { $0.book.path < $1.book.path }
  }

  /// Returns the books, keyed by the first eight digits of their former ids. If several books share these digits, the
  /// first one is used.
  private static func former(_ library: Library) -> [UInt64: Record] {
    let field = library.schema.formerIDs(of: .book)
    var books: [UInt64: Record] = [:]
    for book in library.records(of: .book) {
      for id in book.texts(of: field).compactMap({ RecordID($0) }) where books[id.high >> 32] == nil {
        books[id.high >> 32] = book
      }
    }
    return books
  }

  /// Returns the repair that deletes a cover. If its file cannot be read, returns no repair, because the deletion could
  /// not be undone.
  static func deletion(of file: Covers.File, _ need: Repair.Need, _ examination: Examination) -> [Repair] {
    guard let bytes = examination.covers.contents(of: file) else { return [] }
    return [Repair("delete", "delete the picture", need, [.write(path: file.path, old: bytes, new: nil)])]
  }
}
