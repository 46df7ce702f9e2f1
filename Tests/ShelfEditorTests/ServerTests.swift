import Foundation
import ShelfRPC
import ShelfTestSupport
import Testing

@testable import ShelfEditor

private func id(_ number: Int) -> String { ServedLibrary.id(number) }

private func codes(_ diagnostics: [JSON]) -> [String] { diagnostics.compactMap { $0["code"]?.text } }

@Suite struct ServerTests {
  private static let dune = "books/dune.yaml"

  @Test func aDayOfWork() throws {
    let library = try ServedLibrary()
    let client = library.client
    let abilities = try client.initialize(folder: library.root)
    #expect(abilities["capabilities", "positionEncoding"] == "utf-16")
    let uri = library.uri(Self.dune)
    let text = "id: \(id(1))\ntitle: Dune\nstatus: wantd\ngenres:\n  - \(id(10)) # Science Fiction\n"
    client.open(uri, text)
    let found = try client.diagnostics(uri) { codes($0) == ["unknown-choice"] }
    #expect(found[0]["range", "start", "line"] == 2 && found[0]["range", "start", "character"] == 8)
    #expect(found[0]["severity"] == 1 && found[0]["source"] == "shelf")
    // Applying the preferred repair fixes the text.
    let params: JSON = [
      "textDocument": ["uri": .text(uri)], "range": found[0]["range"] ?? .null,
      "context": ["diagnostics": .array(found)],
    ]
    let actions = try client.ask("textDocument/codeAction", params).get().items
    let preferred = try #require(actions.first { $0["isPreferred"] == true })
    #expect(preferred["title"] == "Write “wanted”")
    let edit = try #require(preferred["edit", "documentChanges"]?.items.first)
    #expect(edit["textDocument", "version"] == 1)
    client.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .text(uri), "version": 2],
        "contentChanges": .array(
          (edit["edits"]?.items ?? []).map { ["range": $0["range"] ?? .null, "text": $0["newText"] ?? .null] }),
      ])
    _ = try client.diagnostics(uri) { $0.isEmpty }
    let hover = try client.ask("textDocument/hover", uri, line: 4, character: 10)
    #expect(hover["contents", "value"]?.text?.contains("Science Fiction") == true)
    let places = try client.ask("textDocument/definition", uri, line: 4, character: 10)
    #expect(places.items.first?["uri"]?.text == library.uri("genres/sf.yaml"))
    try client.shutDown()
    #expect(library.exitStatus() == 0)
    #expect(try library.text(Self.dune) == ServedLibrary.files[Self.dune])
    #expect(client.oddities.allSatisfy { $0 == "end" })
  }

  @Test func followsWhatOthersChange() throws {
    let library = try ServedLibrary()
    let client = library.client
    try client.initialize(folder: library.root)
    try library.open(Self.dune)
    _ = try client.ask("workspace/symbol", ["query": ""]).get()
    try library.write("genres/sf.yaml", "id: \(id(10))\nname: Sci-Fi\n")
    _ = try client.diagnostics(library.uri(Self.dune)) { codes($0) == ["stale-comment"] }
    // Changes on disk are ignored while the file is open.
    try library.write(Self.dune, "id: broken")
    try library.write("genres/sf.yaml", "id: \(id(10))\nname: Science Fiction\n")
    _ = try client.diagnostics(library.uri(Self.dune)) { $0.isEmpty }
    // Changes on disk take effect once the file is closed.
    client.notify("textDocument/didClose", ["textDocument": ["uri": .text(library.uri(Self.dune))]])
    _ = try client.diagnostics(library.uri(Self.dune)) { codes($0) == ["invalid-id"] }
    try FileManager.default.removeItem(atPath: library.root + "/genres/sf.yaml")
    try library.write(Self.dune, ServedLibrary.files[Self.dune]!)
    _ = try client.diagnostics(library.uri(Self.dune)) { codes($0) == ["dangling-reference"] }
  }

  /// A library that was moved away and back is read again.
  @Test func aLibraryThatComesBackIsReadAnew() throws {
    let library = try ServedLibrary()
    let client = library.client
    try client.initialize(folder: library.root)
    try library.open(Self.dune)
    _ = try client.ask("workspace/symbol", ["query": ""]).get()
    let away = library.root + "-away"
    try FileManager.default.moveItem(atPath: library.root, toPath: away)
    Thread.sleep(forTimeInterval: 0.5)
    let genre = away + "/genres/sf.yaml"
    try Data("id: \(id(10))\nname: Sci-Fi\n".utf8).write(to: URL(filePath: genre))
    Thread.sleep(forTimeInterval: 0.5)
    try FileManager.default.moveItem(atPath: away, toPath: library.root)
    _ = try client.diagnostics(library.uri(Self.dune)) { codes($0) == ["stale-comment"] }
  }

  /// After a genre is renamed in an open text, other open texts show the new name.
  @Test func textsSeeEachOther() throws {
    let library = try ServedLibrary()
    let client = library.client
    try client.initialize(folder: library.root)
    try library.open(Self.dune)
    try library.open("genres/sf.yaml")
    client.change(library.uri("genres/sf.yaml"), "id: \(id(10))\nname: Zukunft\n", version: 2)
    let hover = try client.ask("textDocument/hover", library.uri(Self.dune), line: 3, character: 8)
    #expect(hover["contents", "value"]?.text?.contains("Zukunft") == true)
    _ = try client.diagnostics(library.uri(Self.dune)) { codes($0) == ["stale-comment"] }
    client.change(library.uri("genres/sf.yaml"), "id: \(id(11))\nname: Zukunft\n", version: 3)
    let found = try client.diagnostics(library.uri(Self.dune)) { codes($0) == ["dangling-reference"] }
    #expect(found.count == 1)
  }

  /// A finding between two broken lines keeps its position, although doctor examines the text without those lines.
  @Test func findingsBetweenBrokenLinesStay() throws {
    var files = ServedLibrary.files
    files["genres/western.yaml"] = "id: \(id(11))\nname: Western\n"
    let library = try ServedLibrary(files)
    let client = library.client
    try client.initialize(folder: library.root)
    let uri = library.uri("genres/western.yaml")
    client.open(uri, "id: \(id(11))\nid: \(id(11))\nname: Western\nnotes: a\nnotes: b\n")
    let found = try client.diagnostics(uri) { codes($0).contains("unused-genre") }
    #expect(codes(found).filter { $0 == "duplicate-key" }.count == 2)
    let unused = try #require(found.first { $0["code"] == "unused-genre" })
    #expect(unused["range", "start", "line"] == 2 && unused["range", "start", "character"] == 6)
  }

  @Test func servesSeveralLibrariesAndNothingElse() throws {
    let one = try ServedLibrary(name: "a b#%?é")
    let client = one.client
    try client.initialize()
    let other = try TemporaryFolder()
    try other.write("shelf.yaml", "format: 1\n")
    try other.write("books/x.yaml", "id: \(id(5))\ntitle: X\nrating: 9\n")
    let stranger = try TemporaryFolder()
    try stranger.write("books/x.yaml", "id: nothing\n")
    let uris = [FileURI.uri(other.path + "/books/x.yaml"), FileURI.uri(stranger.path + "/books/x.yaml")]
    client.open(uris[1], "id: nothing\n")
    client.open("untitled:Untitled-1", "id: nothing\n")
    client.open(uris[0], "id: \(id(5))\ntitle: X\nrating: 9\n")
    client.open(one.uri(Self.dune), "id: \(id(1))\ntitle: Dune\nrating: 7\n")
    for uri in [uris[0], one.uri(Self.dune)] {
      _ = try client.diagnostics(uri) { codes($0) == ["out-of-range"] }
    }
    for uri in [uris[1], "untitled:Untitled-1"] {
      #expect(try client.ask("textDocument/hover", uri, line: 0, character: 1) == .null)
    }
    let symbols = try client.ask("workspace/symbol", ["query": "x"]).get().items
    #expect(symbols.first?["name"] == "X")
    try client.shutDown()
    #expect(one.exitStatus() == 0)
    for case .notification(_, let params) in client.take() { #expect(params["uri"]?.text != uris[1]) }
  }

  /// A symbol search finds unsaved text immediately.
  @Test func symbolsAreThoseThatAreTyped() throws {
    let library = try ServedLibrary()
    let client = library.client
    try client.initialize(folder: library.root)
    try library.open(Self.dune)
    func names(_ query: String) throws -> [JSON?] {
      try client.ask("workspace/symbol", ["query": .text(query)]).get().items.map { $0["name"] }
    }
    #expect(try names("dune") == ["Dune"])
    client.change(library.uri(Self.dune), "id: \(id(1))\ntitle: Arrakis\n", version: 2)
    #expect(try names("arrakis") == ["Arrakis"])
    #expect(try names("dune") == [])
    client.change(library.uri(Self.dune), "id: \(id(1))\ntitle: Rakis\ngenres:\n  - \(id(10))\n", version: 3)
    #expect(try names("rakis") == ["Rakis"])
  }

  @Test func theClientsSpellingOfAnAddressIsKept() throws {
    let library = try ServedLibrary(name: "a b")
    let client = library.client
    try client.initialize()
    let odd = "file://" + library.root.replacing("a b", with: "%61%20b") + "/books/dune.yaml"
    client.open(odd, "id: \(id(1))\ntitle: Dune\nrating: 7\n")
    _ = try client.diagnostics(odd) { codes($0) == ["out-of-range"] }
    client.open(library.uri("quotes/fear.yaml"), try library.text("quotes/fear.yaml"))
    let places = try client.ask("textDocument/definition", library.uri("quotes/fear.yaml"), line: 1, character: 10)
    #expect(places.items.first?["uri"]?.text == odd)
  }

  @Test func aCreatedGenreIsWrittenAndReferredTo() throws {
    let library = try ServedLibrary()
    let client = library.client
    try client.initialize()
    let uri = library.uri(Self.dune)
    client.open(uri, "id: \(id(1))\ntitle: Dune\ngenres:\n  - Horror\n")
    let list = try client.ask("textDocument/completion", uri, line: 3, character: 10)
    let command = try #require(list["items"]?.items.first?["command"])
    _ = try client.ask("workspace/executeCommand", command).get()
    let edit = try client.wait(for: "applyEdit") { message -> JSON? in
      if case .request(_, "workspace/applyEdit", let params) = message { return params["edit"] }
      return nil
    }
    let change = try #require(edit["documentChanges"]?.items.first?["edits"]?.items.first)
    #expect(change["newText"]?.text?.contains(" # ") == true)
    let new = try FileManager.default.contentsOfDirectory(atPath: library.root + "/genres").filter {
      $0.hasPrefix("horror")
    }
    #expect(new.count == 1)
    // The server does not write to the open file; the client applies the edit.
    #expect(try library.text(Self.dune) == ServedLibrary.files[Self.dune])
  }

  @Test func whatIsOpenIsNotWritten() throws {
    let library = try ServedLibrary()
    let client = library.client
    try client.initialize()
    try library.open(Self.dune)
    let arguments: JSON = ["uri": .text(library.uri(Self.dune)), "repair": "x", "problem": "y"]
    let answer = try client.ask("workspace/executeCommand", ["command": "shelf.repair", "arguments": [arguments]])
    guard case .failure(let error) = answer else {
      Issue.record("a repair of nothing was made")
      return
    }
    #expect(error.code == -32803)
  }

  @Test func aBrokenManifestIsTold() throws {
    let library = try ServedLibrary([
      "shelf.yaml": "format: 1\nmerge: maybe\n", "books/x.yaml": "id: \(id(1))\ntitle: X\n",
    ])
    let client = library.client
    try client.initialize()
    try library.open("books/x.yaml")
    let found = try client.diagnostics(library.uri("shelf.yaml")) { !$0.isEmpty }
    #expect(found[0]["message"]?.text?.contains("merge must be one of") == true)
    // If the library cannot be read, requests are still answered immediately.
    #expect(try client.ask("textDocument/hover", library.uri("books/x.yaml"), line: 1, character: 1) != .null)
    try library.write("shelf.yaml", "format: 1\n")
    _ = try client.diagnostics(library.uri("shelf.yaml")) { $0.isEmpty }
  }

  /// Problems in `shelf.yaml` are shown while the user types, and disappear when they are fixed, even if the file is
  /// not saved.
  @Test func anUnsavedManifestIsChecked() throws {
    let library = try ServedLibrary(["shelf.yaml": "format: 1\n", "books/x.yaml": "id: \(id(1))\ntitle: X\n"])
    let client = library.client
    try client.initialize()
    try library.open("shelf.yaml")
    let uri = library.uri("shelf.yaml")
    func type(_ text: String, version: Int) {
      client.notify(
        "textDocument/didChange",
        ["textDocument": ["uri": .text(uri), "version": .integer(version)], "contentChanges": [["text": .text(text)]]])
    }
    type("format: 1\nnmae: Mine\nfields: {book: {pages: {type: date}, two words: {}}}\n", version: 2)
    let found = try client.diagnostics(uri) { $0.count == 3 }
    #expect(codes(found) == ["unknown-setting", "replaced-field", "untypable-field"])
    #expect(found[0]["message"]?.text?.contains("did you mean “name”?") == true)
    type("format: 1\nname: Mine\n", version: 3)
    _ = try client.diagnostics(uri) { $0.isEmpty }
    type("name: Mine\nformat: 99\nnmae: Mine\n", version: 4)
    // The problems of an earlier text may be sent once more before.
    let newer = try client.diagnostics(uri) { found in
      found.contains { $0["message"]?.text?.contains("the library has format 99") == true }
    }
    #expect(newer.count == 1)
    #expect(newer[0]["range"]?["start"]?["line"] == 1)
  }

  @Test func aByteOrderMarkAndCRLFStay() throws {
    let text = "id: \(id(1))\r\ntitle: 🐉三体\r\nstatus: wantd # x\r\n"
    let library = try ServedLibrary(["shelf.yaml": "format: 1\n", Self.dune: "\u{FEFF}" + text])
    let client = library.client
    try client.initialize()
    client.open(library.uri(Self.dune), text)
    let found = try client.diagnostics(library.uri(Self.dune)) { codes($0).contains("unknown-choice") }
    #expect(found.first { $0["code"] == "unknown-choice" }?["range", "start"] == ["line": 2, "character": 8])
    let rename = try client.ask(
      "textDocument/rename", library.uri(Self.dune), line: 1, character: 8, [JSON.Member(key: "newName", value: "三")])
    let edit = try #require(rename["documentChanges"]?.items.first?["edits"]?.items.first)
    #expect(
      edit["range", "start"] == ["line": 1, "character": 7] && edit["range", "end"] == ["line": 1, "character": 11])
  }
}

@Suite struct TortureTests {
  @Test func endsWithItsInput() throws {
    let library = try ServedLibrary()
    try library.client.initialize(folder: library.root)
    library.client.send(Array("Content-Length: 100\r\n\r\n{\"half".utf8))
    library.closeInput()
    #expect(library.exitStatus() == 1)
  }

  @Test func goesOnAfterNonsense() throws {
    let library = try ServedLibrary()
    let client = library.client
    client.send(Array("nonsense\r\n\r\n".utf8))
    client.send(RPCMessage.request(id: "early", method: "textDocument/hover", params: .null).frame)
    guard case .failure(let early) = try client.answer(to: "early") else { throw FakeClient.NoAnswer(to: "early") }
    #expect(early.code == -32002)
    try client.initialize()
    for content in ["{", "[]", "null", "{\"id\":{}}", "\u{0}", "{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"$/what\"}"]
    {
      client.send(Array("Content-Length: \(content.utf8.count)\r\n\r\n\(content)".utf8))
    }
    guard case .failure(let unknown) = try client.answer(to: 77) else { throw FakeClient.NoAnswer(to: "77") }
    #expect(unknown.code == -32601)
    guard case .failure(let twice) = try client.ask("initialize", .object([])) else {
      throw FakeClient.NoAnswer(to: "")
    }
    #expect(twice.code == -32600)
    client.notify("textDocument/didChange", ["textDocument": ["uri": "file:///nowhere"], "contentChanges": 5])
    for byte in RPCMessage.request(id: "slow", method: "workspace/symbol", params: ["query": "x"]).frame {
      client.send([byte])
    }
    _ = try client.answer(to: "slow")
    try client.shutDown()
    #expect(library.exitStatus() == 0)
  }

  /// Every request gets an answer, regardless of its parameters.
  @Test func randomRequestsAreAnswered() throws {
    var generator = SeededGenerator(seed: SeededGenerator.seedOfRun)
    let library = try ServedLibrary()
    let client = library.client
    try client.initialize(folder: library.root)
    try library.open("books/dune.yaml")
    let methods =
      [
        "hover", "completion", "definition", "references", "documentHighlight", "documentSymbol", "codeAction",
        "codeLens",
        "documentLink", "formatting", "prepareRename", "rename", "inlayHint", "documentColor", "colorPresentation",
        "foldingRange", "semanticTokens/full", "semanticTokens/range", "nothing",
      ].map { "textDocument/" + $0 } + [
        "workspace/symbol", "workspace/executeCommand", "completionItem/resolve", "$/x",
      ]
    for _ in 0..<600 {
      if generator.once(in: 4) {
        client.notify(
          generator.pick([
            "textDocument/didChange", "textDocument/didOpen", "textDocument/didClose", "textDocument/didSave",
            "workspace/didChangeWorkspaceFolders",
          ]),
          value(&generator, library, depth: 0))
        continue
      }
      let method = generator.pick(methods)
      _ = try client.ask(method, value(&generator, library, depth: 0))
    }
    try client.shutDown()
    #expect(library.exitStatus() == 0)
    #expect(client.oddities.allSatisfy { $0 == "end" })
  }

  private static let keys = [
    "textDocument", "uri", "position", "line", "character", "range", "start", "end", "context", "newName", "query",
    "color",
    "red", "green", "blue", "contentChanges", "text", "version", "command", "arguments", "kind", "name", "data",
    "record",
    "only", "event", "added", "repair", "problem",
  ]

  private func value(_ generator: inout SeededGenerator, _ library: ServedLibrary, depth: Int) -> JSON {
    if depth < 5, depth == 0 || !generator.once(in: 2) {
      if generator.once(in: 6) {
        return .array(
          (0..<Int.random(in: 0..<3, using: &generator)).map { _ in value(&generator, library, depth: depth + 1) })
      }
      var members = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
        JSON.Member(key: generator.pick(Self.keys), value: value(&generator, library, depth: depth + 1))
      }
      if depth == 0 || generator.once(in: 3) {
        let uri = library.uri(
          generator.pick(["books/dune.yaml", "books/dune.yaml", "genres/new.yaml", "shelf.yaml", "x.yaml"]))
        members += [
          JSON.Member(key: "textDocument", value: ["uri": .text(uri), "text": "id: x\n", "version": 4]),
          JSON.Member(key: "uri", value: .text(uri)),
          JSON.Member(
            key: "position",
            value: [
              "line": .integer(Int.random(in: -2..<9, using: &generator)),
              "character": .integer(Int.random(in: -2..<60, using: &generator)),
            ]),
          JSON.Member(
            key: "range",
            value: [
              "start": ["line": 0, "character": 3],
              "end": ["line": .integer(Int.random(in: -1..<9, using: &generator)), "character": 2],
            ]),
        ]
      }
      return .object(members)
    }
    return generator.pick([
      .null, true, 0, -1, .integer(.max), .integer(.min), .number(1e300), .number(0.5), "", "shelf.create",
      "shelf.repair", "genre",
      "🐉", .text(ServedLibrary.id(10)), "file:///", "id: \(ServedLibrary.id(1))\ntitle: x\ngenres: [", "\u{0}\n",
    ])
  }
}
