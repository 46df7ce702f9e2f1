import ArgumentParser
import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfModel

/// Tests that a hostile library can make shelf do only what `SECURITY.md` lists.
///
/// Each command runs in copies of generated folders, under strace. Every program that the command starts and every path
/// that it writes to must be in the tables of that page, so the page is both documentation and the expected result.
/// Commands that run git with the user's hooks and filters are exempt from the table of programs, but not from the
/// table of paths.
@Suite(.enabled(if: SystemTrace.isAvailable))
struct HostileFolderTests {
  /// Lines that run every command, except those in `gitLines`. They specify records by ids that all generated folders
  /// contain.
  static let lines: [[String]] = kindLines + verbLines

  /// Lines that run the verbs of a kind as top-level commands.
  private static var verbLines: [[String]] {
    let verbs = Kind.verbs.map { verb in verb.configuration.commandName ?? "" }
    return kindLines.filter { line in line.count > 1 && verbs.contains(line[1]) }.map { line in Array(line.dropFirst())
    }
  }

  private static let kindLines: [[String]] =
    Kind.allCases.flatMap { kind -> [[String]] in
      let id = ids[kind.singular] ?? ""
      let words = [
        ["list"], ["list", "--format", "json"], ["show", id], ["set", id, "note=x"], ["edit", id],
        ["delete", id, "--yes"],
        ["merge", id, "b0000002", "--yes"],
        ["add", "New", "--yes"],
      ]
      return words.map { [kind.singular] + $0 }
    } + [
      ["book", "start", "b0000003"], ["book", "finish", "b0000003"], ["book", "shelve", "b0000003"],
      ["book", "abandon", "b0000003"], ["book", "progress", "12"], ["book", "finish"], ["add", "New", "--yes"],
      ["book", "progress", "b0000003", "12"],
      // No request is sent, regardless of the library's settings. curl is not one of the allowed programs.
      ["book", "add", "9780441478125"], ["book", "lookup", "9780441478125"], ["book", "lookup", "left", "hand"],
      ["book", "cover", "b0000001"], ["book", "cover", "--where", "has:isbn", "--yes"],
      ["book", "cover", "b0000001", "--from", "shelf.yaml"], ["book", "cover", "--remove", "b0000001"],
      ["book", "fill", "b0000001"], ["book", "fill", "--where", "has:isbn", "--yes"],
      ["book", "genres", "b0000003", "+Horror"], ["book", "rate", "b0000003", "4.5"],
      ["book", "got", "b0000003", "price=1"], ["got", "b0000003"], ["book", "pause", "b0000003"],
      ["pause", "b0000003"],
      ["issue", "tags", "f0000001"], ["quote", "tags", "c0000001", "-lending"],
      ["issue", "close", "f0000001"], ["issue", "reopen", "f0000001"], ["search", "dune"], ["stats"],
      ["filter", "list"], ["list"], ["show", "b0000001", "e0000001"], ["set", "b0000001", "e0000001", "note=x"],
      ["book", "rename", "b0000003", "Else"], ["genre", "rename", "e0000001", "Else"],
      ["tag", "rename", "a0000001", "Else"],
      ["issue", "rename", "f0000001", "Else"], ["rename", "Frank Herbert", "Else"], ["merge", "e0000001", "e0000002"],
      ["edit", "b0000001"], ["edit", "b0000001", "e0000001"], ["edit", "--where", "has:id"],
      ["delete", "b0000001", "a0000001", "--yes"], ["delete", "--all", "--yes"], ["redo"],
      ["redo", "--yes"],
      ["manual"], ["manual", "shelf-book-list.1"],
      ["import", "shelf.yaml", "--dry-run"], ["import", "books"], ["export", "jsonl"],
      ["export", "quotes", "--output", "books/quotes.csv"],
      ["export", "markdown", "--output", "books/notes"], ["filter", "save", "mine", "book dune"],
      ["publish", "--check"], ["publish", "--output", "site"], ["publish", "--workflow", "github"],
      ["filter", "rename", "mine", "ours"],
      ["filter", "delete", "mine", "--yes"], ["doctor"], ["doctor", "--bug-report"],
      ["doctor", "--fix"], ["doctor", "--since", "HEAD~1"], ["doctor", "--staged"], ["doctor", "--format", "json"],
      ["log"], ["log", "b0000001"], ["log", "b0000001", "--field", "rating"], ["diff"], ["diff", "HEAD~1"],
      ["diff", "HEAD~1..HEAD"], ["undo", "--list"], ["undo"], ["undo", "--yes"], [],
      ["complete", "bash", "shelf", "book", "show", ""], ["completions", "bash"], ["completions", "zsh"],
      ["completions", "fish"], ["completions", "install", "--shell", "fish"],
      ["config", "list"], ["config", "get", "pager"], ["config", "set", "pager", "cat"], ["config", "unset", "pager"],
      ["config", "edit"], ["config", "undo"],
      ["library", "list"], ["library", "set", "undo.entries=50"], ["library", "unset", "undo.entries"],
      ["goal"], ["goal", "20"], ["series"], ["series", "dune"], ["next"], ["loans"], ["stocktake", "shelf.yaml"],
      ["queue", "list"],
      ["queue", "add", "b0000003"], ["queue", "move", "b0000003", "1"], ["queue", "remove", "b0000003"],
      ["book", "lend", "b0000003", "Anna"], ["book", "renew", "b0000003", "--until", "2w"],
      ["book", "return", "b0000003"], ["book", "note", "b0000003", "a present"],
      ["book", "borrow", "b0000003", "--from", "Anna"],
      ["lsp"], ["browse"], ["browse", "dune"], ["schema", "book"], ["schema", "--write", ".vscode/shelf"],
      ["guide"], ["guide", "import"], ["guide", "undo"],
      ["merge-driver", "books/a", "books/b", "books/c", "books/d.yaml"],
    ]

  /// Commands that change the repository and run git with the user's hooks and filters.
  private static let gitLines: [[String]] = [
    ["init", "--hooks"], ["sync"], ["book", "set", "b0000003", "rating=4", "--commit"],
  ]

  private static let ids = [
    "book": "b0000001", "quote": "c0000001", "genre": "e0000001", "tag": "a0000001", "issue": "f0000001",
  ]

  private static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["SHELF_SEED"].flatMap({ UInt64($0) }) { return [seed, seed + 1] }
    let count = environment["SHELF_FULL"] == "1" ? 100 : 1
    return (0..<count).flatMap { _ in
      let seed = UInt64.random(in: 0..<1_000_000_000)
      return [seed, seed + 1]
    }
  }()

  /// Every command is run by at least one line, so that new commands are not forgotten.
  @Test func everyCommandIsTried() {
    func paths(_ command: any ParsableCommand.Type, _ path: [String] = []) -> [[String]] {
      let subcommands = command.configuration.subcommands
      if subcommands.isEmpty { return [path] }
      return subcommands.flatMap { paths($0, path + [$0.configuration.commandName ?? ""]) }
    }
    let tried = HostileFolderTests.lines + HostileFolderTests.gitLines
    for path in paths(Shelf.self) {
      #expect(tried.contains { $0.starts(with: path) }, "no line runs `shelf \(path.joined(separator: " "))`")
    }
  }

  @Test(arguments: seeds)
  func doesOnlyWhatThePageSays(_ seed: UInt64) throws {
    try run(HostileFolderTests.lines, seed) { line, folder, trace, page in
      for start in trace.starts where !page.allows(start, line) {
        Issue.record("seed \(seed): `shelf \(line.joined(separator: " "))` ran \(start.program) \(start.arguments)")
      }
      // Some commands must succeed, since the test would prove nothing if a folder stopped every command.
      if !folder.isInterrupted, ["stats", "diff"].contains(line.last) || line == ["book", "list"] {
        #expect(trace.status == 0, "seed \(seed): `shelf \(line.joined(separator: " "))`")
      }
    }
  }

  /// Commands that change the repository may run git's hooks, but they also write only to the paths on the page.
  @Test(arguments: seeds)
  func commandsForGitWriteOnlyWhereThePageSays(_ seed: UInt64) throws {
    try run(HostileFolderTests.gitLines, seed) { _, _, _, _ in }
  }

  /// Runs each line in a new copy of the folder, and checks the paths that it wrote to.
  private func run(
    _ lines: [[String]], _ seed: UInt64,
    _ judge: ([String], HostileFolder, SystemTrace, SecurityPage) throws -> Void
  ) throws {
    let page = try SecurityPage()
    let original = try HostileFolder(seed: seed)
    for line in lines {
      let folder = try HostileFolder(copying: original)
      let trace = try trace(line, in: folder)
      try judge(line, folder, trace, page)
      check(trace, line, folder, page, seed)
    }
  }

  private func trace(_ line: [String], in folder: HostileFolder) throws -> SystemTrace {
    var environment = folder.library.environment
    environment["EDITOR"] = "true"
    environment["TMPDIR"] = TestMachine.temporaryFolder.path
    let program = TestMachine.productsFolder.appending(path: "shelf").path
    return try SystemTrace(program, line, in: folder.library.root, environment: environment)
  }

  private func check(
    _ trace: SystemTrace, _ line: [String], _ folder: HostileFolder, _ page: SecurityPage, _ seed: UInt64
  ) {
    // Only these commands write to the user's home folder.
    let isPersonal = line.starts(with: ["completions", "install"]) || line.first == "config"
    let home = isPersonal ? folder.home.root : nil
    for write in trace.writes where !page.allows(write, in: folder.library.root, home: home) {
      Issue.record("seed \(seed): `shelf \(line.joined(separator: " "))`: \(write.program) wrote \(write.path)")
    }
    #expect(folder.outside["victim.yaml"] == "mine\n", "seed \(seed): \(line)")
  }
}
