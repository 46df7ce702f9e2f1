import ShelfModel
import ShelfStore

extension Check {
  static let severalCovers = Check(
    "several-covers", .warning, "a book with more than one cover",
    reason: """
      shelf shows only one of them, and it may not always be the same one. A book may have two covers after you merge \
      two books, or after git merges two branches.
      """,
    example: "covers/dune-1a2b3c4d.jpg and covers/dune-1a2b3c4d.png",
    repair: "Deletes one of the pictures. The book keeps the other.",
    .library { check, examination in
      if examination.covers.covers.files.count < 2 { return [] }
      return CoverOwners(examination).ofBooks.filter { $0.files.count > 1 }.flatMap { book, files in
        files.map { file in
          let named = files.lazy.filter { $0 != file }.prefix(CoverOwners.maxNamed).map(\.path)
          let more = files.count - 1 - named.count
          let others = named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
          return Finding(
            check, path: file.path, "\(book.path) also has \(others)", advice: "delete all but one",
            repairs: CoverOwners.deletion(of: file, .choice, examination))
        }
      }
    })
}
