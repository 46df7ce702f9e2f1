import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText

extension Check {
  static let probableDuplicate = Check(
    "probable-duplicate", .note, "two books with the same title and author",
    reason: "Usually a book was added twice. Two editions are a good reason to have both: then accept the note.",
    example: "title: Dune\nauthor: Frank Herbert   # as in another book",
    .library { check, examination in
      let library = examination.library
      let title = library.schema.title(of: .book)
      guard let author = library.schema.field(.maker, of: .book) else { return [] }
      return ProbableDuplicate.groups(library).flatMap { books -> [Finding] in
        var seen: [(authors: Set<String>, record: Record)] = []
        var findings: [Finding] = []
        for book in books.sorted(by: { $0.path < $1.path }) {
          let authors = Set(book.texts(of: author).map(Folding.fold))
          if let first = seen.first(where: { $0.record.id != book.id && !$0.authors.isDisjoint(with: authors) }) {
            findings.append(
              Finding(
                check, book, title.key, at: book.items(of: title).first?.range,
                "\(first.record.path) has the same title and author", related: [first.record.id],
                advice: .deleteOrAccept)
            )
          }
          seen.append((authors, book))
        }
        return findings
      }
    })
}

private enum ProbableDuplicate {
  /// Returns the books that share a title, regardless of case and accents.
  static func groups(_ library: Library) -> [[Record]] {
    let books = Array(library.records(of: .book))
    let hashes = Parallel.map(books.count, threads: library.threads) { range in
      range.map { books[$0].foldedTitle.hashValue }
    }.flatMap { $0 }
    let order = hashes.indices.sorted { hashes[$0] < hashes[$1] }
    var groups: [[Record]] = []
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, hashes[order[end]] == hashes[order[start]] { end += 1 }
      if end - start > 1 {
        let same = Dictionary(grouping: order[start..<end].map { books[$0] }) { $0.foldedTitle }
        groups += same.filter { $0.value.count > 1 && !$0.key.isEmpty }.map(\.value)
      }
      start = end
    }
    return groups
  }
}

extension Record {
  /// The title in the form that is compared.
  fileprivate var foldedTitle: [UInt8] { withTitle { Folding.fold($0) } }
}
