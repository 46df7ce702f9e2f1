import Foundation
import ShelfDoctor
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfTestSupport
import Testing

@testable import ShelfEditor

private func id(_ number: Int) -> String { ServedLibrary.id(number) }

private func codes(_ diagnostics: [JSON]) -> [String] { diagnostics.compactMap { $0["code"]?.text } }

/// Tests that a half-typed line hides neither the rest of its file nor the record that other files refer to.
@Suite struct RecoveryTests {
  private static let dune = "books/dune.yaml"
  private static let head = "id: \(id(1))\ntitle: Dune\nrating: 4.5\n"
  private static let rest = "genres:\n  - \(id(10))\nstatus: wantd\n"

  /// Half-typed lines in various types of fields, and other broken lines.
  private static let typed = [
    "pub", "title", "series: Dune: Mess", "isbn: \"978", "dateAdded: @", "tags:\n  - *", "tags: [a, b",
    "books: [", "formerIDs: {a: 1", "synopsis: |x\n  One", "notes: 'It", "rating: 3", "&", "%", "\tx: 1", "- x",
    "? x y: z:",
  ]

  @Test(arguments: typed) func theRestOfTheFileStays(_ line: String) throws {
    let text = try EditorText(Self.dune, Self.head + line + "‸\n" + Self.rest)
    let snapshot = text.snapshot
    #expect(snapshot.record?.id.description == id(1) && snapshot.record?.title == "Dune")
    #expect(snapshot.record?.source.count == snapshot.text.bytes.count)
    let symbols = snapshot.symbols()?.items.first?["children"]?.items.compactMap { $0["name"]?.text } ?? []
    #expect(Set(symbols).isSuperset(of: ["id", "title", "rating", "genres", "status"]))
    let hints = snapshot.hints(in: 0..<snapshot.text.bytes.count)?.items.compactMap { $0["label"]?.text }
    #expect(hints == ["Science Fiction", "★★★★½"])
    #expect(snapshot.tokens()?["data"]?.items.count == 10)
    #expect(snapshot.lenses()?.items.compactMap { $0["command", "title"]?.text }.first == "1 quote · 1 issue")
    let hover = snapshot.hover(at: snapshot.text.bytes.count - Self.rest.utf8.count + 20)
    #expect(hover?["contents", "value"]?.text?.contains("Science Fiction") == true)
  }

  @Test(arguments: typed) func onlyTheBrokenLineIsReported(_ line: String) throws {
    let library = try TestLibrary.make(EditorText.files)
    let doctor = Doctor(today: EditorText.host.today(), now: EditorText.host.now(), newID: EditorText.host.newID)
    let bytes = Array((Self.head + line + "\n" + Self.rest).utf8)
    let text = ReadText(bytes, as: .book, path: Self.dune, in: library, last: library.record(at: Self.dune))
    let found = doctor.findings(in: text, of: library, strays: [])
    let codes = found.map(\.check.code)
    #expect(
      codes.filter { $0 == "unreadable-yaml" || $0 == "duplicate-key" || $0 == "unusable-text" }.count == 1, "\(found)")
    #expect(codes.contains("unknown-choice"))
    #expect(Set(codes).isSubset(of: ["unreadable-yaml", "duplicate-key", "unusable-text", "unknown-choice"]))
  }

  /// A server keeps the record of an open file with a broken line, so that references from other files still work.
  @Test(arguments: ["pub", "title: \"", "", "id: 3f2"]) func theRecordKeepsItsIdentity(_ line: String) throws {
    var files = ServedLibrary.files
    files["quotes/fear.yaml"] = "id: \(id(20))\nbook: \(id(1))\ntext: Fear\nrating: 9\n"
    let library = try ServedLibrary(files)
    let client = library.client
    try client.initialize(folder: library.root)
    let (dune, fear) = (library.uri(Self.dune), library.uri("quotes/fear.yaml"))
    try library.open(Self.dune)
    try library.open("quotes/fear.yaml")
    _ = try client.diagnostics(fear) { codes($0) == ["unknown-field"] }
    _ = try client.diagnostics(dune) { $0.isEmpty }
    let text =
      line.hasPrefix("id") ? "\(line)\ntitle: Dune\n" : line.isEmpty ? "" : "id: \(id(1))\n\(line)\nrating: 7\n"
    client.change(dune, text, version: 2)
    if line == "pub" { _ = try client.diagnostics(dune) { codes($0) == ["unreadable-yaml", "out-of-range"] } }
    // Asks twice: before and after the server has examined the library.
    for _ in 0..<2 {
      let hover = try client.ask("textDocument/hover", fear, line: 1, character: 10)
      #expect(hover["contents", "value"]?.text?.contains("Dune") == true)
      let range: JSON = ["start": ["line": 0, "character": 0], "end": ["line": 4, "character": 0]]
      let hints = try client.ask("textDocument/inlayHint", ["textDocument": ["uri": .text(fear)], "range": range]).get()
      #expect(hints.items.compactMap { $0["label"]?.text } == ["Dune"])
      let places = try client.ask("textDocument/definition", fear, line: 1, character: 10)
      #expect(places.items.first?["uri"]?.text == dune)
      Thread.sleep(forTimeInterval: 0.4)
    }
    client.notify("textDocument/didClose", ["textDocument": ["uri": .text(dune)]])
    _ = try client.diagnostics(dune) { $0.isEmpty }
  }

  /// A text without its broken lines is never used as the base of an edit.
  @Test func nothingIsWrittenFromARecoveredText() throws {
    let library = try ServedLibrary()
    let client = library.client
    try client.initialize(folder: library.root)
    try library.open(Self.dune)
    let broken = "id: \(id(1))\ntitle: Dune\npub\ngenres:\n  - \(id(10))\nstatus: wantd\n"
    client.change(library.uri(Self.dune), broken, version: 2)
    let text: JSON = ["uri": .text(library.uri(Self.dune))]
    let answer = try client.ask(
      "textDocument/rename", ["textDocument": text, "position": ["line": 1, "character": 8], "newName": "Arrakis"])
    guard case .failure(let error) = answer else {
      Issue.record("a text with a broken line was changed")
      return
    }
    #expect(error.message == "books/dune.yaml has a line that cannot be read; correct it first")
    let range: JSON = ["start": ["line": 0, "character": 0], "end": ["line": 6, "character": 0]]
    let actions = try client.ask(
      "textDocument/codeAction", ["textDocument": text, "range": range, "context": ["diagnostics": []]]
    ).get()
    for edit in actions.items.compactMap({ $0["edit", "documentChanges"] }).flatMap(\.items) {
      for change in edit["edits"]?.items ?? [] { #expect(change["range", "start", "line"] != 2) }
    }
    #expect(try library.text(Self.dune) == ServedLibrary.files[Self.dune])
  }
}

/// A draft of `shelf edit` is served as the record that it copies.
@Suite struct DraftTests {
  @Test func aDraftIsServedAsItsRecord() throws {
    let library = try ServedLibrary()
    let text = try library.text("books/dune.yaml")
    try library.folder.write("library/.shelf/drafts/77/.base", "books/dune.yaml\n" + text)
    try library.folder.write("library/.shelf/drafts/77/dune.yaml", text)
    let client = library.client
    try client.initialize(folder: library.root)
    let uri = library.uri(".shelf/drafts/77/dune.yaml")
    client.open(uri, text + "rating: 9\nsta\n")
    _ = try client.diagnostics(uri) { codes($0) == ["out-of-range", "unreadable-yaml"] }
    let list = try client.ask("textDocument/completion", uri, line: 5, character: 3)
    #expect(list["items"]?.items.first?["label"] == "status")
    let hover = try client.ask("textDocument/hover", uri, line: 3, character: 10)
    #expect(hover["contents", "value"]?.text?.contains("Science Fiction") == true)
    let range: JSON = ["start": ["line": 0, "character": 0], "end": ["line": 5, "character": 0]]
    let hints = try client.ask("textDocument/inlayHint", ["textDocument": ["uri": .text(uri)], "range": range]).get()
    #expect(hints != .null)
  }

  @Test(arguments: ["../x.yaml", "/etc/passwd.yaml", "books/emma.yaml", "dune.yaml", "", ".shelf/dune.yaml"])
  func anotherPathIsNotARecord(_ original: String) throws {
    let library = try ServedLibrary()
    try library.folder.write("library/.shelf/drafts/77/.base", original + "\nx")
    let place = try #require(
      LibraryPlace(of: library.root + "/.shelf/drafts/77/dune.yaml", EditorText.host.fileSystem))
    #expect(!place.isDraft && place.path == ".shelf/drafts/77/dune.yaml")
  }

  @Test func theRecordIsServedIfBothAreOpen() throws {
    let library = try ServedLibrary()
    let text = try library.text("books/dune.yaml")
    try library.folder.write("library/.shelf/drafts/77/.base", "books/dune.yaml\n" + text)
    let client = library.client
    try client.initialize(folder: library.root)
    let draft = library.uri(".shelf/drafts/77/dune.yaml")
    client.open(draft, text)
    client.open(library.uri("books/dune.yaml"), text + "rating: 9\n")
    _ = try client.diagnostics(library.uri("books/dune.yaml")) { codes($0) == ["out-of-range"] }
    client.change(draft, "", version: 2)
    #expect(try client.ask("textDocument/hover", draft, line: 0, character: 0) == .null)
  }
}
