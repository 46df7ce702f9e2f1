import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfQuery

/// Tests `readingLog`, the log of a reading, which has one entry per day.
struct ReadingLogTests {
  /// `shelf book progress` appends an entry, or replaces the entry for the same day.
  @Test func oneEntryADay() throws {
    let library = try TestLibrary()
    _ = try library.run("book set Emma readingLog=", ["readingLog+=2026-11-20 12"])
    #expect(try library.run("book progress Emma 30") == "“Emma”: progress 30\n")
    #expect(try library.run("book progress Emma 44") == "“Emma”: progress 30 → 44\n")
    let text = try #require(library[SmallLibrary.emma])
    #expect(text.contains("readingLog: [\"2026-11-20 12\", \"2026-11-21 44\"]\n"), "\(text)")
    // The log is kept when the book is finished and started again.
    _ = try library.run("book finish Emma")
    _ = try library.run("book start Emma")
    #expect(try #require(library[SmallLibrary.emma]).contains(", \"2026-11-21 44\"]\n"))
    _ = try library.run("undo 3")
    #expect(try #require(library[SmallLibrary.emma]).contains("2026-11-21 30"))
  }

  /// `progress: {log: false}` in `shelf.yaml` disables the log.
  @Test func notIfTheManifestSaysSo() throws {
    let library = try TestLibrary()
    library["shelf.yaml"] = "format: 1\nprogress: {log: false}\n"
    _ = try library.run("book progress Emma 30")
    #expect(try !#require(library[SmallLibrary.emma]).contains("readingLog"))
    library["shelf.yaml"] = "format: 1\nprogress: {log: sometimes}\n"
    #expect(try library.run("book progress Emma 30").contains("progress: log must be true or false"))
  }

  /// Logs from two computers are merged by day. If both have an entry for the same day, the entry with the later page
  /// is kept.
  @Test func mergingByDay() throws {
    func book(_ log: [String]) -> String {
      "id: b0000003-0000-4000-8000-000000000000\ntitle: Emma\nreadingLog:\n" + log.map { "  - \($0)\n" }.joined()
    }
    let library = try TestLibrary()
    library["ours.yaml"] = book(["2026-11-18 10", "2026-11-19 20", "2026-11-21 60"])
    library["base.yaml"] = book(["2026-11-18 10"])
    library["theirs.yaml"] = book(["2026-11-18 10", "2026-11-19 35 # on the train", "2026-11-20 50", "2026-11-21 55"])
    let said = try library.run("merge-driver base.yaml ours.yaml theirs.yaml books/emma.yaml")
    #expect(said.isEmpty, "\(said)")
    #expect(
      library["ours.yaml"]
        == book(["2026-11-18 10", "2026-11-19 35 # on the train", "2026-11-20 50", "2026-11-21 60"]))
    // If only one side corrected an entry, the correction is kept.
    library["ours.yaml"] = book(["2026-11-18 8"])
    library["theirs.yaml"] = book(["2026-11-18 10", "2026-11-19 30"])
    _ = try library.run("merge-driver base.yaml ours.yaml theirs.yaml books/emma.yaml")
    #expect(library["ours.yaml"] == book(["2026-11-18 8", "2026-11-19 30"]))
  }

  /// Tests pages per day, streaks and days read in `stats`, and the summary that replaces the log on the book's page.
  @Test func daysStreaksAndPages() throws {
    let library = try TestLibrary()
    _ = try library.run("book set Emma pages=500")
    for entry in ["2026-11-16 10", "2026-11-17 30", "2026-11-19 10%", "2026-11-20 90"] {
      _ = try library.run("book set Emma", ["readingLog+=\(entry)"])
    }
    _ = try library.run("book progress Emma 110")
    #expect(
      try library.run("stats").contains(
        "readingDays\tdays\t5\nreadingDays\tlongestStreak\t3\nreadingDays\tcurrentStreak\t3\nreadingDays\tpagesPerDay\t22\n"
      ))
    let table = try library.run("stats --format table").replacing("\n  ", with: " ")
    #expect(
      table.contains(
        "Days read 5 days logged · 3 days in the longest streak · 3 days in the current streak · 22 pages on such a day\n"
      ))
    #expect(try library.run("show Emma").contains(" 5, about 22 pages a day\n"))
    #expect(try !library.run("show Emma").contains("reading log"))
  }

  /// The dates of readings determine which reading an entry belongs to.
  @Test func aRereadBeginsWithTheFirstPage() throws {
    let text = """
      id: \(TestLibrary.idOfBook)
      title: A
      dateStarted: 2026-03-01
      readings: [2025-01-01/2025-01-05]
      readingLog: [2025-01-02 100, 2025-01-03 200, 2026-03-01 20, 2026-03-02 250, nonsense]

      """
    let library = try ShelfTestSupport.TestLibrary.make([("books/a.yaml", text)])
    let days = ReadingDays(Array(library.records(of: .book)), library.schema)
    // The book was also read on the day on which it was finished, but the number of pages read on that day is unknown.
    #expect(days.days.map(\.pages) == [100, 100, 0, 20, 230])
    #expect(days.longestStreak == 2)
    #expect(days.currentStreak(on: CalendarDate("2026-03-03")!) == 2)
    #expect(days.currentStreak(on: CalendarDate("2026-03-04")!) == 0)
    #expect(ReadingDays(Array(library.records(of: .book)), library.schema, year: 2025).days.count == 3)
  }

  private func days(_ fields: String) throws -> ReadingDays {
    let text = "id: \(TestLibrary.idOfBook)\ntitle: A\npages: 300\n\(fields)\n"
    let library = try ShelfTestSupport.TestLibrary.make([("books/a.yaml", text)])
    return ReadingDays(Array(library.records(of: .book)), library.schema)
  }

  /// A completed reading has as many pages as the book, regardless of the log.
  @Test(arguments: [
    // The book was finished before the last day of the log.
    "status: completed\ndateStarted: 2026-03-01\ndateCompleted: 2026-03-11\nreadingLog: [2026-03-10 100, 2026-03-12 212]",
    // A later entry corrects the page.
    "status: completed\ndateCompleted: 2026-03-11\nreadingLog: [2026-03-09 120, 2026-03-10 100]",
    // The log has an entry for the day on which the book was finished.
    "status: completed\ndateCompleted: 2026-03-11\nreadingLog: [2026-03-10 100, 2026-03-11 300]",
    // The progress is logged in percent.
    "status: completed\ndateCompleted: 2026-03-11\nreadingLog: [2026-03-10 50%, 2026-03-11 90%]",
    // The book was read on a single day, without a log.
    "status: completed\ndateStarted: 2026-03-11\ndateCompleted: 2026-03-11",
  ])
  func aFinishedReadingHasAllPages(_ fields: String) throws {
    #expect(try days(fields).days.reduce(0) { $0 + $1.pages } == 300)
  }

  /// A book that is started again on the day it was finished has been read twice.
  @Test(arguments: [
    "2026-03-10 100, 2026-03-12 90, 2026-03-13 135", "2026-03-10 100, 2026-03-12 200, 2026-03-13 135",
    "2026-03-10 100, 2026-03-13 135", "2026-03-10 100, 2026-03-12 100, 2026-03-13 20",
  ])
  func begunAgainOnTheSameDay(_ log: String) throws {
    let days = try days(
      """
      status: completed
      dateStarted: 2026-03-12
      dateCompleted: 2026-03-14
      readings: [2026-03-09/2026-03-12]
      readingLog: [\(log)]
      """)
    #expect(days.days.reduce(0) { $0 + $1.pages } == 600)
    #expect(days.days.last?.day.description == "2026-03-14")
  }

  /// For an abandoned reading, the pages read so far are counted. The next reading starts at the first page.
  @Test func abandonedAndGoingOn() throws {
    let abandoned = try days(
      "status: inProgress\ndateStarted: 2026-04-01\nreadings: [2026-03-09/]\nreadingLog: [2026-03-10 100, 2026-04-02 30]"
    )
    #expect(abandoned.days.map(\.pages) == [100, 30])
    // Without a start date, entries after the end belong to the next reading.
    let again = try days(
      "status: inProgress\nreadings: [2026-03-09/2026-03-11]\nreadingLog: [2026-03-10 100, 2026-04-02 30]")
    #expect(again.days.map(\.pages) == [100, 200, 30])
  }

  /// A reading that is resumed after it was abandoned continues from its last page. An entry with a lower page corrects
  /// earlier entries.
  @Test(arguments: [
    ("dateStarted: 2026-04-01\nreadings: [2026-03-09/]\nreadingLog: [2026-03-10 100, 2026-04-02 130]", [100, 30]),
    (
      "status: completed\ndateStarted: 2026-04-01\ndateCompleted: 2026-04-03\nreadings: [2026-03-09/]\n"
        + "readingLog: [2026-03-10 100, 2026-04-02 130]", [100, 30, 170]
    ),
    ("dateStarted: 2026-03-09\nreadingLog: [2026-03-10 150, 2026-03-11 50, 2026-03-12 100]", [50, 0, 50]),
    // The start is unknown, so the book may have been read twice.
    ("readingLog: [2026-03-10 150, 2026-03-11 50, 2026-03-12 100]", [150, 50, 50]),
    // One reading ends and another starts on a day that has a single entry.
    (
      "status: inProgress\ndateStarted: 2026-03-11\nprogress: \"30\"\nreadings: [2026-03-09/2026-03-11]\n"
        + "readingLog: [2026-03-10 20, 2026-03-11 30]", [20, 310]
    ),
    (
      "status: inProgress\ndateStarted: 2026-03-11\nreadings: [2026-03-09/2026-03-11]\nreadingLog: [2026-03-11 30]",
      [300]
    ),
  ])
  func takenUpAgain(_ fields: String, _ pages: [Int]) throws {
    #expect(try days(fields).days.map(\.pages) == pages)
  }

  /// Each reading of a book is counted, even if several are on the same day.
  @Test func readThreeTimesOnOneDay() throws {
    let library = try TestLibrary()
    _ = try library.run("add Gruffalo --pages 30")
    for _ in 1...3 {
      _ = try library.run("start Gruffalo")
      _ = try library.run("finish Gruffalo")
    }
    #expect(try library.run("start Gruffalo").contains("readings + 2026-11-21/2026-11-21"))
    _ = try library.run("undo")
    let stats = try library.run("stats --json")
    #expect(stats.contains("\"pagesPerDay\": 90"), "\(stats)")
    _ = try library.run("lend Gruffalo Ann")
    _ = try library.run("return Gruffalo")
    _ = try library.run("lend Gruffalo Ann")
    #expect(try library.run("return Gruffalo").contains("back from Ann, lent 2026-11-21"))
  }

  /// If one computer finishes a book while another logs progress, the merged record has both. Doctor removes the
  /// progress.
  @Test func progressOfAFinishedBook() throws {
    let library = try TestLibrary()
    _ = try library.run("progress Emma 200")
    _ = try library.run("finish Emma")
    let path = SmallLibrary.emma
    library[path] = try #require(library[path]) + "progress: \"200\"\n"
    let said = try library.run("doctor --fix=impossible-progress")
    #expect(said.contains("remove the progress"), "\(said)")
    #expect(library[path]?.contains("progress") == false)
  }

  /// `finish` refuses a date before the last day of the log, and `doctor` finds a reading that ended before it.
  @Test func finishedBeforeTheLastPage() throws {
    let library = try TestLibrary()
    _ = try library.run("progress Emma 100 -d 2026-11-10")
    _ = try library.run("progress Emma 212 -d 2026-11-12")
    try expect(
      library.refusals([["finish Emma -d 2026-11-11"]]),
      is: """
        $ finish Emma -d 2026-11-11
        ! error: “Emma” has a log entry after 2026-11-11: page 212 on 2026-11-12
        ! hint: choose 2026-11-12 or a later day, or remove that entry with `shelf book set b0000003 readingLog-='2026-11-12 212'`
        [1]
        """)
    #expect(
      try library.run("set Emma dateCompleted=2026-11-11")
        .contains("! warning: “Emma” has a log entry after 2026-11-11: page 212 on 2026-11-12\n"))
    #expect(
      try library.run("doctor").contains(
        "“readingLog” has an entry after “dateCompleted” 2026-11-11: 2026-11-12 212 [dates-out-of-order]"))
    _ = try library.run("undo")
    #expect(try library.run("finish Emma -d 2026-11").contains("date completed 2026-11,"))
    _ = try library.run("set Emma readingLog=", ["readingLog+=2027-01-01 20"])
    #expect(try library.run("doctor").contains("“readingLog” is in the future: 2027-01-01 20"))
  }

  @Test(arguments: ["2026-11-21", "2026-11 30", "x 30", "2026-11-21 x", "2026-11-21 101%"])
  func whatIsNoEntry(_ text: String) throws {
    #expect(ReadingDay(text) == nil)
    let library = try TestLibrary()
    #expect(try library.run("book set Emma", ["readingLog+=\(text)"]).contains("is not a valid value of reading log"))
  }
}

extension TestLibrary {
  static let idOfBook = "b0000003-0000-4000-8000-000000000000"
}
