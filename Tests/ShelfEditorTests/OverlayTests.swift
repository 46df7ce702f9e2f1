import Foundation
import ShelfDoctor
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfSystem
import ShelfTestSupport
import Testing

@testable import ShelfEditor

/// What a server says after any edits is what doctor says of a library that was just read with the same bytes.
@Suite struct OverlayTests {
  private static let lines = [
    "id: \(TestLibrary.id(1))", "id: \(TestLibrary.id(2))", "id: \(TestLibrary.id(10))", "id: x", "title: Dune",
    "title: Emma", "name: SF",
    "name: Emma", "genres:", "  - \(TestLibrary.id(10)) # SF", "  - \(TestLibrary.id(10))", "  - \(TestLibrary.id(99))",
    "  - SF", "rating: 9",
    "rating: 4", "status: completed", "status: wantd", "book: \(TestLibrary.id(1)) # Dune", "book: Emma",
    "text: Fear 三体 🐉", "sta", "ISBN: 3",
    "", "\t", "synopsis: |", "  long", "dateCompleted: 2026-01-01",
  ]

  @Test func randomEditsEndAsAFreshReadingDoes() throws {
    var generator = SeededGenerator(seed: SeededGenerator.seedOfRun)
    var files = ServedLibrary.files
    files["books/emma.yaml"] = "id: \(TestLibrary.id(2))\ntitle: Emma\n"
    let library = try ServedLibrary(files)
    let client = library.client
    try client.initialize(folder: library.root)
    let paths = files.keys.filter { $0 != "shelf.yaml" }.sorted()
    var open: [String: String] = [:]
    var version = 1
    var shown: [String: [String]] = [:]
    for round in 0..<25 {
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let path = generator.pick(paths)
        version += 1
        if open[path] == nil {
          let text = try library.text(path)
          client.open(library.uri(path), text, version: version)
          open[path] = text
        } else if generator.once(in: 10) {
          client.notify("textDocument/didClose", ["textDocument": ["uri": .text(library.uri(path))]])
          open[path] = nil
        } else if generator.once(in: 10) {
          try library.write(path, Self.text(&generator))
        } else {
          let text = Self.text(&generator)
          client.change(library.uri(path), text, version: version)
          open[path] = text
        }
      }
      let wanted = try Self.findings(library, open)
      var last = shown
      _ = try? client.wait(for: "the findings of round \(round)") { message -> Bool? in
        if case .notification("textDocument/publishDiagnostics", let params) = message {
          let path = (FileURI.path(params["uri"]?.text ?? "") ?? "").dropFirst(library.root.count + 1)
          last[String(path)] = (params["diagnostics"]?.items ?? []).map {
            "\(path): \($0["code"]?.text ?? "") \($0["message"]?.text ?? "")"
          }
        }
        return last.values.flatMap { $0 }.sorted() == wanted ? true : nil
      }
      shown = last
      #expect(shown.values.flatMap { $0 }.sorted() == wanted, "round \(round): \(open)")
    }
  }

  private static func text(_ generator: inout SeededGenerator) -> String {
    var text = generator.once(in: 4) ? "" : lines[Int.random(in: 0..<3, using: &generator)] + "\n"
    for _ in 0..<Int.random(in: 0..<6, using: &generator) {
      text += generator.pick(lines) + (generator.once(in: 8) ? "\r\n" : "\n")
    }
    return text
  }

  /// Returns what doctor finds in a library with these texts; notes only in those.
  private static func findings(_ library: ServedLibrary, _ open: [String: String]) throws -> [String] {
    let now = try #require(Timestamp("2026-11-21T10:00:00Z"))
    let disk = DiskFileSystem()
    let read = try Library.load(at: library.root, fileSystem: disk, threads: 1)
      .replacing(Dictionary(uniqueKeysWithValues: open.map { ($0.key, .some(Array($0.value.utf8))) }))
    let id = try #require(RecordID(TestLibrary.id(7)))
    let doctor = Doctor(settings: read.manifest.doctor, today: now.date, now: now, newID: { id }) { _ in
      HistoryFacts(gap: .gitIsNotInstalled)
    }
    return doctor.findings(in: read, strays: read.strays(disk)).filter { $0.severity != .note || open[$0.path] != nil }
      .map { "\($0.path): \($0.check.code) \($0.message)" }.sorted()
  }
}
