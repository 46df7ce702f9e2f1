import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfQuery
@testable import ShelfStore

struct ReadingPaceTests {
  private func pace(_ lines: String, today: String = "2024-03-10") throws -> ReadingPace? {
    let library = try TestLibrary.make([("books/1.yaml", "id: \(TestLibrary.id(1))\ntitle: B\n" + lines)])
    return ReadingPace(library.records[0], library.schema, today: try #require(CalendarDate(today)))
  }

  private let reading = "status: inProgress\ndateStarted: 2024-03-01\n"

  @Test func isThatOfTheDaysSinceTheBeginning() throws {
    let pace = try #require(try pace(reading + "pages: 400\nprogress: 100\n"))
    #expect(pace.pagesPerDay == 10)
    #expect(pace.percentPerDay == 2.5)
    #expect(pace.end?.description == "2024-04-09")
  }

  @Test func takesPercentages() throws {
    let pace = try #require(try pace(reading + "progress: 50%\n"))
    #expect(pace.pagesPerDay == nil)
    #expect(pace.percentPerDay == 5)
    #expect(pace.end?.description == "2024-03-20")
    #expect(try self.pace(reading + "progress: 25%\npages: 200\n")?.pagesPerDay == 5)
  }

  @Test func hasNoEndWithoutPages() throws {
    let pace = try #require(try pace(reading + "progress: 30\n"))
    #expect(pace.pagesPerDay == 3)
    #expect(pace.end == nil)
  }

  /// The first day of a reading is counted as a day of reading.
  @Test func beginsOnItsFirstDay() throws {
    #expect(try pace(reading + "pages: 400\nprogress: 40\n", today: "2024-03-01")?.pagesPerDay == 40)
  }

  @Test(arguments: [
    "status: completed\ndateStarted: 2024-03-01\npages: 400\nprogress: 100\n",
    "status: inProgress\npages: 400\nprogress: 100\n",
    "status: inProgress\ndateStarted: 2024-03\npages: 400\nprogress: 100\n",
    "status: inProgress\ndateStarted: 2024-03-01\npages: 400\nprogress: 500\n",
    "status: inProgress\ndateStarted: 2024-03-01\npages: 400\nprogress: 0\n",
    "status: inProgress\ndateStarted: 2024-03-01\npages: 400\nprogress: halfway\n",
    "status: inProgress\ndateStarted: 2025-03-01\npages: 400\nprogress: 100\n",
    // This reading continues an unfinished one, so the page where it started is unknown.
    "status: inProgress\ndateStarted: 2024-03-01\npages: 400\nprogress: 100\nreadings: 2023-01-01/\n",
  ])
  func isNotGuessed(lines: String) throws {
    #expect(try pace(lines) == nil)
  }

  /// No end is estimated if it would be more than ten years away.
  @Test func doesNotReachBeyondTenYears() throws {
    #expect(
      try pace("status: inProgress\ndateStarted: 2014-03-01\npages: 4000\nprogress: 10\n")?.end == nil)
  }
}
