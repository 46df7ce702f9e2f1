import ArgumentParser
import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfQuery
@testable import ShelfStore

/// Tests that later versions can read what a release wrote, and that they preserve what scripts rely on.
///
/// The fixtures for a version are created once, when it is released, and never change afterwards. They contain a
/// library with its journal, its git history as a bundle, the output of the release in formats for scripts, and lists
/// of its options, query terms and checks.
struct ReleaseTests {
  private static let folder = URL(filePath: #filePath).appending(path: "../../../Fixtures/releases/1.0.0")
    .standardizedFileURL

  private let library: TestLibrary

  /// Copies the library of the release with its git history. The library's journal contains a change that was
  /// interrupted after two of three files.
  init() throws {
    library = try TestLibrary([:])
    let source = ReleaseTests.folder.appending(path: "library")
    for item in try FileManager.default.contentsOfDirectory(atPath: source.path) {
      try FileManager.default.copyItem(atPath: source.appending(path: item).path, toPath: library.absolute(item))
    }
    let bundle = ReleaseTests.folder.appending(path: "library.bundle").path
    for command in [
      ["init", "--quiet", "--initial-branch=main"], ["fetch", "--quiet", bundle, "main"],
      ["reset", "--quiet", "FETCH_HEAD"],
    ] {
      let outcome = try Program.run(["git"] + command, in: library.root)
      #expect(outcome.status == 0, "\(outcome.text)")
    }
  }

  /// Returns output of the release, with commit hashes replaced as in other tests.
  private func stored(_ name: String) throws -> String {
    try String(contentsOf: ReleaseTests.folder.appending(path: "printed/\(name)"), encoding: .utf8)
      .replacing(/\b[0-9a-f]{40}\b/, with: "COMMIT")
  }

  @Test func anInterruptedChangeIsFinished() throws {
    let said = try library.run("genre list")
    #expect(
      said.contains("note: completed the interrupted change “genre set Fiction name=Novels --everywhere”"), "\(said)")
    #expect(library["books/dune-5e1eddad.yaml"]?.contains("# Novels\n") ?? false)
    #expect(try library.run("doctor").contains("No problems"))
  }

  @Test func whatIsPrintedForProgramsIsTheSame() throws {
    _ = try library.run("genre list")
    for format in ["jsonl", "tsv"] {
      let lists = try Kind.allCases.map { try library.run("\($0.singular) list --format \(format)") }
      #expect(lists.joined() == (try stored("records.\(format)")))
    }
    for (command, file) in [
      ("stats --json", "stats.json"), ("log --format json", "log.json"), ("loans --json", "loans.json"),
      ("queue --json", "queue.json"), ("series --json", "series.json"), ("filter list --json", "filters.json"),
    ] {
      #expect(try library.run(command) == stored(file), "\(command)")
    }
  }

  /// Every change that the release made can be undone, down to an empty library.
  @Test func itsChangesAreTakenBack() throws {
    _ = try library.run("genre list")
    _ = try library.run("undo --yes")
    #expect(library["books/dune-5e1eddad.yaml"]?.contains("# Fiction\n") ?? false)
    var steps = 1
    while steps < 40, try !library.run("undo --yes").contains("created the library itself") { steps += 1 }
    #expect(steps > 15 && steps < 40)
    for kind in Kind.allCases { #expect(try library.run("\(kind.singular) list --format jsonl") == "", "\(kind)") }
  }

  /// Importing a file again uses the record that the release kept of its import.
  @Test func itsImportsAreKnown() throws {
    library["again.csv"] =
      "Book Id,Title,Author,My Rating,Exclusive Shelf,Date Read\n1,Persuasion,Jane Austen,5,read,2020/02/03\n"
      + "2,Walden,Henry David Thoreau,0,to-read,\n"
    let said = try library.run("import goodreads again.csv --dry-run")
    #expect(said.contains("Read 2 rows: 2 unchanged"), "\(said)")
  }

  // MARK: - The interface for scripts

  /// Options, query terms and checks may be added, but none may be removed.
  @Test(arguments: ["options", "queries", "checks"]) func nothingGoesAway(_ name: String) throws {
    let file = ReleaseTests.folder.appending(path: "contract/\(name).txt")
    let present: [String]
    switch name {
    case "options": present = ReleaseTests.options(of: Shelf.self, [])
    case "queries": present = try queries()
    default:
      let checks = try library.run("doctor --list-checks").split(separator: "\n")
      present = checks.map { $0.split(separator: "\t").prefix(2).joined(separator: " ") }
    }
    #expect(present.count > 40)
    guard FileManager.default.fileExists(atPath: file.path) else {
      // Creates the list for a new release.
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try (present.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
      Testing.Issue.record("contract/\(name).txt was made; look at it, and run the test again")
      return
    }
    let promised = Set(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init))
    #expect(promised.subtracting(present).isEmpty, "\(promised.subtracting(present).sorted())")
  }

  private static func options(of command: any ParsableCommand.Type, _ path: [String]) -> [String] {
    let own = CommandDeclaration(command).arguments.filter(\.isShown).flatMap { argument in
      argument.names.map { (path + [$0]).joined(separator: " ") + (argument.takesValue ? " VALUE" : "") }
    }
    let below = command.configuration.subcommands.flatMap { subcommand in
      ([subcommand._commandName] + subcommand.configuration.aliases).flatMap { options(of: subcommand, path + [$0]) }
    }
    return own.sorted() + below
  }

  private func queries() throws -> [String] {
    let empty = try TestLibrary(["shelf.yaml": "format: 1\nname: Empty\n"])
    let read = try empty.context().workspace().read()
    return Kind.allCases.flatMap { kind -> [String] in
      let terms = QueryTerms(library: read, kinds: [kind])
      return (terms.terms(for: "", limit: 1000) + terms.terms(for: "is:", limit: 1000)).map { "\(kind.singular) \($0)" }
    }
  }
}
