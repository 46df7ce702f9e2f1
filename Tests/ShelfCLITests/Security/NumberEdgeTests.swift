import Testing

@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfRPC

/// Tests that huge numbers in the input never crash a command. An overflow would trap and end the test process.
struct NumberEdgeTests {
  static let numbers = [
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "99999999999999999999999999", "-1", "1e999",
  ]

  private static let lines = [
    "undo %", "redo %", "book list --limit %", "search x --limit %", "log --limit %", "stats --year %",
    "book list pages:>%", "book list pages:%..%", "book list year:<=%", "book list rating:>=%",
    "book list modified:<%d",
    "book list added:%", "book list own:>%", "book list own:%..", "book list own:<%", "book list %", "book show %",
    "book set dune pages=%", "book set dune year=%", "book set dune rating=%", "book set dune own=%",
    "book progress dune %", "book rate dune %", "book set dune dateAdded=%", "quote list page:>%", "log --since %d",
    "book add % --pages %", "genre set Fiction color=%", "config set rating.maximum %",
    "merge-driver --marker-size % a b c d",
    "issue set f0000001 priority=%", "book list --sort own:desc --limit %", "doctor --since %", "diff HEAD~%",
  ]

  @Test(arguments: lines) func endNoCommand(_ line: String) throws {
    let library = try library(NumberEdgeTests.numbers[0])
    for number in NumberEdgeTests.numbers {
      try expectAnswer(library, line.replacing("%", with: number))
    }
  }

  /// Files may contain the same numbers.
  @Test(arguments: numbers) func standInFiles(_ number: String) throws {
    let library = try library(number)
    library["books/edge.yaml"] = """
      id: b0000050-0000-4000-8000-000000000000
      title: Edge
      pages: \(number)
      year: \(number)
      rating: \(number)
      progress: \(number)%
      own: \(number)
      series: Edge \(number)
      readings: [\(number)/\(number)]
      dateAdded: \(number)
      """
    library["quotes/edge.yaml"] = "id: c0000050-0000-4000-8000-000000000000\nbook: ~\ntext: x\npage: \(number)\n"
    for line in [
      "book list", "book show Edge", "doctor", "stats", "doctor --fix", "book list --sort pages", "quote list",
    ] {
      try expectAnswer(library, line)
    }
    for setting in ["goal: {2026: %}", "goal: {%: 3}", "undo: {entries: %}", "undo: {megabytes: %}", "format: %"] {
      library["shelf.yaml"] = "format: 1\n" + setting.replacing("%", with: number) + "\n"
      try expectAnswer(library, "book set dune rating=1")
    }
  }

  /// The environment may contain the same numbers as the size of the terminal.
  @Test(arguments: numbers) func standInTheEnvironment(_ number: String) throws {
    let library = try TestLibrary()
    library.environment = ["COLUMNS": number, "LINES": number]
    for line in ["book list", "book show dune", "stats", "help query", ""] {
      try expectAnswer(library, line)
    }
  }

  /// The dates of commits may have any value, because someone else may have created the commits.
  @Test(arguments: ["9223372036854775807 +0000", "99999999999999 +9999", "-9999999999999 -0000", "253402300800 +1400"])
  func standInCommits(_ date: String) throws {
    let library = try TestLibrary()
    library.useGit()
    try library.git("init", "--quiet", "--initial-branch=main")
    try library.commit("First")
    let tree = try library.git("rev-parse", "HEAD^{tree}").split(separator: "\n")[0]
    let parent = try library.git("rev-parse", "HEAD").split(separator: "\n")[0]
    library["commit"] = "tree \(tree)\nparent \(parent)\nauthor A <a> \(date)\ncommitter A <a> \(date)\n\nodd\n"
    let name = try library.git("hash-object", "-w", "-t", "commit", "--literally", "commit").split(separator: "\n")[0]
    try library.git("reset", "--quiet", String(name))
    library[SmallLibrary.dune] = nil
    for line in ["log", "log --format json", "diff HEAD~1..HEAD", "doctor", "sync"] {
      try expectAnswer(library, line)
    }
  }

  /// Messages to a client contain no NUL, which clients in Lisp and C refuse.
  @Test func noMessageHoldsANUL() {
    let bytes = (["a": .text("x\u{0}y")] as JSON).bytes
    #expect(String(decoding: bytes, as: UTF8.self) == "{\"a\":\"x\u{FFFD}y\"}")
  }

  /// Checks that a command exits with a valid status.
  private func expectAnswer(_ library: TestLibrary, _ line: String) throws {
    let said = try library.run(line)
    let status = said.firstMatch(of: /\[(\d+)\]\n$/).flatMap { Int($0.1) } ?? 0
    #expect((0...3).contains(status), "\(line): \(said)")
  }

  private func library(_ number: String) throws -> TestLibrary {
    let library = try TestLibrary()
    library["shelf.yaml"] = "format: 1\nfields: {book: {own: {type: integer}}}\n"
    library["books/own.yaml"] = "id: b0000049-0000-4000-8000-000000000000\ntitle: Own\nown: \(number)\n"
    library["notes.txt"] = number
    return library
  }
}
