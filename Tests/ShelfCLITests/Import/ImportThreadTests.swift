import ShelfTestSupport
import Testing

/// Tests that an import on several threads writes the same bytes as an import on one thread.
@Suite struct ImportThreadTests {
  /// The number of entries, which is enough for three threads, because each thread reads at least a thousand.
  private static let count = 3000

  private static let clippings = (0..<count).map { number in
    "Book \(number / 40) (Doe, Jane \(number / 400))\r\n- Your Highlight on page \(number % 300 + 1) | Location "
      + "\(number * 3)-\(number * 3 + 2) | Added on Monday, January 6, 2020 10:\(10 + number % 50):00 PM\r\n\r\n"
      + "Words that were marked — the \(number)th: of them, \"quoted\" # or not.\r\n==========\r\n"
  }.joined()

  private static let books = (0..<count).map { number in
    "\(number),\"Title \(number % (count - 10)): a \"\"book\"\"\",Author \(number % 70),shelf-\(number % 30),\(number % 6)\n"
  }.joined()

  private func tree(_ threads: Int) throws -> [String: String] {
    let library = try ImportTests.empty()
    library.threads = threads
    library["in/clippings.txt"] = Self.clippings
    library["in/books.csv"] = "Book Id,Title,Author,Bookshelves,My Rating,Exclusive Shelf\n" + Self.books
    for name in ["books.csv", "clippings.txt"] {
      let summary = try ImportTests.summary(library, [library.absolute("in/\(name)")])
      #expect(summary["new"] as? Int == Self.count)
    }
    var tree = try library.tree()
    for format in ["goodreads", "kindle"] {
      tree[format] = library[".shelf/imports/\(format).jsonl"]
    }
    return tree
  }

  @Test func threadsChangeNothing() throws {
    let one = try tree(1)
    #expect(one.count > 2 * Self.count)
    #expect(try tree(3) == one)
  }
}
