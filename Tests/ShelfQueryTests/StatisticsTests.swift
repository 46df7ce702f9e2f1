import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfQuery
@testable import ShelfStore
@testable import ShelfText

/// Tests what each row of the statistics counts.
struct StatisticsTests {
  private let library: Library

  init() throws {
    func id(_ number: Int) -> String { TestLibrary.id(number) }
    func book(_ number: Int, _ lines: String) -> (path: String, text: String) {
      ("books/\(number).yaml", "id: \(id(number))\ntitle: B\(number)\n" + lines)
    }
    library = try TestLibrary.make([
      book(1, "author: A\nstatus: completed\nrating: 5\ndateCompleted: 2023-05-01\npages: 100\ngenres: [\(id(11))]\n"),
      book(2, "author: [A, B]\nstatus: Completed\nrating: 3\ndateCompleted: 2024-02-29\npages: 50\n"),
      book(3, "status: inProgress\nrating: 9\npages: many\ngenres: [\(id(11)), \(id(12)), \(id(99))]\n"),
      book(4, ""),
      ("genres/11.yaml", "id: \(id(11))\nname: Fiction\n"), ("genres/12.yaml", "id: \(id(12))\nname: Horror\n"),
      ("quotes/21.yaml", "id: \(id(21))\ntext: Q\nbook: \(id(1))\n"),
      ("issues/31.yaml", "id: \(id(31))\ntitle: I\ncreationDate: 2024-02-10T10:00:00Z\n"),
    ])
  }

  private func section(_ key: String, of statistics: Statistics) -> [String]? {
    statistics.sections.first { $0.key == key }?.rows.map { "\($0.label) \($0.count)" }
  }

  private var statistics: Statistics {
    Statistics(Dictionary(grouping: library.records, by: \.kind), in: library, today: RandomLibrary.today)
  }

  @Test func countsEveryKind() {
    #expect(section("kinds", of: statistics) == ["books 4", "quotes 1", "genres 2", "tags 0", "issues 1"])
  }

  /// A book without a status is counted as having the default status.
  @Test func countsStatesWithTheirDefault() {
    #expect(
      section("status", of: statistics) == ["wanted 0", "onShelf 1", "inProgress 1", "completed 2", "abandoned 0"])
  }

  @Test func ratingsThatDoNotReadAreNone() {
    #expect(section("ratings", of: statistics) == ["5 1", "4 0", "3 1", "2 0", "1 0", "0 0", "unrated 2"])
  }

  @Test func yearsAndMonthsHaveNoGaps() {
    #expect(section("years", of: statistics) == ["2023 1", "2024 1"])
    let months = section("months", of: statistics)
    #expect(months?.count == 12)
    #expect(months?.first == "2023-04 0" && months?.last == "2024-03 0")
    #expect(months?.contains("2024-02 1") == true)
  }

  @Test func everyAuthorOfABookCounts() {
    #expect(section("authors", of: statistics) == ["A 2", "B 1"])
  }

  @Test func sectionsWithoutAnythingAreLeftOut() {
    let none = Statistics([:], in: library, today: RandomLibrary.today)
    #expect(none.sections.map(\.key) == ["kinds"])
  }

  @Test func peopleWithTheSameCountAreSortedByFamilyName() throws {
    let some = try reader(["author: [Ann Zola, Zoe Adams, Ursula K. Le Guin]\n", "author: [Bo Mann]\n"])
    #expect(section("authors", of: some) == ["Zoe Adams 1", "Ursula K. Le Guin 1", "Bo Mann 1", "Ann Zola 1"])
  }

  // MARK: - Years of reading

  private func reader(_ books: [String], year: Int? = nil, goals: [Int: Int] = [:]) throws -> Statistics {
    let library = try TestLibrary.make(
      books.enumerated().map { number, lines in
        ("books/\(number).yaml", "id: \(TestLibrary.id(number + 1))\ntitle: B\(number)\n" + lines)
      })
    return Statistics([.book: library.records], in: library, today: RandomLibrary.today, year: year, goals: goals)
  }

  private func rows(_ key: String, of statistics: Statistics) -> [String]? {
    statistics.sections.first { $0.key == key }?.rows.map { row in
      ([row.label, String(row.count)] + row.more.map { "\($0.name.rawValue) \($0.count)" }).joined(separator: " ")
    }
  }

  private let twice =
    "pages: 300\ndateStarted: 2024-01-01\ndateCompleted: 2024-01-10\nreadings: [2019-06/2019-07, 2020/]\n"

  /// A reading is counted in the year when it ended. Unfinished readings are not counted.
  @Test func countsEachReading() throws {
    let statistics = try reader([twice, "pages: 100\ndateCompleted: 2024\n", "readings: /2018\n"])
    #expect(
      rows("years", of: statistics) == [
        "2018 1 pages 0 rereads 0 unknown 1", "2019 1 pages 300 rereads 0 unknown 0",
        "2020 0 pages 0 rereads 0 unknown 0", "2021 0 pages 0 rereads 0 unknown 0",
        "2022 0 pages 0 rereads 0 unknown 0", "2023 0 pages 0 rereads 0 unknown 0",
        "2024 2 pages 400 rereads 1 unknown 0",
      ])
    #expect(rows("rereads", of: statistics) == ["B0 2"])
    // If only the year of a reading is known, it is not counted in any month.
    #expect(rows("months", of: statistics)?.filter { !$0.hasSuffix(" 0") } == ["2024-01 1"])
    #expect(rows("monthPages", of: statistics)?.filter { !$0.hasSuffix(" 0") } == ["2024-01 300"])
    #expect(rows("pace", of: statistics) == ["daysPerBook 10", "pagesPerDay 30"])
  }

  @Test("hours of audiobooks are counted if there are any")
  func countsHours() throws {
    let statistics = try reader([
      "duration: \"9:20\"\n" + twice, "duration: \"0:45\"\nstatus: completed\ndateCompleted: 2024-02-01\n",
      "duration: \"5:00\"\n", "pages: 10\n",
    ])
    #expect(rows("hours", of: statistics) == ["all 15", "read 10", "average 5", "longest 9"])
    #expect(rows("years", of: statistics)?.last == "2024 2 pages 300 rereads 1 hours 10")
    #expect(rows("monthHours", of: statistics)?.filter { !$0.hasSuffix(" 0") } == ["2024-01 9", "2024-02 1"])
    #expect(rows("hours", of: try reader([twice])) == nil)
  }

  @Test func countsOneYear() throws {
    let statistics = try reader(
      [twice, "pages: 100\ndateCompleted: 2023-05-01\n"], year: 2019, goals: [2019: 2, 2020: 3])
    #expect(rows("kinds", of: statistics) == ["books 1"])
    #expect(rows("years", of: statistics) == ["2019 1 pages 300 rereads 0"])
    #expect(rows("months", of: statistics)?.first == "2019-01 0")
    #expect(rows("months", of: statistics)?[6] == "2019-07 1")
    #expect(rows("goal", of: statistics) == ["2019 1 goal 2 expected 2"])
    #expect(rows("status", of: statistics) == nil)
  }

  /// The expected number of books is proportional to the part of the year that has passed.
  @Test func comparesWithTheGoal() throws {
    let statistics = try reader(
      [twice, "dateCompleted: 2024-02-01\n"], goals: [2023: 5, 2024: 24, 2025: 3])
    let day = RandomLibrary.today
    let passed = day.daysSince1970 - (try #require(CalendarDate(year: day.year, month: 1, day: 1))).daysSince1970 + 1
    #expect(day.year == 2024)
    #expect(
      rows("goal", of: statistics) == [
        "2023 0 goal 5 expected 5", "2024 2 goal 24 expected \(24 * passed / 366)", "2025 0 goal 3 expected 0",
      ])
  }

  @Test func genresHaveTheirColor() throws {
    let rows = statistics.sections.first { $0.key == "genres" }?.rows
    #expect(rows?.map(\.color) == [.fallback, .fallback])
  }
}
