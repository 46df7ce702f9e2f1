import Foundation
import ShelfDoctor
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfSystem
import ShelfTestSupport
import Testing

@testable import ShelfEditor

/// Tests that, after random edits, the server's diagnostics match doctor's findings for a freshly read library with the
/// same contents: the same checks in the same files. Both ignore lines that cannot be parsed.
@Suite struct OverlayTests {
  private static let lines = [
    "id: x", "title: Dune", "title: Emma", "name: SF",
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
          try library.write(path, Self.text(files[path] ?? "", &generator))
        } else {
          let text = Self.text(files[path] ?? "", &generator)
          client.change(library.uri(path), text, version: version)
          open[path] = text
        }
      }
      // If a text cannot be read at all, the server uses its last good version, which depends on the versions that the
      // server has seen.
      guard let wanted = try Self.findings(library, open) else { continue }
      while shown.values.flatMap({ $0 }).sorted() != wanted,
        let (path, problems) = try? client.wait(for: "findings", { Self.problems($0, library) })
      {
        shown[path] = problems
      }
      #expect(shown.values.flatMap { $0 }.sorted() == wanted, "round \(round): \(open)")
    }
  }

  /// Returns a file's diagnostics from a message, or nil for any other message.
  private static func problems(_ message: RPCMessage, _ library: ServedLibrary) -> (String, [String])? {
    guard case .notification("textDocument/publishDiagnostics", let params) = message else { return nil }
    let path = String((FileURI.path(params["uri"]?.text ?? "") ?? "").dropFirst(library.root.count + 1))
    let problems = (params["diagnostics"]?.items ?? []).map {
      "\(path): \($0["code"]?.text ?? "")"
    }
    return (path, problems)
  }

  /// Returns the original lines with the id, the name and the text, followed by random lines. The id is kept because a
  /// new one could equal the id of another file, and the result would then depend on the order of the files in the
  /// folder.
  private static func text(_ original: String, _ generator: inout SeededGenerator) -> String {
    let kept = original.split(separator: "\n").filter { line in
      ["id:", "title:", "name:", "text:"].contains { line.hasPrefix($0) }
    }
    var text = kept.joined(separator: "\n") + "\n"
    for _ in 0..<Int.random(in: 0..<6, using: &generator) {
      text += generator.pick(lines) + (generator.once(in: 8) ? "\r\n" : "\n")
    }
    return text
  }

  /// Returns doctor's findings for a library with these open texts, or nil if one of the texts cannot be read at all.
  /// Notes are included only for the open texts.
  private static func findings(_ library: ServedLibrary, _ open: [String: String]) throws -> [String]? {
    let now = try #require(Timestamp("2026-11-21T10:00:00Z"))
    let disk = DiskFileSystem()
    let read = try Library.load(at: library.root, fileSystem: disk, threads: 1)
      .replacing(
        Dictionary(uniqueKeysWithValues: open.map { ($0.key, .some(Array($0.value.utf8))) }),
        recovery: Library.Recovery(keepsNameless: false) { _ in nil })
    let id = try #require(RecordID(TestLibrary.id(7)))
    let doctor = Doctor(
      settings: read.manifest.doctor, today: now.date, now: now, newID: { id }, asking: { _ in HistoryFacts() })
    let strays = read.strays(disk)
    var findings = doctor.findings(in: read, strays: strays)
    for (path, typed) in open {
      let kind = try #require(Kind.of(path: path))
      let text = ReadText(Array(typed.utf8), as: kind, path: path, in: read, last: nil)
      if text.errors.isEmpty { continue }
      guard let record = text.record, !record.title.isEmpty else { return nil }
      findings.removeAll { $0.path == path && Doctor.isQuick($0.check, read) }
      findings += doctor.findings(in: text, of: read, strays: strays)
    }
    return findings.filter { $0.severity != .note || open[$0.path] != nil }
      .map { "\($0.path): \($0.check.code)" }.sorted()
  }
}
