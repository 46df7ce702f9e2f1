import Foundation
import ShelfRPC
import ShelfTestSupport
import Testing

@testable import ShelfEditor

private func id(_ number: Int) -> String { ServedLibrary.id(number) }

/// Tests the commands of code lenses and code actions. A command changes the library or, if an open text is not saved,
/// edits that text.
@Suite struct CommandTests {
  private static let dune = "books/dune.yaml"
  private static let genre = "genres/sf.yaml"

  /// A library with many books of the same genre.
  private func library(books: Int) throws -> ServedLibrary {
    var files = ServedLibrary.files
    for number in 0..<books {
      files["books/\(number).yaml"] =
        "id: \(id(100 + number))\ntitle: T\(number)\ngenres:\n  - \(id(10)) # Science Fiction\n"
    }
    return try ServedLibrary(files)
  }

  private func abilities(showsDocuments: Bool) -> JSON {
    let all = FakeClient.abilities()
    if !showsDocuments { return all }
    return .members([
      "general": all["general"], "workspace": all["workspace"], "textDocument": all["textDocument"],
      "window": ["showDocument": ["support": true]],
    ])
  }

  private func request(_ method: String, from client: FakeClient) throws -> (id: JSON, params: JSON) {
    try client.wait(for: method) { message in
      if case .request(let id, method, let params) = message { return (id, params) }
      return nil
    }
  }

  private func message(from client: FakeClient) throws -> String {
    try client.wait(for: "a message") { message in
      if case .notification("window/showMessage", let params) = message { return params["message"]?.text }
      return nil
    }
  }

  private func history(_ library: ServedLibrary) -> [String] {
    let folder = library.root + "/.shelf/history"
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  private func rename(_ library: ServedLibrary, to name: String) throws -> JSON {
    try library.client.ask(
      "textDocument/rename", library.uri(Self.genre), line: 1, character: 8,
      [JSON.Member(key: "newName", value: .text(name))])
  }

  /// A book's folder of quotes has the same name as the book's file, and is renamed with it.
  @Test func theQuotesOfABookMoveWithItsFile() throws {
    var files = ServedLibrary.files
    files["quotes/dune/fear.yaml"] = "id: \(id(21))\nbook: \(id(1)) # Dune\ntext: Fear\n"
    files["books/emma.yaml"] = "id: \(id(2))\ntitle: Emma\n"
    let library = try ServedLibrary(files)
    try library.client.initialize()
    try library.open(Self.dune)
    func answer(_ old: String, _ new: String) throws -> JSON {
      try library.client.ask(
        "workspace/willRenameFiles",
        ["files": [["oldUri": .text(library.uri(old)), "newUri": .text(library.uri(new))]]]
      ).get()
    }
    #expect(
      try answer(Self.dune, "books/arrakis.yaml") == [
        "documentChanges": [
          [
            "kind": "rename", "oldUri": .text(library.uri("quotes/dune")),
            "newUri": .text(library.uri("quotes/arrakis")),
          ]
        ]
      ])
    // The folder of quotes is not renamed if the file keeps its name, if the book has no quotes, if the file moves to
    // another kind's folder, or if the new folder exists.
    #expect(try answer(Self.dune, "books/old/dune.yaml") == .null)
    #expect(try answer("books/emma.yaml", "books/e.yaml") == .null)
    #expect(try answer(Self.dune, "genres/arrakis.yaml") == .null)
    try library.write("quotes/taken", "")
    #expect(try answer(Self.dune, "books/taken.yaml") == .null)
  }

  /// A folder of quotes is not renamed if two books share it because their files have the same name in different
  /// folders.
  @Test func aSharedFolderOfQuotesStays() throws {
    var files = ServedLibrary.files
    files["quotes/dune/fear.yaml"] = "id: \(id(21))\nbook: \(id(1)) # Dune\ntext: Fear\n"
    files["books/old/dune.yaml"] = "id: \(id(2))\ntitle: Dune\n"
    files["quotes/dune/other.yaml"] = "id: \(id(22))\nbook: \(id(2)) # Dune\ntext: Another\n"
    let library = try ServedLibrary(files)
    try library.client.initialize()
    try library.open(Self.dune)
    let answer = try library.client.ask(
      "workspace/willRenameFiles",
      ["files": [["oldUri": .text(library.uri(Self.dune)), "newUri": .text(library.uri("books/arrakis.yaml"))]]]
    ).get()
    #expect(answer == .null)
  }

  @Test func aNameInFewFilesIsChangedByTheClient() throws {
    let library = try library(books: 20)
    try library.client.initialize()
    try library.open(Self.genre)
    let edit = try rename(library, to: "SF")
    #expect(edit["documentChanges"]?.items.count == 22)
    #expect(history(library).isEmpty)
  }

  @Test func aNameInManyFilesIsChangedInTheLibrary() throws {
    let library = try library(books: 60)
    try library.client.initialize()
    try library.open(Self.genre)
    #expect(try rename(library, to: "SF") == ["changes": [:]])
    #expect(
      try message(from: library.client)
        == "“Science Fiction”: name Science Fiction → SF; 61 files that refer to it show the new name")
    #expect(try library.text(Self.genre).contains("name: SF\n"))
    for number in 0..<60 { #expect(try library.text("books/\(number).yaml").hasSuffix(" # SF\n")) }
    #expect(try library.text(Self.dune).hasSuffix(" # SF\n"))
    #expect(!history(library).isEmpty)
  }

  /// Unsaved text is not overwritten. A message reports how many files still have the old name and how to update them.
  @Test func aNameInManyFilesWaitsForATextThatIsNotSaved() throws {
    let library = try library(books: 60)
    let client = library.client
    try client.initialize()
    try library.open(Self.genre)
    try library.open(Self.dune)
    client.change(library.uri(Self.dune), try library.text(Self.dune) + "rating: 4\n", version: 2)
    let edit = try rename(library, to: "SF")
    let changed = edit["documentChanges"]?.items.compactMap { $0["textDocument", "uri"]?.text } ?? []
    #expect(changed.count == 50)
    #expect(changed.prefix(2) == [library.uri(Self.genre), library.uri(Self.dune)])
    #expect(
      try message(from: client) == """
        shelf: 12 files still have the old name of “Science Fiction” after references: save, and choose “Show the new name” \
        above the first line, or run `shelf doctor --fix=stale-comment`
        """)
    #expect(history(library).isEmpty)
  }

  @Test func aTextThatIsNotSavedIsChangedByTheClient() throws {
    let library = try ServedLibrary()
    let client = library.client
    try client.initialize()
    try library.open(Self.dune)
    let uri = library.uri(Self.dune)
    client.change(uri, try library.text(Self.dune) + "status: inProgress\n", version: 2)
    let lenses = try client.ask("textDocument/codeLens", ["textDocument": ["uri": .text(uri)]]).get().items
    let lens = try #require(lenses.first { $0["command", "command"] == "shelf.finish" })
    #expect(lens["command", "title"] == "Finish")
    _ = try client.ask("workspace/executeCommand", lens["command"] ?? .null).get()
    let (_, params) = try request("workspace/applyEdit", from: client)
    let edits = params["edit", "documentChanges"]?.items.first?["edits"]?.items.compactMap { $0["newText"]?.text } ?? []
    #expect(edits.joined().contains("completed") && edits.joined().contains("dateCompleted: 2026-11-21"))
    #expect(try library.text(Self.dune) == ServedLibrary.files[Self.dune])
    #expect(history(library).isEmpty)
  }

  /// The server announces every command that its lenses use.
  @Test func everyLensLeadsSomewhere() throws {
    let library = try ServedLibrary()
    let client = library.client
    let answer = try client.initialize()
    let known = answer["capabilities", "executeCommandProvider", "commands"]?.items ?? []
    for path in ServedLibrary.files.keys where path.contains("/") {
      try library.open(path)
      let lenses = try client.ask("textDocument/codeLens", ["textDocument": ["uri": .text(library.uri(path))]]).get()
      for lens in lenses.items { #expect(known.contains(lens["command", "command"] ?? .null), "\(path)") }
    }
  }

  @Test(arguments: [1, 2]) func theLensLeadsToWhatRefers(_ count: Int) throws {
    var files = ServedLibrary.files
    if count == 2 { files["quotes/spice.yaml"] = "id: \(id(21))\nbook: \(id(1)) # Dune\ntext: Spice\n" }
    let library = try ServedLibrary(files)
    let client = library.client
    try client.initialize(abilities(showsDocuments: true))
    try library.open(Self.dune)
    let arguments: JSON = ["uri": .text(library.uri(Self.dune))]
    _ = try client.ask("workspace/executeCommand", ["command": "shelf.references", "arguments": [arguments]]).get()
    if count == 2 {
      let (id, params) = try request("window/showMessageRequest", from: client)
      #expect(params["actions"] == [["title": "quote “Fear”"], ["title": "quote “Spice”"]])
      client.send(RPCMessage.response(id: id, .success(["title": "quote “Fear”"])).frame)
    }
    let (_, shown) = try request("window/showDocument", from: client)
    #expect(shown["uri"]?.text == library.uri("quotes/fear.yaml"))
    #expect(shown["selection", "start", "line"] == 1)
  }

  @Test func whatRefersIsToldToAClientThatShowsNothing() throws {
    let library = try ServedLibrary()
    try library.client.initialize()
    try library.open(Self.dune)
    let arguments: JSON = ["uri": .text(library.uri(Self.dune))]
    _ = try library.client.ask("workspace/executeCommand", ["command": "shelf.references", "arguments": [arguments]])
      .get()
    #expect(try message(from: library.client) == "quote “Fear”")
  }

  /// Invalid arguments are refused with a reason, and do not change anything.
  @Test(arguments: ServerCommand.allCases) func refusesWhatMakesNoSense(_ command: ServerCommand) throws {
    let library = try ServedLibrary()
    try library.client.initialize()
    try library.open("genres/sf.yaml")
    let arguments: [JSON] = [
      .null, ["uri": "file:///elsewhere.yaml"], ["uri": .text(library.uri("genres/sf.yaml")), "name": " ", "text": ""],
    ]
    for argument in arguments where command != .references || argument["name"] == nil {
      if command == .renewNames, argument["name"] != nil { continue }
      let answer = try library.client.ask(
        "workspace/executeCommand", ["command": .text(command.rawValue), "arguments": [argument]])
      guard case .failure(let error) = answer else {
        Issue.record("\(command) was done with \(argument)")
        continue
      }
      #expect(!error.message.isEmpty)
    }
    #expect(history(library).isEmpty)
  }
}
