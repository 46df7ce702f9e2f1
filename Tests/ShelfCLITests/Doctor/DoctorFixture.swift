import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A broken library that demonstrates a check, in `Tests/Fixtures/doctor/CODE`.
///
/// The folder `before` contains the library. `history/1`, `history/2` and so on contain all files of the library as of
/// earlier commits, which the fixture creates in a new git repository. `report.txt` is the expected output of `shelf
/// doctor`, and `repairs.txt` lists the changes that each repair makes. Files that git cannot store, such as pipes or
/// files with invalid names, are created in code. After a deliberate change to the output, a run with
/// `SHELF_UPDATE_DOCTOR=1` rewrites the expected files, and the differences are reviewed like code.
struct DoctorFixture: Sendable, CustomTestStringConvertible {
  let code: String

  var testDescription: String { code }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/doctor")

  static let all = ((try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []).sorted()
    .map { DoctorFixture(code: $0) }

  /// Whether `SHELF_UPDATE_DOCTOR=1` is set. If it is, tests write the output to the fixtures instead of comparing it.
  static let isRenewing = ProcessInfo.processInfo.environment["SHELF_UPDATE_DOCTOR"] == "1"
  static let renewal = "SHELF_UPDATE_DOCTOR=1 scripts/test --filter DoctorFixtureTests"

  private var folder: URL { DoctorFixture.root.appending(path: code) }

  /// A variant of the files: unchanged, with CRLF line breaks, with a byte order mark, or without a final line break.
  enum Variant: String, CaseIterable {
    case plain, crlf, mark, openEnd

    func of(_ bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .plain: bytes
      case .crlf: bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
      case .mark: [0xEF, 0xBB, 0xBF] + bytes
      case .openEnd: bytes.last == 0x0A ? bytes.dropLast() : bytes
      }
    }
  }

  /// Creates the library, with its git history if the fixture has one.
  func library(_ variant: Variant = .plain) throws -> TestLibrary {
    let library = try TestLibrary([:])
    let history = try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/history").sorted()
    if history != nil { try library.makeRepository() }
    for step in history ?? [] {
      for path in library.files().keys { try FileManager.default.removeItem(atPath: library.absolute(path)) }
      for (path, bytes) in DoctorFixture.files(in: folder.path + "/history/" + step) {
        try library.write(path, variant.of(bytes))
      }
      try library.commit("Commit \(step)", day: Int(step) ?? 0)
    }
    for path in library.files().keys { try FileManager.default.removeItem(atPath: library.absolute(path)) }
    for (path, bytes) in DoctorFixture.files(in: folder.path + "/before") {
      let isText = path != "shelf.yaml" && !path.hasPrefix("covers/")
      try library.write(path, isText ? variant.of(bytes) : bytes)
    }
    try addWhatGitCannotHold(to: library)
    return library
  }

  private func addWhatGitCannotHold(to library: TestLibrary) throws {
    switch code {
    case "unreadable-file":
      try library.write("books/dune-b0000001.yaml", Array("id: b0000001-0000-4000-8000-000000000000\n".utf8))
      try #require(truncate(library.absolute("books/dune-b0000001.yaml"), 17 << 20) == 0)
    case "unsafe-path":
      try #require(symlink("/etc/passwd", library.absolute("books/passwd.yaml")) == 0)
      try #require(symlink("dune-b0000001.yaml", library.absolute("books/link")) == 0)
      try #require(mkfifo(library.absolute("books/pipe.yaml"), 0o644) == 0)
      try #require(symlink("books", library.absolute("quotes")) == 0)
      let name = Array(library.absolute("books/caf").utf8) + [0xE9] + Array(".yaml".utf8) + [0]
      let file = name.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_CREAT | O_WRONLY, 0o644) }
      }
      // macOS does not allow such a name.
      if file >= 0 { close(file) }
    case "tracked-state":
      try library.makeRepository()
      try library.write(".shelf/lock", [])
      try library.git("add", "--force", ".shelf/lock")
    case "unusable-cover":
      try #require(symlink("/etc/passwd", library.absolute("covers/emma-b0000002.jpg")) == 0)
      try #require(mkfifo(library.absolute("covers/holes-b0000003.png"), 0o644) == 0)
    case "merge-leftover": try library.write(".merge_file_a1b2c3", Array("title: Dune\n".utf8))
    case "doubted-change":
      let entry = """
        sequence: 7
        time: 2026-11-21T10:00:00Z
        command: book list
        size: 0
        paths: [.git/hooks/post-index-change]
        old: [none]
        new: [5-x]

        """
      try library.write(".shelf/pending/entry.yaml", Array(entry.utf8))
    default: break
    }
  }

  /// Returns the contents of all files below a folder, by relative path.
  static func files(in folder: String) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] {
      let whole = folder + "/" + path
      let parts = path.split(separator: "/")
      if parts.contains(".git") || parts.contains(".shelf") { continue }
      let type = (try? FileManager.default.attributesOfItem(atPath: whole)[.type]) as? FileAttributeType
      switch type {
      case .typeRegular?: files[path] = FileManager.default.contents(atPath: whole).map(Array.init)
      case .typeSymbolicLink?:
        files[path] = Array("-> \((try? FileManager.default.destinationOfSymbolicLink(atPath: whole)) ?? "")".utf8)
      default: break
      }
    }
    return files
  }

  /// Compares a text with a file of the fixture, or rewrites the file if `isRenewing` is set.
  func compare(_ text: String, with name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = folder.appending(path: name)
    if DoctorFixture.isRenewing {
      if text.isEmpty { try? FileManager.default.removeItem(at: file) } else { try Data(text.utf8).write(to: file) }
      return
    }
    let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    if text == expected { return }
    Issue.record(
      """
      \(code)/\(name) is out of date; it would be
      \(text)
      To renew it, after a look at the difference: \(DoctorFixture.renewal)
      """, sourceLocation: sourceLocation)
  }
}

extension TestLibrary {
  func write(_ path: String, _ bytes: [UInt8]) throws {
    let url = URL(filePath: absolute(path))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// Returns the contents of all files except those in `.shelf` and `.git`.
  func files() -> [String: [UInt8]] { DoctorFixture.files(in: root) }

  /// Makes the library a git repository, and sets the environment so that shelf finds git.
  func makeRepository() throws {
    environment = [
      "PATH": TestMachine.path, "HOME": "/nonexistent",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_DEFAULT_HASH": "sha1", "GIT_AUTHOR_NAME": "Anna", "GIT_COMMITTER_NAME": "Anna",
      "GIT_AUTHOR_EMAIL": "anna@example.org", "GIT_COMMITTER_EMAIL": "anna@example.org",
    ]
    try git("init", "--quiet", "--initial-branch=main")
  }

  /// Commits everything, on a day in January 2026.
  func commit(_ message: String, day: Int) throws {
    try git("add", "--all")
    environment["GIT_AUTHOR_DATE"] = "2026-01-\(day < 10 ? "0" : "")\(day)T12:00:00Z"
    environment["GIT_COMMITTER_DATE"] = environment["GIT_AUTHOR_DATE"]
    try git("commit", "--quiet", "--allow-empty", "--message", message)
  }
}
