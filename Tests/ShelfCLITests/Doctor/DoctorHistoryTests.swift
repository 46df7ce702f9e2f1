import Foundation
import Testing

@testable import ShelfCLI

/// Tests deleted records that git's history still contains, and the messages if it does not contain them.
@Suite struct DoctorHistoryTests {
  private static let id = "-0000-4000-8000-000000000000"
  private static let dune = "books/dune-b0000001.yaml"
  private static let book = "id: b0000001\(id)\ntitle: Dune\n"
  private static let quotes = ["quotes/dune/fear-c0000001.yaml", "quotes/dune/spice-c0000002.yaml"]
  private static let issue = "issues/ask-f0000001.yaml"

  /// Returns a library with a book, two quotes from it, and an issue about it.
  private static func library() throws -> TestLibrary {
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\nname: History\n", ".gitignore": ".shelf/\n", dune: book,
      quotes[0]: "id: c0000001\(id)\nbook: b0000001\(id) # Dune\ntext: Fear.\n",
      quotes[1]: "id: c0000002\(id)\nbook: b0000001\(id) # Dune\ntext: Spice.\n",
      issue: "id: f0000001\(id)\ntitle: Ask Anna\nbooks:\n  - b0000001\(id) # Dune\n",
    ])
    try library.makeRepository()
    try library.commit("Begin", day: 1)
    return library
  }

  /// Returns the only problem.
  private static func problem(_ library: TestLibrary) throws -> DoctorProblem {
    let problems = try library.problems()
    #expect(problems.count == 1, "\(problems)")
    return try #require(problems.first)
  }

  /// If the last version of a deleted file is unreadable, repairs offer both that version and the last readable one.
  @Test func theLastVersionDidNotRead() throws {
    let library = try Self.library()
    for path in Self.quotes { library[path] = nil }
    library[Self.dune] = Self.book + "rating: 4\n"
    try library.commit("Rate", day: 2)
    let broken = Self.book + "rating: \"4\n"
    library[Self.dune] = broken
    try library.commit("Break", day: 3)
    library[Self.dune] = nil
    try library.commit("Delete", day: 4)
    let problem = try Self.problem(library)
    #expect(problem.message.contains("was deleted in commit"))
    #expect(problem.repairs.map(\.name) == ["restore", "restore-raw", "take-out"])
    #expect(problem.repairs[0].description.contains("the last version that can be read"))
    _ = try library.run("doctor --orphans=restore")
    #expect(library[Self.dune] == Self.book + "rating: 4\n")
    #expect(try library.problems().isEmpty)
    _ = try library.run("undo")
    _ = try library.run("doctor --fix=dangling-reference:restore-raw")
    #expect(library[Self.dune] == broken)
    #expect(try library.problems().map(\.code) == ["unreadable-yaml"])
  }

  /// A restored record has the permissions that it had before a command or somebody deleted it.
  @Test func aRestoredRecordKeepsItsPermissions() throws {
    let library = try Self.library()
    let file = library.absolute(Self.dune)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    _ = try library.run("book set dune rating=4")
    try library.commit("Rate", day: 2)
    for isByHand in [true, false] {
      if isByHand {
        library[Self.dune] = nil
      } else {
        _ = try library.run("book delete dune --yes")
        try library.git("checkout", "--quiet", "--", "quotes", "issues")
      }
      #expect(library[Self.dune] == nil)
      _ = try library.run("doctor --fix=dangling-reference")
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(isByHand)")
    }
  }

  /// A record is not lost if its file is there but is not a record, such as the pointer that Git LFS writes for a file
  /// it has not downloaded. A repair would add a second file with its id.
  @Test(
    arguments: [
      "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "Dune\n", "title: [\n", "",
    ], [dune, "books/arrakis.yaml"])
  func aFileThatIsNoRecordIsNotLost(_ contents: String, _ path: String) throws {
    let library = try Self.library()
    if path != Self.dune {
      try library.git("mv", Self.dune, path)
      try library.commit("Rename", day: 2)
    }
    try library.git("switch", "--quiet", "--create", "laptop")
    library[path] = Self.book + "rating: 3\n"
    try library.commit("Rate", day: 3)
    try library.git("switch", "--quiet", "main")
    library[path] = contents
    let report = try library.run("doctor")
    #expect(!report.contains("dangling-reference"), "\(report)")
    let isPointer = contents.hasPrefix("version")
    #expect(report.contains("is a Git LFS pointer to a record that has not been downloaded") == isPointer)
    #expect(report.contains("hint: `git lfs pull` downloads it") == isPointer, "\(report)")
    _ = try library.run("doctor --fix=dangling-reference")
    #expect(try library.paths().filter { $0.hasPrefix("books/") } == [path])
  }

  @Test func noVersionEverRead() throws {
    let library = try Self.library()
    for path in Self.quotes { library[path] = nil }
    library[Self.issue] = "id: f0000001\(Self.id)\ntitle: Ask\nbooks: [b0000009\(Self.id)] # Emma\n"
    library["books/emma.yaml"] = "id: b0000009\(Self.id)\ntitle: Emma: a novel\n"
    try library.commit("Emma", day: 2)
    library["books/emma.yaml"] = nil
    try library.commit("Delete", day: 3)
    #expect(try Self.problem(library).repairs.map(\.name) == ["restore-raw", "take-out"])
    #expect(try library.run("doctor --fix=dangling-reference").contains("Nothing was repaired."))
    _ = try library.run("doctor --fix=dangling-reference:restore-raw")
    #expect(library["books/emma.yaml"] == "id: b0000009\(Self.id)\ntitle: Emma: a novel\n")
  }

  @Test(arguments: ["books/emma-b0000009.yaml", "books/emma.yaml"])
  func onAnotherBranchOnly(_ path: String) throws {
    let library = try Self.library()
    try library.git("checkout", "--quiet", "-b", "side")
    library[path] = "id: b0000009\(Self.id)\ntitle: Emma\n"
    try library.commit("Emma", day: 2)
    try library.git("checkout", "--quiet", "main")
    library["issues/new-f0000002.yaml"] = "id: f0000002\(Self.id)\ntitle: Ask\nbooks:\n  - b0000009\(Self.id)\n"
    let problem = try Self.problem(library)
    #expect(problem.message == "book b0000009 (“Emma”) exists only on “side”")
    #expect(problem.repairs[0].description == "restore \(path) from “side”")
    _ = try library.run("doctor --fix=dangling-reference")
    #expect(library[path] == "id: b0000009\(Self.id)\ntitle: Emma\n")
    #expect(try library.problems().isEmpty)
  }

  /// Tests libraries that moved into a folder, from one folder to another, or out of a folder.
  @Test(arguments: [["", "new"], ["old", "new"], ["old", ""]])
  func theLibraryWasMovedInItsRepository(_ folders: [String]) throws {
    let library = try TestLibrary([:])
    try library.makeRepository()
    let (before, after) = (folders[0].isEmpty ? "" : folders[0] + "/", folders[1].isEmpty ? "" : folders[1] + "/")
    for path in library.files().keys { try FileManager.default.removeItem(atPath: library.absolute(path)) }
    library[before + "shelf.yaml"] = "format: 1\nname: Moved\n"
    library[before + Self.dune] = Self.book
    try library.commit("Begin", day: 1)
    library[before + Self.dune] = nil
    try library.commit("Delete", day: 2)
    library[before + "shelf.yaml"] = nil
    library[after + "shelf.yaml"] = "format: 1\nname: Moved\n"
    try library.commit("Move", day: 3)
    library[after + Self.issue] = "id: f0000001\(Self.id)\ntitle: Ask\nbooks:\n  - b0000001\(Self.id)\n"
    let root = library.absolute(String(after.dropLast()))
    let text = try library.run("--library \(root) doctor --fix=dangling-reference")
    #expect(text.contains("restore \(Self.dune)  [dangling-reference]"), "\(text)")
    #expect(library[after + Self.dune] == Self.book)
  }

  @Test func theHistoryIsShallow() throws {
    let library = try Self.library()
    for path in Self.quotes { library[path] = nil }
    library[Self.dune] = nil
    try library.commit("Delete", day: 2)
    library["notes.txt"] = "later\n"
    try library.commit("Later", day: 3)
    try library.git("clone", "--quiet", "--depth", "1", "file://" + library.root, "clone")
    let text = try library.run("--library \(library.absolute("clone")) doctor")
    #expect(text.contains("is shallow and may not reach back to it [dangling-reference]"))
    #expect(text.contains("hint: `git fetch --unshallow` fetches the rest of the history"))
  }

  /// If the clone contains only an unreadable version of a file, the report mentions that a readable one may be missing
  /// from the clone.
  @Test func earlierVersionsAreOutOfReach() throws {
    let library = try Self.library()
    for path in Self.quotes { library[path] = nil }
    library[Self.dune] = Self.book + "rating: \"4\n"
    try library.commit("Break", day: 2)
    library[Self.dune] = nil
    try library.commit("Delete", day: 3)

    try library.git("clone", "--quiet", "--depth", "2", "file://" + library.root, "clone")
    let shallow = try library.run("--library \(library.absolute("clone")) doctor")
    #expect(shallow.contains("; the git history here is shallow and may not reach back to a readable version ["))
    #expect(shallow.contains("which cannot be read (--fix=dangling-reference:restore-raw)"))

    let name = try library.git("rev-parse", "HEAD~2:\(Self.dune)").prefix(40)
    try FileManager.default.removeItem(atPath: library.absolute(".git/objects/\(name.prefix(2))/\(name.dropFirst(2))"))
    let damaged = try library.run("doctor")
    #expect(damaged.contains("; the git history may contain a readable version, but is damaged ["))
    #expect(damaged.contains("hint: `git fsck` shows what is damaged"))
  }

  @Test func gitIsNotInstalled() throws {
    let library = try Self.library()
    for path in Self.quotes { library[path] = nil }
    library[Self.dune] = nil
    library.environment["PATH"] = "/nonexistent"
    let text = try library.run("doctor")
    #expect(text.contains("git may have it, but is not installed [dangling-reference]"))
  }

  @Test(arguments: ["HEAD:books/dune-b0000001.yaml", "HEAD~1^{tree}", "HEAD"])
  func theHistoryIsDamaged(_ object: String) throws {
    let library = try Self.library()
    for path in Self.quotes { library[path] = nil }
    try library.commit("Without quotes", day: 2)
    let name = try library.git("rev-parse", object).prefix(40)
    library[Self.dune] = nil
    if object == "HEAD:books/dune-b0000001.yaml" { try library.commit("Delete", day: 3) }
    try FileManager.default.removeItem(atPath: library.absolute(".git/objects/\(name.prefix(2))/\(name.dropFirst(2))"))
    if object == "HEAD" { try library.git("update-index", "--force-remove", Self.dune) }
    let text = try library.run("doctor")
    // The last commit still contains the file, because its deletion was not committed.
    if object == "HEAD~1^{tree}" {
      #expect(text.contains("was deleted, but is still in the last commit"))
    } else {
      #expect(text.contains("the git history may contain it, but cannot be read completely"), "\(text)")
      #expect(text.contains("hint: `git fsck` shows what is damaged"))
    }
  }

  // MARK: - Records deleted together

  @Test func aBookComesBackWithItsQuotes() throws {
    let library = try Self.library()
    let before = library.files()
    _ = try library.run("book delete dune --yes")
    library[Self.issue] = String(decoding: before[Self.issue] ?? [], as: UTF8.self)
    try library.commit("Delete", day: 2)
    #expect(library[Self.quotes[0]] == nil)
    let problem = try Self.problem(library)
    #expect(problem.repairs[0].description == "restore \(Self.dune), and its 2 quotes")
    let text = try library.run("doctor --orphans=restore")
    #expect(text.hasPrefix("Repaired 1 problem in 3 files"))
    #expect(library.files() == before)
    #expect(try library.problems().isEmpty)
  }

  @Test func aBookThatIsBackWithoutItsQuotes() throws {
    let library = try Self.library()
    let before = library.files()
    _ = try library.run("book delete dune --yes")
    library[Self.issue] = String(decoding: before[Self.issue] ?? [], as: UTF8.self)
    try library.commit("Delete", day: 2)
    library[Self.dune] = Self.book
    let problem = try Self.problem(library)
    #expect(problem.code == "half-restored" && problem.path == Self.dune)
    #expect(problem.message.hasPrefix("2 quotes that were deleted with it in commit "))
    _ = try library.run("doctor --fix=half-restored")
    #expect(library.files() == before)
    #expect(try library.problems().isEmpty)
    // A quote that was deleted on its own is not reported as missing.
    try library.commit("Bring them back", day: 3)
    library[Self.quotes[1]] = nil
    try library.commit("Delete a quote", day: 4)
    #expect(try library.problems().isEmpty)
  }

  @Test(arguments: [true, false])
  func aConflictBetweenChangingAndDeletingABook(_ isDeletedHere: Bool) throws {
    let library = try Self.library()
    library[Self.issue] = nil
    try library.commit("Without the issue", day: 2)
    let quote = try #require(library[Self.quotes[0]])
    func delete() throws {
      _ = try library.run("book delete dune --yes")
      try library.commit("Delete", day: 3)
    }
    func change() throws {
      library[Self.dune] = Self.book + "rating: 5\n"
      try library.commit("Rate", day: 4)
    }
    try library.git("checkout", "--quiet", "-b", "side")
    if isDeletedHere { try change() } else { try delete() }
    try library.git("checkout", "--quiet", "main")
    if isDeletedHere { try delete() } else { try change() }
    #expect(throws: TestLibrary.GitFailure.self) { try library.git("merge", "--quiet", "side") }
    #expect(library[Self.dune] == Self.book + "rating: 5\n")
    let codes = try library.problems().map(\.code)
    #expect(Set(codes) == ["conflict-markers", "half-restored"])
    let sides =
      isDeletedHere
      ? "the other side changed the file, and this side deleted it"
      : "this side changed the file, and the other side deleted it"
    let text = try library.run("doctor")
    #expect(text.contains("unresolved merge conflict: " + sides))
    #expect(text.contains("hint: `git add \(Self.dune)` keeps it"))
    try library.git("add", Self.dune)
    try library.git("commit", "--quiet", "--no-edit")
    #expect(try Self.problem(library).code == "half-restored")
    _ = try library.run("doctor --fix=half-restored")
    #expect(library[Self.quotes[0]] == quote && library[Self.quotes[1]] != nil)
    #expect(try library.problems().isEmpty)
  }
}
