import ShelfDoctor
import ShelfKit
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfSystem
import ShelfTestSupport
import Testing

@testable import ShelfEditor

/// An open text in a small library. `‸` marks the position of a request.
struct EditorText {
  let snapshot: Snapshot
  /// The byte offset of the mark.
  let offset: Int

  static let dune = "books/dune.yaml"
  static let files: [(path: String, text: String)] = [
    (
      "books/dune.yaml",
      "id: \(id(1))\ntitle: Dune\nauthor: Frank Herbert\ngenres:\n  - \(id(10)) # Science Fiction\nrating: 4.5\n"
    ),
    ("books/emma.yaml", "id: \(id(2))\ntitle: Emma\nauthor: Jane Austen\nseries: Łódź novels\n"),
    ("genres/sf.yaml", "id: \(id(10))\nname: Science Fiction\ncolor: \"8E44AD\"\n"),
    ("genres/lodz.yaml", "id: \(id(11))\nname: Łódź Noir\n"),
    ("genres/money.yaml", "id: \(id(12))\nname: $1 } \\ Shop\n"),
    ("quotes/fear.yaml", "id: \(id(20))\nbook: \(id(1)) # Dune\ntext: Fear is the mind-killer\n"),
    ("tags/lending.yaml", "id: \(id(30))\nname: lending\n"),
    ("issues/buy.yaml", "id: \(id(40))\ntitle: Buy\nbooks: [\(id(1))]\n"),
  ]

  static func id(_ number: Int) -> String { TestLibrary.id(number) }

  /// The host for acts on the library, with a fixed time.
  static var host: Host {
    let now = Timestamp("2026-11-21T10:00:00Z")!
    return Host(
      fileSystem: DiskFileSystem(), environment: [:], now: { now }, today: { now.date },
      newID: { RecordID(high: 0, low: 0) }, threads: 1)
  }

  /// Creates the library and opens a file with the marked text.
  ///
  /// - Parameters:
  ///   - marked: the typed text of the file, including the mark.
  ///   - abilities: the client's capabilities.
  init(
    _ path: String, _ marked: String, abilities: JSON = FakeClient.abilities(encoding: "utf-8"),
    others: [(path: String, text: String)] = []
  ) throws {
    let parts = marked.components(separatedBy: "‸")
    try #require(parts.count <= 2)
    offset = parts[0].utf8.count
    let client = ClientAbilities(["capabilities": abilities])
    let library = try TestLibrary.make(EditorText.files + others)
    let text = OpenText(uri: "file:///library/" + path, version: 3, parts.joined(), stored: nil, client.encoding)
    var paths = LibraryPaths(root: "/library", shownRoot: "/library")
    paths.open[path] = text
    let now = try #require(Timestamp("2026-11-21T10:00:00Z"))
    snapshot = Snapshot(
      library, client: client, paths: paths, today: now.date, now: now, path: path, text: text)
  }

  /// Opens a book's file with the marked text.
  init(_ marked: String, abilities: JSON = FakeClient.abilities(encoding: "utf-8")) throws {
    try self.init(EditorText.dune, marked, abilities: abilities)
  }

  /// The labels of the completion candidates at the mark.
  var offers: [String] { snapshot.completion(at: offset)?["items"]?.items.compactMap { $0["label"]?.text } ?? [] }

  /// Returns the text after accepting the candidate with this label.
  func taking(_ label: String) throws -> String {
    let items = snapshot.completion(at: offset)?["items"]?.items ?? []
    let item = try #require(items.first { $0["label"]?.text == label })
    let edit = try #require(item["textEdit"])
    let range = try #require(snapshot.index.range(edit["range"]))
    // The protocol requires the edit to be on one line and to contain the cursor.
    let line = snapshot.index.line(snapshot.index.line(of: offset))
    #expect(range.lowerBound >= line.lowerBound && range.upperBound <= line.upperBound)
    #expect(range.contains(offset) || range.upperBound == offset || range.lowerBound == offset)
    #expect(item["filterText"]?.text == String(decoding: snapshot.text.bytes[range.lowerBound..<offset], as: UTF8.self))
    return String(
      decoding: TextEdits.apply(
        [TextEdits.Edit(range: range, text: Array((edit["newText"]?.text ?? "").utf8))], to: snapshot.text.bytes),
      as: UTF8.self)
  }

  var hover: String? { snapshot.hover(at: offset)?["contents", "value"]?.text }
}
