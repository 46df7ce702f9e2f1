import Foundation
import Testing

@testable import ShelfCLI

/// Tests the everyday verbs, such as `start`, `progress`, `finish` and `add`.
struct DailyVerbTests {
  private let library: TestLibrary
  private static let messiah = "books/dune-messiah-b0000002.yaml"

  init() throws { library = try TestLibrary() }

  private func words(_ words: String...) throws -> [String] {
    try library.run("complete zsh shelf", words).split(separator: "\n").map(String.init)
  }

  @Test("`shelf progress 44`, `shelf finish`, `shelf finish -r 4` without a book mean the one in progress")
  func theBookInProgress() throws {
    try expect(
      library.transcript([
        ["progress 44 -d 2026-11-18"], ["progress 45% -d 2026-11-19"], ["progress"], ["finish -r 4 -d yesterday"],
        ["finish --dry-run"],
        ["undo"], ["undo"], ["undo"], ["book abandon"], ["undo"], ["shelve"],
      ]),
      is: """
        $ progress 44 -d 2026-11-18
        “Emma”: progress 44 on 2026-11-18
        $ progress 45% -d 2026-11-19
        “Emma”: progress 44 → 45% on 2026-11-19
        $ progress
        “Emma”: 45%
        about 2% a day since 2026-11-01, finished around 2026-12-17
        $ finish -r 4 -d yesterday
        “Emma”: status in progress → completed, rating 3 → 4, date completed 2026-11-20, progress 45% → none
        $ finish --dry-run
        ! error: no book was specified, and none is in progress
        ! hint: specify it by title, id or file
        [1]
        $ undo
        Undid “finish -r 4 -d yesterday” (1 file)
        $ undo
        Undid “progress 45% -d 2026-11-19” (1 file)
        $ undo
        Undid “progress 44 -d 2026-11-18” (1 file)
        $ book abandon
        “Emma”: status in progress → abandoned, date abandoned 2026-11-21
        $ undo
        Undid “book abandon” (1 file)
        $ shelve
        “Emma”: status in progress → on shelf, date started 2026-11-01 → none, readings + 2026-11-01/
        """)
  }

  @Test("one argument that is a number or a percentage is the page, so “1984” needs its page beside it")
  func aBookCalledLikeAPage() throws {
    _ = try library.run("add 1984")
    #expect(try library.run("progress 1984") == "“Emma”: progress 1984\n")
    #expect(try library.run("progress 1984 30").hasPrefix("“1984”: status on shelf → in progress"))
  }

  @Test("with several, a pipe gets an error that names them")
  func severalInAPipe() throws {
    library[Self.messiah]! += "status: inProgress\n"
    let said = """
      ! error: no book was specified, and 2 are in progress: “Emma” and “Dune Messiah”
      ! hint: specify it by title, id or file
      [1]

      """
    for line in ["progress 44", "progress", "finish", "abandon", "shelve", "finish -r 4"] {
      #expect(try library.refused(line) == said)
    }
    library[SmallLibrary.emma] = nil
    library[Self.messiah] = nil
    #expect(try library.refused("finish").contains("no book was specified, and none is in progress"))
  }

  @Test("with several, a terminal asks among those in progress (not among all books)")
  func severalOnATerminal() throws {
    library[Self.messiah]! += "status: inProgress\n"
    #expect(
      try library.press("finish", typing: "\u{1B}[B\r").contains("“Dune Messiah”: status in progress → completed"))
    // Only one book is left in progress, so there is no prompt.
    #expect(try library.press("progress 44", typing: "").contains("“Emma”: progress 44"))
    library[Self.messiah] = library[Self.messiah]!.replacing("completed", with: "inProgress")
    #expect(try library.press("progress 12", typing: "dune\r").contains("“Dune Messiah”: progress 12"))
    // The prompt accepts only books in progress.
    #expect(try library.press("progress 12", typing: "三体\r") == "[1]\n")
    // A terminal without cursor control gets a numbered list.
    #expect(try library.runOnTerminal("progress 13", typing: "2\n").contains("“Dune Messiah”: progress 12 → 13"))
  }

  @Test("Completion of `finish`, `progress`, `abandon` offers books in progress first, of `start` those on the shelf")
  func completion() throws {
    for verb in ["finish", "progress", "abandon", "shelve"] {
      #expect(try words(verb, "") == ["Emma", "Dune", "Dune Messiah", "三体"])
      #expect(try words("book", verb, "dun") == ["Dune", "Dune Messiah"])
    }
    #expect(try words("start", "") == ["Dune Messiah", "三体", "Dune", "Emma"])
  }

  @Test("`shelf add …` is `shelf book add …`")
  func addIsBookAdd() throws {
    let added = try library.run("add Ubik -a", ["Philip K. Dick", "-r", "4"])
    #expect(added.hasPrefix("Added book “Ubik”\n"), "\(added)")
    #expect(try library.refused("add") == library.refused("book add"))
    #expect(try words("add", "X", "--auth") == ["--author"])
    #expect(try words("add", "X", "-g", "") == words("book", "add", "X", "-g", ""))
    // Only the examples differ, because they use the command as it was typed.
    func help(_ command: String) throws -> String { try library.run(command).components(separatedBy: "EXAMPLES")[0] }
    #expect(try help("add --help") == help("book add --help"))
  }
}
