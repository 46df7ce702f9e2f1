import ShelfTestSupport
import Testing

@testable import ShelfQuery
@testable import ShelfStore

/// What is counted, and into which row it falls.
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

  /// A book without a status counts as what it is by default.
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
}
