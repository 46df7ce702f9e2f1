import Foundation
import ShelfTestSupport
import Synchronization
import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfDoctor
@testable import ShelfEditor
@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfRPC
@testable import ShelfStore
@testable import ShelfSystem

/// Tests that an act has the same effect whether the user runs a command, presses a key in the browser or chooses an
/// action in an editor.
///
/// Each row of the tables describes one act as each front end expresses it: the words of a command, a request of the
/// browser, and a request to the language server. A test performs the act in two front ends, each with a fresh copy of
/// the same library under git, with the same clock and the same sequence of new ids. Then it compares the two effects:
/// the bytes of all files, the entries of the history, and the hash of the last commit, which includes its message,
/// author and time. The comparison ignores only inode numbers and command options.
struct ActParityTests {
  /// An act, as each front end requests it.
  struct Row: CustomTestStringConvertible, Sendable {
    /// The arguments of the command.
    let command: [String]
    /// The browser's request, or nil if the browser does not offer the act.
    var asked: (@Sendable (Library) throws -> BrowserRequest)?
    /// The request to the language server, or nil if the server does not offer the act.
    var request: Request?
    /// Commands that are run first, in each copy.
    var before: [[String]] = []
    /// Files to add to the common library, or to replace files in it.
    var files: [String: String] = [:]

    /// A request to the language server.
    enum Request: Sendable {
      /// A command. The closure returns the command's arguments for the URI of the open file.
      case command(String, @Sendable (String) -> JSON)
      /// The command with this name, as a code lens offers it.
      case lens(String)
      /// The code action whose title starts with this text, for a selection in the open file.
      case action(String, @Sendable (String) -> JSON)
      /// The safe repair of the first problem that this check finds.
      case repair(String)
    }

    /// The file that the editor has open.
    var open = SmallLibrary.emma

    var testDescription: String { command.joined(separator: " ") }

    init(_ command: String..., before: [[String]] = [], asked: @escaping @Sendable (Library) throws -> BrowserRequest) {
      (self.command, self.asked, self.before) = (command, asked, before)
    }

    init(_ command: String..., creating kind: Kind, _ name: String) {
      self.command = command
      asked = { _ in .add(kind, [(kind.titleKey, name)]) }
      request = .command("shelf.create") { uri in
        ["uri": .text(uri), "kind": .text(kind.singular), "name": .text(name), "line": 1]
      }
    }

    /// Returns a copy of the row with a request from an editor that has the specified file open.
    func by(_ request: Request, in open: String = SmallLibrary.emma, files: [String: String] = [:]) -> Row {
      var row = self
      (row.request, row.open, row.files) = (request, open, files)
      return row
    }
  }

  private static func id(_ title: String, _ library: Library) throws -> RecordID {
    try #require(library.records.first { $0.title == title }).id
  }

  private static func set(_ kind: String, _ titles: [String], _ values: [(String, FieldInput)]) -> Row {
    var row = Row("") { library in .assign(try titles.map { try id($0, library) }, values.map(\.1)) }
    let isMaking = values.contains { $0.1.text == "Cosy" }
    row = Row(command: [kind, "set"] + titles + values.map(\.0) + (isMaking ? ["--create"] : []), asked: row.asked)
    return row
  }

  private static func value(_ key: String, _ text: String, _ operation: Assignment.Operation = .set) -> (
    String, FieldInput
  ) {
    let sign: [Assignment.Operation: String] = [.set: "=", .add: "+=", .remove: "-="]
    return ("\(key)\(sign[operation] ?? "")\(text)", FieldInput(key, operation, text))
  }

  private static func state(
    _ kind: Kind, _ verb: String, _ phase: FieldStates.Phase, _ title: String, before: [[String]] = []
  ) -> Row {
    Row(kind.singular, verb, title, before: before) { .state(kind, phase, [try id(title, $0)]) }
  }

  private static func delete(_ kind: String, _ titles: String...) -> Row {
    Row(command: [kind, "delete"] + titles + ["--yes"]) { library in
      .delete(try titles.map { try id($0, library) })
    }
  }

  static let rows: [Row] = [
    set("book", ["Dune"], [value("rating", "3")]),
    set("book", ["Dune"], [value("rating", "")]),
    set("book", ["Emma"], [value("rating", "4.25")]),
    set("book", ["Dune"], [value("year", "1966")]),
    set("book", ["Dune"], [value("year", "")]),
    set("book", ["Dune"], [value("title", "Arrakis")]),
    set("book", ["Dune"], [value("author", "Frank P. Herbert")]),
    set("book", ["Emma"], [value("author", "J. Austen", .add)]),
    set("book", ["Emma"], [value("author", "A. Lady"), value("author", "Jane Austen", .add)]),
    set("book", ["Dune"], [value("publisher", "Chilton")]),
    set("book", ["Dune"], [value("isbn", "9780441013593")]),
    set("book", ["Dune"], [value("genres", "Horror")]),
    set("book", ["Dune"], [value("genres", "Horror", .add)]),
    set("book", ["Dune"], [value("genres", "Fiction", .remove)]),
    set("book", ["Dune"], [value("genres", "Cosy", .add)]),
    set("book", ["Dune Messiah"], [value("genres", "")]),
    set("book", ["Dune"], [value("review", "Sand.\n\nAnd more of it.\n")]),
    set("book", ["Dune"], [("review=\\@home", FieldInput("review", .set, "@home"))]),
    set("book", ["Emma"], [value("synopsis", "A village.")]),
    set("book", ["Emma"], [value("dateStarted", "yesterday")]),
    set("book", ["Emma"], [value("progress", "40%")]),
    set("book", ["Dune", "Emma"], [value("rating", "1")]),
    set("issue", ["Ask Anna to return Dune"], [value("priority", "low")]),
    set("issue", ["Ask Anna to return Dune"], [value("tags", "buy", .add)]),
    set("genre", ["Horror"], [value("name", "Gothic")]),
    set("genre", ["Horror"], [value("color", "112233")]),
    set("tag", ["lending"], [value("name", "lent")]),
    state(.book, "finish", .done, "Emma"),
    state(.book, "start", .during, "Dune Messiah"),
    state(.book, "start", .during, "Dune"),
    state(.book, "shelve", .before, "Emma"),
    state(.book, "abandon", .abandoned, "Emma"),
    state(.book, "finish", .done, "三体"),
    state(.issue, "close", .done, "Ask Anna to return Dune"),
    state(.issue, "reopen", .before, "Measure the hall"),
    delete("book", "Emma"),
    delete("book", "Dune"),
    delete("book", "Dune", "Emma"),
    delete("genre", "Science Fiction"),
    delete("tag", "lending"),
    delete("issue", "Measure the hall"),
    Row("book", "add", "Persuasion") { _ in .add(.book, [("title", "Persuasion")]) },
    Row("book", "add", "Persuasion", "--author", "Jane Austen", "--genre", "Cosy", "--rating", "4", "--create") { _ in
      .add(.book, [("title", "Persuasion"), ("author", "Jane Austen"), ("genres", "Cosy"), ("rating", "4")])
    },
    Row("book", "add", "Dune", "--author", "Frank Herbert", "--duplicate") { _ in
      .add(.book, [("title", "Dune"), ("author", "Frank Herbert")], isSure: true)
    },
    Row("quote", "add", "I must not fear.", "--book", "Dune") { library in
      .add(.quote, [("text", "I must not fear."), ("book", try id("Dune", library).description)])
    },
    Row("quote", "add", "From nowhere.", "--no-book") { _ in .add(.quote, [("text", "From nowhere.")]) },
    Row("issue", "add", "Return Dune", "--tag", "buy") { _ in
      .add(.issue, [("title", "Return Dune"), ("tags", "buy")])
    },
    Row("genre", "add", "Cosy", creating: .genre, "Cosy"),
    Row("tag", "add", "later", creating: .tag, "later"),
    Row("undo", before: [["book", "set", "Dune", "rating=1"]]) { _ in .undo(isSure: true) },
    Row("undo", before: [["book", "delete", "Dune", "--yes"]]) { _ in .undo(isSure: true) },
    Row("redo", before: [["book", "set", "Dune", "rating=1"], ["undo"]]) { _ in .redo(isSure: true) },
    Row("book", "lend", "Dune", "Anna") { .lend(try id("Dune", $0), to: "Anna") },
    Row("book", "borrow", "Emma", "--from", "city library") { .borrow(try id("Emma", $0), from: "city library") },
    Row("book", "renew", "Dune", "--until", "2w", before: [["lend", "Dune", "Anna"]]) {
      .renew(try id("Dune", $0), until: "2w")
    },
    Row("book", "renew", "Emma", "--until", "2026-12-20", before: [["borrow", "Emma", "--from", "Bob"]]) {
      .renew(try id("Emma", $0), until: "2026-12-20")
    },
    Row("book", "return", "Dune", before: [["lend", "Dune", "Anna", "--since", "2026-10-01"]]) {
      .giveBack([try id("Dune", $0)], from: nil)
    },
    Row("book", "return", "Dune", "Emma", before: [["lend", "Dune", "Anna"], ["borrow", "Emma", "--from", "Bob"]]) {
      .giveBack([try id("Dune", $0), try id("Emma", $0)], from: nil)
    },
    Row("queue", "add", "Emma") { .queue([try id("Emma", $0)]) },
    Row("queue", "remove", "Emma", before: [["queue", "add", "Emma", "三体"]]) { .unqueue([try id("Emma", $0)]) },
    state(.book, "finish", .done, "Emma", before: [["queue", "add", "Emma", "三体"]]),
    Row("book", "delete", "Emma", "--yes", before: [["queue", "add", "Emma"]]) { .delete([try id("Emma", $0)]) },
    set("book", ["Dune"], [value("series", "Dune 1")]),
    set("book", ["Dune"], [value("series", "Dune 1"), value("series", "Arrakis 1", .add)]),
    Row("filter", "save", "good", "rating:>=4") { _ in .saveFilter(name: "good", query: "rating:>=4") },
    Row("filter", "rename", "mine", "own") { _ in .renameFilter("mine", to: "own") },
    Row("goal", "40") { _ in .setGoal(year: 2026, "40") },
    Row("filter", "delete", "mine") { _ in .deleteFilter("mine") },
  ]

  private static let scienceFiction = "genres/science-fiction-e0000002.yaml"

  /// Selects a whole line.
  private static func line(_ number: Int) -> @Sendable (String) -> JSON {
    { _ in ["start": ["line": .integer(number), "character": 0], "end": ["line": .integer(number), "character": 99]] }
  }

  /// The acts that editors offer, other than creating genres and tags.
  static let rowsOfEditors: [Row] = [
    Row(command: ["genre", "set", "Science Fiction", "name=SF", "--everywhere"], asked: nil)
      .by(.command("shelf.rename") { ["uri": .text($0), "name": "SF"] }, in: scienceFiction),
    Row(command: ["book", "set", "Dune", "title=Arrakis", "--everywhere"], asked: nil)
      .by(.command("shelf.rename") { ["uri": .text($0), "name": "Arrakis"] }, in: SmallLibrary.dune),
    Row(command: ["book", "finish", "Emma"], asked: nil).by(.lens("shelf.finish")),
    Row(command: ["book", "start", "Dune Messiah"], asked: nil)
      .by(.lens("shelf.start"), in: "books/dune-messiah-b0000002.yaml"),
    Row(command: ["issue", "close", "Ask Anna to return Dune"], asked: nil)
      .by(.lens("shelf.finish"), in: "issues/ask-anna-f0000001.yaml"),
    Row(command: ["quote", "add", "And worms.", "--book", "Dune"], asked: nil)
      .by(.action("Add the selection as a quote", line(14)), in: SmallLibrary.dune),
    Row(command: ["doctor", "Horror", "--accept", "unused-genre"], asked: nil)
      .by(.action("Accept this problem (unused-genre)", line(1)), in: "genres/horror-e0000003.yaml"),
    Row(command: ["doctor", "--fix=stale-comment"], asked: nil)
      .by(
        .lens("shelf.renewNames"), in: scienceFiction,
        files: [scienceFiction: "id: e0000002-0000-4000-8000-000000000000\nname: Science-Fiction\ncolor: \"00B8D4\"\n"]),
    Row(command: ["doctor", "Emma", "--fix=old-field-name"], asked: nil)
      .by(
        .repair("old-field-name"),
        files: [SmallLibrary.emma: "id: b0000003-0000-4000-8000-000000000000\ntitle: Emma\nsummary: A village.\n"]),
  ]

  /// The observable result of an act.
  private struct Effect: Equatable {
    /// All files except those in `.shelf` and `.git`.
    var files: [String: String]
    /// The entries of the history, without inode numbers and command options.
    var history: [String]
    /// The hash of the last commit, which covers its contents, author and time.
    var commit: String
    var message: String
  }

  /// Creates a library under git that commits each change.
  private func copy(_ row: Row) throws -> TestLibrary {
    var files = SmallLibrary.files
    files.merge(row.files) { _, own in own }
    files["shelf.yaml"] = "format: 1\nname: Small # of mine\ngit:\n  commit: true\nfilters:\n  mine: rating:5\n"
    let library = try TestLibrary(files)
    library.useGit()
    try library.git("init", "--quiet", "--initial-branch=main")
    try library.commit("Begin")
    library.environment["GIT_AUTHOR_DATE"] = "2026-11-21T11:00:00Z"
    library.environment["GIT_COMMITTER_DATE"] = "2026-11-21T11:00:00Z"
    for words in row.before { _ = try library.run("", words) }
    library.ids = 0
    return library
  }

  private func effect(_ library: TestLibrary) throws -> Effect {
    var files = try library.tree()
    for path in files.keys where path.hasPrefix(".git/") || path == ".git" { files[path] = nil }
    let history = library.absolute(".shelf/history")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: history).sorted()
    let entries = paths.map { "\($0):\n\(entry(library.absolute(".shelf/history/" + $0)))" }
    return Effect(
      files: files, history: entries, commit: try library.git("rev-parse", "HEAD"),
      message: try library.git("log", "-1", "--format=%B"))
  }

  /// Returns an entry of the history without inode numbers and command options, which differ between front ends.
  private func entry(_ path: String) -> String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    var lines = text.split(separator: "\n").map(String.init)
    lines.removeAll { $0.hasPrefix("inode:") }
    for index in lines.indices where lines[index].hasPrefix("command:") {
      lines[index] = String(lines[index].filter { !"\"\\".contains($0) }.split(separator: " --")[0])
    }
    return lines.joined(separator: "\n")
  }

  private func byCommand(_ row: Row) throws -> Effect {
    let library = try copy(row)
    let said = try library.run("", row.command)
    #expect(!said.contains("! error"), "\(said)")
    return try effect(library)
  }

  private func byBrowser(_ row: Row, _ asked: (Library) throws -> BrowserRequest) throws -> Effect {
    let library = try copy(row)
    let session = try BrowserSession(library)
    session.perform(try asked(session.browser.library))
    return try effect(library)
  }

  private func byEditor(_ row: Row, _ request: Row.Request) throws -> Effect {
    let library = try copy(row)
    let environment = library.environment
    let conversation = try Conversation { input, output, tell in
      let server = EditorServer(
        input: input, output: output, version: "0", makeHost: { Self.host(environment) }, describe: { "\($0)" }
      )
      tell(server.run())
      server.waitForEndOfInput()
    }
    defer { conversation.end() }
    let client = conversation.client
    try client.initialize()
    let uri = FileURI.uri(library.absolute(row.open))
    client.open(uri, try #require(library[row.open]))
    _ = try client.ask("workspace/executeCommand", try command(request, uri, client, library)).get()
    return try effect(library)
  }

  /// Returns the parameters of the command to execute, as the request specifies them or as the server offers them.
  private func command(
    _ request: Row.Request, _ uri: String, _ client: FakeClient, _ library: TestLibrary
  ) throws -> JSON {
    let document: JSON = ["uri": .text(uri)]
    switch request {
    case .command(let name, let arguments): return ["command": .text(name), "arguments": [arguments(uri)]]
    case .lens(let name):
      let lenses = try client.ask("textDocument/codeLens", ["textDocument": document]).get()
      return try #require(lenses.items.compactMap { $0["command"] }.first { $0["command"]?.text == name })
    case .action(let title, let range):
      let params: JSON = ["textDocument": document, "range": range(uri), "context": ["diagnostics": []]]
      let actions = try client.ask("textDocument/codeAction", params).get()
      let action = try #require(actions.items.first { $0["title"]?.text?.hasPrefix(title) ?? false }, "\(actions)")
      return try #require(action["command"])
    case .repair(let code):
      let workspace = try library.context().workspace()
      let read = try workspace.read()
      let finding = try #require(
        workspace.examination(of: read).remaining.first { $0.check.code == code && $0.safeRepair != nil })
      let arguments: JSON = [
        "uri": .text(uri), "problem": .text(finding.identity), "repair": .text(finding.safeRepair?.name ?? ""),
      ]
      return ["command": "shelf.repair", "arguments": [arguments]]
    }
  }

  /// Returns a host for the language server, with the same clock and sequence of ids that the commands use.
  private static func host(_ environment: [String: String]) -> ShelfKit.Host {
    let now = Timestamp("2026-11-21T10:00:00Z")!
    let ids = Mutex(0)
    return ShelfKit.Host(
      fileSystem: DiskFileSystem(), environment: environment, now: { now }, today: { now.date },
      newID: {
        let number = ids.withLock { number in
          number += 1
          return number
        }
        return RecordID("\(90_000_000 + number)-0000-4000-8000-000000000000")!
      }, threads: 2)
  }

  @Test(arguments: rows.filter { $0.request != nil } + rowsOfEditors) func commandAndEditor(_ row: Row) throws {
    let (command, editor) = (try byCommand(row), try byEditor(row, try #require(row.request)))
    #expect(command.message == editor.message)
    #expect(command.history == editor.history)
    #expect(command.files == editor.files)
    #expect(command == editor)
    #expect(!command.history.isEmpty)
  }

  @Test func theTableIsLargeEnough() { #expect(Self.rows.count >= 40) }

  @Test(arguments: rows) func commandAndBrowser(_ row: Row) throws {
    let asked = try #require(row.asked)
    let (command, browser) = (try byCommand(row), try byBrowser(row, asked))
    #expect(command.message == browser.message)
    #expect(command.history == browser.history)
    #expect(command.files == browser.files)
    #expect(command == browser)
    #expect(!command.history.isEmpty)
  }
}

extension ActParityTests.Row {
  fileprivate init(command: [String], asked: (@Sendable (Library) throws -> BrowserRequest)?) {
    (self.command, self.asked) = (command, asked)
  }
}
