import Foundation
import ShelfRPC
import ShelfTestSupport
import Testing
import YAMLEdit

@testable import ShelfCLI

/// Tests that an editor shows the same problems as the command line, with the same messages and positions.
@Suite struct EditorFixtureTests {
  @Test(arguments: DoctorFixture.all)
  func theEditorShowsWhatDoctorReports(_ fixture: DoctorFixture) throws {
    let library = try fixture.library()
    let files = library.files()
    let problems = try library.problems().filter { isFile($0.path, library) }
    let editor = try EditorProcess(library)
    try editor.client.initialize(FakeClient.abilities(encoding: "utf-8"), folder: library.root)
    // The editor shows notes only in open files.
    var shown: [String: [String]] = [:]
    try expect(problems.filter { $0.severity != "note" }, &shown, from: editor, library, files)
    let open = Set(problems.map(\.path)).filter { isText(files[$0]) }
    for path in open.sorted() {
      editor.client.open("file://" + library.absolute(path), String(decoding: files[path] ?? [], as: UTF8.self))
    }
    // In an open file that cannot be parsed, the editor also shows problems that the command line does not report.
    let broken = Set(problems.filter { ["unreadable-yaml", "duplicate-key"].contains($0.code) }.map(\.path))
    try expect(
      problems.filter { $0.severity != "note" || open.contains($0.path) }, &shown, from: editor, library, files,
      allowingMoreIn: broken.intersection(open))
    #expect(try editor.end() == 0)
    #expect(library.files() == files)
  }

  /// Returns whether a path is not a folder, so that an editor can show a problem in it.
  private func isFile(_ path: String, _ library: TestLibrary) -> Bool {
    let type = (try? FileManager.default.attributesOfItem(atPath: library.absolute(path)))?[.type] as? FileAttributeType
    return type != .typeDirectory
  }

  /// Returns whether an editor can open the file without changing it, which means that it is valid UTF-8 without a byte
  /// order mark.
  private func isText(_ bytes: [UInt8]?) -> Bool {
    guard let bytes else { return false }
    return String(validating: bytes, as: UTF8.self) != nil && !bytes.starts(with: [0xEF, 0xBB, 0xBF])
  }

  /// Waits until the editor shows exactly the specified problems. In files with broken lines, it may show more.
  private func expect(
    _ problems: [DoctorProblem], _ shown: inout [String: [String]], from editor: EditorProcess, _ library: TestLibrary,
    _ files: [String: [UInt8]], allowingMoreIn broken: Set<String> = []
  ) throws {
    let wanted = problems.map { "\($0.path):\($0.line ?? 1):\($0.column ?? 1) \($0.severity) \($0.code) \($0.message)" }
      .sorted()
    var all = shown
    defer { shown = all }
    func compared(_ all: [String: [String]]) -> [String] {
      all.flatMap { path, texts in broken.contains(path) ? texts.filter(wanted.contains) : texts }.sorted()
    }
    if compared(all) == wanted { return }
    _ = try? editor.client.wait(for: "diagnostics") { message -> Bool? in
      if case .notification("textDocument/publishDiagnostics", let params) = message,
        let uri = params["uri"]?.text,
        let path = uri.removingPercentEncoding?.dropFirst("file://\(library.root)/".count)
      {
        all[String(path)] = (params["diagnostics"]?.items ?? []).map { text(of: $0, String(path), files) }
      }
      return compared(all) == wanted ? true : nil
    }
    #expect(compared(all) == wanted)
  }

  private func text(of diagnostic: JSON, _ path: String, _ files: [String: [UInt8]]) -> String {
    let bytes = files[path] ?? []
    let line = diagnostic["range", "start", "line"]?.integer ?? -1
    let character = diagnostic["range", "start", "character"]?.integer ?? -1
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let before = lines.indices.contains(line) ? lines[line].prefix(character) : []
    let severity = ["", "error", "warning", "note"][diagnostic["severity"]?.integer ?? 0]
    let message = (diagnostic["message"]?.text ?? "").replacing(/\b([0-9a-f]{40}|[0-9a-f]{9})\b/, with: "COMMIT")
    return
      "\(path):\(line + 1):\(before.count { $0 & 0xC0 != 0x80 } + 1) \(severity) \(diagnostic["code"]?.text ?? "") \(message)"
  }
}

/// Tests the lifecycle of the server process.
@Suite struct EditorProcessTests {
  @Test func aKilledServerLeavesNothingBehind() throws {
    let library = try TestLibrary()
    let before = try library.tree()
    let editor = try EditorProcess(library)
    try editor.client.initialize(folder: library.root)
    let path = try #require(library.paths().first { $0.hasPrefix("books/") })
    editor.client.open("file://" + library.absolute(path), "id: ")
    _ = try editor.client.ask("workspace/symbol", ["query": ""])
    editor.kill()
    #expect(try library.tree() == before)
  }

  @Test func anInterruptedChangeIsLeftToACommand() throws {
    let library = try TestLibrary()
    // Imitates a change that was killed before it was complete.
    try FileManager.default.createDirectory(
      atPath: library.absolute(".shelf/pending"), withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: library.absolute(".shelf/pending/half")))
    let editor = try EditorProcess(library)
    try editor.client.initialize(folder: library.root)
    _ = try editor.client.ask("workspace/symbol", ["query": ""])
    #expect(FileManager.default.fileExists(atPath: library.absolute(".shelf/pending/half")))
    #expect(try editor.end() == 0)
  }
}
