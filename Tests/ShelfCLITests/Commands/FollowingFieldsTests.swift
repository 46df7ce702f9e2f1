import Testing

@testable import ShelfCLI

/// Tests fields that change together, such as the status and its dates.
struct FollowingFieldsTests {
  private let library: TestLibrary
  private static let messiah = "books/dune-messiah-b0000002.yaml"

  init() throws { library = try TestLibrary() }

  @Test("a new book with a completion date and no status is completed, with a start date in progress")
  func newBooks() throws {
    _ = try library.run("add One --date-completed 2026-11-20")
    _ = try library.run("add Two --date-started 2026-11-20")
    _ = try library.run("add Three --date-started 2026-11-19 --date-completed 2026-11-20")
    _ = try library.run("add Four --date-completed 2020 --status abandoned")
    _ = try library.run("add Five")
    try expect(
      library.run("book list added:2026 -c title,status --format csv"),
      is: """
        title,status
        Five,onShelf
        Four,abandoned
        One,completed
        Three,completed
        Two,inProgress
        """)
  }

  @Test("a changed book with a completion date and no status is completed, with a start date in progress")
  func changedBooks() throws {
    try expect(
      library.transcript([
        ["set 三体 dateStarted=2026-11-20"], ["set 三体 dateCompleted=2026-11-21"], ["set 三体 dateStarted=2026-11-19"],
        ["set emma progress=44"], ["set emma dateCompleted=today"], ["set emma dateCompleted="],
        ["set dune dateCompleted=2020-01-01"],
        ["set", "Dune Messiah", "dateCompleted=2020", "status=onShelf"], ["set", "Dune Messiah", "dateStarted=2019"],
      ]),
      is: """
        $ set 三体 dateStarted=2026-11-20
        “三体”: status in progress, date started 2026-11-20
        $ set 三体 dateCompleted=2026-11-21
        “三体”: status in progress → completed, date completed 2026-11-21
        $ set 三体 dateStarted=2026-11-19
        “三体”: date started 2026-11-20 → 2026-11-19
        $ set emma progress=44
        “Emma”: progress 44
        $ set emma dateCompleted=today
        “Emma”: status in progress → completed, date completed 2026-11-21, progress 44 → none
        $ set emma dateCompleted=
        “Emma”: date completed 2026-11-21 → none
        $ set dune dateCompleted=2020-01-01
        “Dune”: date completed 2019-06-30 → 2020-01-01
        $ set "Dune Messiah" dateCompleted=2020 status=onShelf
        “Dune Messiah”: status on shelf, date completed 2020
        $ set "Dune Messiah" dateStarted=2019
        “Dune Messiah”: date started 2019
        """)
  }

  @Test("`status=completed` without a date asks on a terminal")
  func asksForTheDay() throws {
    let said = try library.press("set emma status=completed", typing: "yesterday\r")
    #expect(said == "“Emma”: status in progress → completed, date completed 2026-11-20\n")
    _ = try library.run("undo")
    // If the date is invalid, the user can correct it.
    let corrected = try library.press("set emma status=completed", typing: "2026-13\r\u{15}2026-11-05\r")
    #expect(corrected.hasSuffix("date completed 2026-11-05\n"), "\(corrected)")
    _ = try library.run("undo")
    // If the date is impossible, the command explains why and prompts again.
    let refused = try library.press("set emma status=completed", typing: "1815-01-01\r2026-11-05\r")
    #expect(refused.hasSuffix("date completed 2026-11-05\n"), "\(refused)")
    _ = try library.run("undo")
    let asked = try library.runOnTerminal("set", ["emma", "status=completed"], typing: "2099-01-01\n2026-11-05\n")
    #expect(asked.contains("warning: ") && asked.hasSuffix("date completed 2026-11-05\n"), "\(asked)")
    _ = try library.run("undo")
    #expect(try library.press("set emma status=completed", typing: "\r") == "“Emma”: status in progress → completed\n")
    _ = try library.run("undo")
    #expect(try library.press("set emma status=completed", typing: "\u{3}") == "[1]\n")
    #expect(library[SmallLibrary.emma] == SmallLibrary.files[SmallLibrary.emma])
    // There is no prompt if the command specifies the date or the book already has one.
    #expect(
      try library.press("set emma status=completed dateCompleted=today", typing: "").hasSuffix("2026-11-21\n"))
    #expect(try library.press("set dune status=completed", typing: "") == "“Dune”: nothing to change\n")
    #expect(try library.press("add Ubik --status completed", typing: "2020\r").hasPrefix("Added book “Ubik”\n"))
    #expect(try library.run("book list ubik -c completed") == "2020\n")
    // Several books get the same date.
    let several = try library.runOnTerminal("set", ["三体", "Dune Messiah", "status=completed"], typing: "2022\n")
    #expect(several.contains("When were the books finished?"), "\(several)")
    #expect(try library.run("book list completed:2022 -c title") == "Dune Messiah\n三体\n")
    _ = try library.run("undo")
    let line = try library.runOnTerminal("set", ["三体", "status=completed"], typing: "2021\n")
    #expect(line.contains("When was “三体” finished?") && line.hasSuffix("date completed 2021\n"), "\(line)")
  }

  @Test("`status=completed` takes today elsewhere only through `finish`")
  func takesNoDayElsewhere() throws {
    #expect(try library.run("set emma status=completed") == "“Emma”: status in progress → completed\n")
    #expect(try library.run("finish emma") == "“Emma”: date completed 2026-11-21\n")
  }

  @Test("A completed book without any date is nothing that `doctor` complains about; only dates that contradict are")
  func onlyContradictionsAreFindings() throws {
    library[Self.messiah]! += "status: completed\n"
    #expect(try !library.run("doctor").contains("status-dates"))
    library[Self.messiah]! += "dateStarted: 2026-03-01\ndateCompleted: 2026-02-01\n"
    #expect(try library.run("doctor").contains("dates-out-of-order"))
    library[SmallLibrary.emma]! += "dateCompleted: 2026-11-02\n"
    #expect(try library.run("doctor").contains("status-dates"))
  }

  @Test("`shelf set progress=` writes the reading log as `progress` does")
  func setWritesTheLog() throws {
    _ = try library.run("set emma progress=44")
    #expect(library[SmallLibrary.emma]?.contains("readingLog: \"2026-11-21 44\"\n") == true)
    _ = try library.run("set emma progress=46")
    let bySet = library[SmallLibrary.emma]
    _ = try library.run("undo 2")
    _ = try library.run("progress 44")
    _ = try library.run("progress 46")
    #expect(library[SmallLibrary.emma] == bySet)
    // Clearing the progress does not add an entry to the log.
    _ = try library.run("set emma progress=")
    #expect(library[SmallLibrary.emma]?.contains("readingLog: \"2026-11-21 46\"\n") == true)
    library["shelf.yaml"] = "format: 1\nprogress: {log: false}\n"
    _ = try library.run("set emma progress=50")
    #expect(library[SmallLibrary.emma]?.contains("2026-11-21 50") == false)
  }
}
