import ShelfModel
import ShelfStore

extension Check {
  static let severalCovers = Check(
    "several-covers", .warning, "a book with more than one cover",
    reason:
      "Only one is shown, and it is not defined which one. Merging two books, or a merge by git, may leave two covers.",
    example: "covers/dune-1a2b3c4d.jpg and covers/dune-1a2b3c4d.png",
    repair: "Deletes the picture; the book keeps the other one.",
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
