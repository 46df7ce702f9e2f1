import ShelfModel
import ShelfStore

extension Check {
  static let severalCovers = Check(
    "several-covers", .warning, "a book with more than one cover",
    reason:
      "Only one is shown, and which one is left to chance. Two books that were merged, or a merge by git, may leave two.",
    example: "covers/dune-1a2b3c4d.jpg and covers/dune-1a2b3c4d.png",
    repair: "Deletes the picture; the book keeps the other one.",
    .library { check, examination in
      if examination.covers.covers.files.count < 2 { return [] }
      return CoverOwners(examination).ofBooks.filter { $0.files.count > 1 }.flatMap { book, files in
        files.map { file in
          let named = files.lazy.filter { $0 != file }.prefix(CoverOwners.mostNamed).map(\.path)
          let more = files.count - 1 - named.count
          let others = named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
          return Finding(
            check, path: file.path, "\(book.path) has \(others) as well", advice: "delete all but one",
            repairs: CoverOwners.deletion(of: file, .choice, examination))
        }
      }
    })
}
