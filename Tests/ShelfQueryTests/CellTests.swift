import ShelfModel
import ShelfStore
import ShelfTestSupport
import ShelfText
import Testing

@testable import ShelfQuery

/// Tests the cells that renderers get for the attributes of a record.
struct CellTests {
  private let library: Library
  private let cells: Cells

  init() throws {
    let (book, genre, tag) = (TestLibrary.id(1), TestLibrary.id(11), TestLibrary.id(21))
    library = try TestLibrary.make([
      ("books/1.yaml", "id: \(book)\ntitle: Dune\nrating: 5\ngenres: [\(genre), \(TestLibrary.id(99))]\nyear: soon\n"),
      ("genres/1.yaml", "id: \(genre)\nname: Fiction\ncolor: 00FF00\n"),
      ("tags/1.yaml", "id: \(tag)\nname: to buy\n"),
      ("quotes/1.yaml", "id: \(TestLibrary.id(31))\ntext: Fear\npage: 8\nbook: \(book)\n"),
      (
        "issues/1.yaml",
        "id: \(TestLibrary.id(41))\ntitle: Ask\npriority: high\ncompleted: true\nbooks: [\(book)]\ntags: [\(tag)]\n"
      ),
      ("issues/2.yaml", "id: \(TestLibrary.id(42))\n"),
    ])
    cells = Cells(library)
  }

  private func cell(_ path: String, _ key: String, _ detail: Cells.Detail = .brief) throws -> Cell {
    let record = try #require(library.records.first { $0.path == path })
    let columns = Attributes(of: record.kind, library.schema).columns
    return cells.cell(try #require(columns.first { $0.key == key }).attribute, record, detail)
  }

  @Test func valuesAreWhatTheirFieldsSay() throws {
    #expect(try cell("books/1.yaml", "rating") == .rating(Rating(quarters: 20)))
    #expect(try cell("books/1.yaml", "author") == .nothing(Look.Remark("no author")))
    #expect(try cell("books/1.yaml", "status") == .assumed(.word("onShelf", .none)))
    #expect(try cell("books/1.yaml", "year") == .unreadable(["soon"]))
    #expect(try cell("issues/1.yaml", "priority") == .word("high", .high))
    #expect(try cell("issues/1.yaml", "completed") == .state(true, mark: "CLOSED", on: "closed", off: "open"))
    #expect(try cell("issues/2.yaml", "title") == .nothing(Look.Remark("no title")))
    #expect(try cell("issues/2.yaml", "tags") == .nothing(Look.Remark("No tags")))
    #expect(try cell("genres/1.yaml", "name") == .chip("Fiction", Color("00FF00")!))
  }

  @Test func otherRecordsAreFoundOrDangling() throws {
    guard case .references(let genres) = try cell("books/1.yaml", "genres") else {
      Issue.record("no references")
      return
    }
    #expect(genres.isChips && genres.isList && genres.isSorted)
    #expect(genres.items.map(\.title) == ["Fiction", nil])
    #expect(genres.items.map(\.color) == [Color("00FF00"), .fallback])
    #expect(genres.inOrder.map(\.label) == [TestLibrary.id(99), "Fiction"])
  }

  @Test func whatRefersHereIsCountedOrNamed() throws {
    #expect(try cell("books/1.yaml", "quotes") == .count(.quote, 1))
    #expect(try cell("books/1.yaml", "quotes", .whole).text == "Fear")
    #expect(try cell("tags/1.yaml", "openIssues") == .openIssues(0))
    #expect(try cell("tags/1.yaml", "path") == .path("tags/1.yaml"))
  }

  @Test func aPageMentionsWhatLinesNote() throws {
    let dune = try #require(library.records.first { $0.path == "books/1.yaml" })
    let page = cells.page(of: dune)
    #expect(page.referring.map(\.key) == ["quotes", "issues"])
    let (quote, issue) = (TestLibrary.id(31).prefix(8), TestLibrary.id(41).prefix(8))
    let lines = page.referring.flatMap(\.records)
    #expect(lines.map(\.notes) == [["p. 8"], ["CLOSED"]])
    #expect(lines.map(\.id) == [String(quote), String(issue)])
    #expect(lines.map(\.isLong) == [true, false])
  }
}
