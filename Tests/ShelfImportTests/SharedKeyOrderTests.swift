import ShelfTestSupport
import Testing

@testable import ShelfImport
@testable import ShelfModel

/// Tests importing several bibliographies with common keys at once. The import ends, and the order of the files does
/// not matter.
@Suite struct SharedKeyOrderTests {
  private struct Book: Hashable {
    let title: String
    let author: String

    func entry(_ key: String) -> String { "@book{\(key), title = {\(title)}, author = {\(author)}}\n" }
  }

  private typealias File = (path: String, text: String)

  /// Imports the files together, and returns the books in the library.
  private static func books(_ shelf: inout ImportedShelf, _ files: [File]) throws -> Set<Book> {
    _ = try shelf.take(files, as: "bibtex")
    let books = shelf.library.records(of: .book).map {
      Book(title: $0.title, author: shelf.texts("author", of: $0).joined(separator: "; "))
    }
    #expect(Set(books).count == books.count, "no book is there twice: \(books)")
    return Set(books)
  }

  /// One file uses a key for two books. Two other files use it for one book each.
  @Test func aKeyThatWaitsAndIsGivenToAnother() throws {
    let (alpha, beta) = (Book(title: "Alpha Zero", author: "Ann Lee"), Book(title: "Beta One", author: "Bo Ray"))
    let gamma = Book(title: "Gamma Two", author: "Cy Roe")
    var shelf = try ImportedShelf()
    let first = try Self.books(&shelf, [("/c", alpha.entry("k") + beta.entry("k"))])
    #expect(first == [alpha, beta])
    let files: [File] = [("/a", beta.entry("k")), ("/b", gamma.entry("k"))]
    for files in [files, files.reversed()] {
      let books = try Self.books(&shelf, files)
      #expect(books == [alpha, beta, gamma])
    }
  }

  @Test(arguments: RandomHistories.parts(120, whenFull: 20_000))
  func theOrderOfTheFilesDoesNotCount(_ histories: RandomHistories) throws { try histories.forEach(check) }

  private func check(_ seed: SeededGenerator, _ name: String) throws {
    var random = seed
    let all = ["Rivers", "Stones", "The Long Way", "Momo", "Dust"].flatMap { title in
      ["Ann Lee", "Bo Ray"].map { Book(title: title, author: $0) }
    }
    let used = Array(all.shuffled(using: &random).prefix(Int.random(in: 2...6, using: &random)))
    // In half of the cases, each key means a single book within a file.
    let isPlain = random.once(in: 2)
    let files: [File] = (0..<Int.random(in: 2...5, using: &random)).map { number in
      let books = used.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
      let keys =
        isPlain ? ["k", "l", "m"].shuffled(using: &random) : (0..<3).map { _ in random.pick(["k", "k", "l"]) }
      return ("/\(number)", zip(books, keys).map { $0.entry($1) }.joined())
    }
    let story = "\(name): \(files.map { "\($0.path)\n\($0.text)" }.joined())"
    let expected = Set(used.filter { book in files.contains { $0.text.contains(book.entry("k").dropFirst(7)) } })
    // The library is empty, or has the books of some files, either with or without the state of that import.
    let earlier = files.shuffled(using: &random).prefix(random.once(in: 3) ? 0 : Int.random(in: 1...2, using: &random))
    let isClone = isPlain && random.once(in: 3)
    for _ in 0..<3 {
      var shelf = try ImportedShelf()
      for file in earlier { try shelf.take(file.text, at: file.path, as: "bibtex") }
      if isClone { shelf.remembered = [:] }
      let order = files.shuffled(using: &random)
      let books = try Self.books(&shelf, order)
      #expect(books == expected, "\(order.map(\.path)) after \(earlier.map(\.path)) of \(story)")
      // Importing the files again, in any order, changes nothing.
      let again = try shelf.take(files.shuffled(using: &random), as: "bibtex")
      let isNothing = again.allSatisfy(\.isNothing)
      #expect(isNothing, "again, \(order.map(\.path)) after \(earlier.map(\.path)) of \(story)")
    }
  }

  // MARK: - Many files

  /// If several files use the same key, each for a different book, they are imported one by one, and the library ends
  /// up with all of the books.
  @Test func manyFilesOfOneKey() throws {
    let files: [File] = (0..<60).map { number in
      ("/\(number)", Book(title: "Book \(number)", author: "Author \(number)").entry("key"))
    }
    var shelf = try ImportedShelf()
    try shelf.take(Book(title: "Another", author: "Ann Lee").entry("x"), at: "/x", as: "bibtex")
    for files in [files, files.reversed()] {
      let books = try Self.books(&shelf, files)
      #expect(books.count == 61 && shelf.rounds <= 60)
    }
  }

  /// Each of these files is compared with all files before it, but only once.
  @Test(arguments: [false, true]) func workGrowsWithTheFiles(_ isAgain: Bool) throws {
    func time(_ count: Int) throws -> Double {
      let files: [File] = (0..<count).map { number in
        ("/\(number)", Book(title: "Book \(number)", author: "Author \(number)").entry("key"))
      }
      var shelf = try ImportedShelf()
      try shelf.take(Book(title: "Another", author: "Ann Lee").entry("x"), at: "/x", as: "bibtex")
      if isAgain { _ = try shelf.take(files, as: "bibtex") }
      let time = ProcessorTime()
      _ = try shelf.take(files, as: "bibtex")
      return time.seconds
    }
    var ratio = Double.infinity
    for _ in 0..<4 where ratio > 20 { ratio = min(ratio, try time(160) / max(time(40), 0.001)) }
    #expect(ratio <= 20, "four times as many files take \(ratio) times as long")
  }
}
