import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfQuery
@testable import ShelfStore

struct SeriesTests {
  private func library(_ books: [(title: String, fields: String)]) throws -> Library {
    try TestLibrary.make(
      books.enumerated().map { number, book in
        ("books/\(number).yaml", "id: \(TestLibrary.id(number + 1))\ntitle: \(book.title)\n\(book.fields)\n")
      })
  }

  private func titles(_ query: String, _ library: Library) throws -> [String] {
    let matchers = try QueryMatcher.make(
      [QuerySource(query)], for: [.book], in: library, today: RandomLibrary.today,
      now: Timestamp("2026-11-21T10:00:00Z")!)
    return matchers[0].records().map(\.title).sorted()
  }

  /// Counts the books of each series that are in the library, read and wanted, and finds the next unread book and the
  /// gaps between whole numbers.
  @Test func countsNextAndGaps() throws {
    let table = SeriesTable(
      try library([
        ("A", "series: Discworld 1\nstatus: completed"), ("B", "series: \"discworld #2\"\nstatus: completed"),
        ("B and a half", "series: Discworld 2.5\nstatus: abandoned"), ("D", "series: Discworld, 4"),
        ("E", "series: Discworld 7-8\nstatus: wanted"), ("No place", "series: Discworld"),
        ("Other", "series: [Witches 1, Discworld 5]"),
      ]))
    #expect(table.all.map(\.name) == ["Discworld", "Witches"])
    let series = try #require(table["DISCWORLD"])
    #expect(series.entries.map(\.record.title) == ["A", "B", "B and a half", "D", "Other", "E", "No place"])
    #expect((series.ownedCount, series.read, series.wanted) == (6, 2, 1))
    #expect(series.gaps == [3...3, 6...6])
    #expect(series.next?.title == "D")
    #expect(series.nextPosition?.description == "9")
  }

  @Test func gapsOfLargeNumbersBeginWithTheFirst() throws {
    let table = SeriesTable(try library([("A", "series: Perry Rhodan (2400)"), ("B", "series: Perry Rhodan (2403)")]))
    #expect(table.all[0].gaps == [2401...2402])
    #expect(
      try SeriesTable(library([("A", "series: Dune (999999)"), ("B", "series: Dune 0")])).all[0].gaps == [1...999_998])
  }

  /// `is:next` finds the first book on the shelf in each series that has been started, if all earlier books are
  /// completed or abandoned.
  @Test func theFirstOnTheShelfWhoseEarlierBooksAreOver() throws {
    let books = try library([
      ("A1", "series: A 1\nstatus: completed"), ("A2", "series: A 2\nstatus: abandoned"), ("A3", "series: A 3"),
      ("A4", "series: A 4"), ("B1", "series: B 1"), ("B2", "series: B 2"),
      ("C1", "series: C 1"), ("C2", "series: C 2\nstatus: completed"), ("C3", "series: C 3"),
    ])
    #expect(try titles("is:next", books) == ["A3", "C1"])
    #expect(try titles("-is:next series:a", books) == ["A1", "A2", "A4"])
  }

  @Test func noneWhileAnotherIsInProgress() throws {
    let books = try library([
      ("A1", "series: A 1\nstatus: completed"), ("A2", "series: A 2\nstatus: inProgress"), ("A3", "series: A 3"),
    ])
    #expect(try titles("is:next", books) == [])
  }

  @Test func neverOneThatIsWanted() throws {
    let books = try library([
      ("A1", "series: A 1\nstatus: completed"), ("A2", "series: A 2\nstatus: wanted"), ("A3", "series: A 3"),
    ])
    #expect(try titles("is:next", books) == [])
  }

  @Test func anotherEditionAndAnOmnibusCountAsRead() throws {
    let books = try library([
      ("A1", "series: A 1-2\nstatus: completed"), ("A2", "series: A 2"), ("A3", "series: A 3"),
      ("A3 again", "series: A 3\nstatus: wanted"),
    ])
    #expect(try titles("is:next", books) == ["A3"])
  }

  /// `series:discworld` searches by name, and `series-position:>3` by position.
  @Test func queries() throws {
    let books = try library([
      ("A", "series: Discworld 12"), ("B", "series: [Witches 1, Discworld 3.5]"), ("C", "series: 1632 (2)"),
      ("D", "series: Maigret 5–7"), ("E", "author: Nobody"),
    ])
    #expect(try titles("series:discworld", books) == ["A", "B"])
    #expect(try titles("series:DISC", books) == ["A", "B"])
    #expect(try titles("series:2", books) == ["C"])
    #expect(try titles("series:12", books) == [])
    #expect(try titles("series:\"discworld 12\"", books) == ["A"])
    #expect(try titles("series:=discworld", books) == ["A", "B"])
    #expect(try titles("series:=disc", books) == [])
    #expect(try titles("series-position:>3", books) == ["A", "B", "D"])
    #expect(try titles("seriesPosition:3.5", books) == ["B"])
    #expect(try titles("series-position:5", books) == ["D"])
    #expect(try titles("series-position:1..3", books) == ["B", "C"])
    #expect(try titles("no:series", books) == ["E"])
    #expect(try titles("has:series-position", books) == ["A", "B", "C", "D"])
    for wrong in ["series-position:x", "series-position:3..1", "series-position:1,5", "series:>3"] {
      #expect(throws: QueryError.self) { try titles(wrong, books) }
    }
  }

  /// Series are sorted by name, then by position as a number.
  @Test func order() throws {
    let books = try library([
      ("12", "series: Discworld 12"), ("2", "series: \"Discworld #2\""), ("3.5", "series: discworld (3.5)"),
      ("3", "series: Discworld 3"),
      ("none", "series: Discworld"), ("A", "series: Area 51 (1)"), ("E", "author: Nobody"),
    ])
    let field = try #require(books.schema.field("series", of: .book))
    let sorted = RecordOrder([RecordOrder.Key(.field(field))]).sort(Array(books.records(of: .book)), of: books)
    #expect(sorted.map(\.title) == ["A", "2", "3", "3.5", "12", "none", "E"])
  }

  /// Finds the books before and after a book in its series.
  @Test func neighbors() throws {
    let books = try library([
      ("A1", "series: A 1"), ("A2", "series: [A 2, B 7]"), ("A4", "series: A 4"), ("B9", "series: \"B #9\""),
      ("None", "series: A"),
    ])
    func around(_ title: String) throws -> [String] {
      let record = try #require(books.records.first { $0.title == title })
      return SeriesNeighbors.all(of: record, in: books).map {
        "\($0.previous?.record.title ?? "-") \($0.next?.record.title ?? "-")"
      }
    }
    #expect(try around("A2") == ["A1 A4", "- B9"])
    #expect(try around("A1") == ["- A2"])
    #expect(try around("None") == [])
  }
}
