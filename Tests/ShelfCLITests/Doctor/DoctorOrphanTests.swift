import Testing

@testable import ShelfCLI

/// Tests references to a deleted book: the message about the book in git's history, and the repairs.
@Suite struct DoctorOrphanTests {
  private static let dune = "books/dune-b0000001.yaml"
  private static let bytes = "# Kept as it is: ✓\nid: b0000001-0000-4000-8000-000000000000\ntitle:   Dune   # odd\n"
  private static let quote = "quotes/fear-c0000001.yaml"
  private static let issue = "issues/ask-f0000001.yaml"

  private static func library() throws -> TestLibrary {
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\nname: Orphans\n", ".gitignore": ".shelf/\n", dune: bytes,
      quote: """
      id: c0000001-0000-4000-8000-000000000000
      book: b0000001-0000-4000-8000-000000000000 # Dune
      text: Fear is the mind-killer.

      """,
      issue: """
      id: f0000001-0000-4000-8000-000000000000
      title: Ask Anna
      books:
        - b0000001-0000-4000-8000-000000000000 # Dune

      """,
    ])
    try library.makeRepository()
    try library.commit("Begin", day: 1)
    return library
  }

  /// Returns the hash of the last commit.
  private static func head(_ library: TestLibrary) throws -> String {
    String(try library.git("rev-parse", "HEAD").prefix(40))
  }

  /// Checks the problems of both references, and checks that the book is restored byte for byte.
  private static func expectRestored(
    _ library: TestLibrary, to path: String = dune, _ text: String = bytes, message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    // Doctor is called directly, because the test library replaces commit hashes in the output of commands.
    let problems = try library.examined(without: nil)
    #expect(problems.map(\.code) == ["dangling-reference", "dangling-reference"], sourceLocation: sourceLocation)
    for problem in problems { #expect(problem.message.hasPrefix(message), sourceLocation: sourceLocation) }
    #expect(problems.map(\.path) == [issue, quote], sourceLocation: sourceLocation)
    let before = library.files()
    _ = try library.run("doctor --orphans=keep")
    #expect(library.files() == before, sourceLocation: sourceLocation)
    _ = try library.run("doctor --orphans=restore")
    #expect(library[path] == text, sourceLocation: sourceLocation)
    #expect(try library.problems().isEmpty, sourceLocation: sourceLocation)
    var after = library.files()
    after[path] = nil
    #expect(after == before, sourceLocation: sourceLocation)
    _ = try library.run("undo")
    #expect(library.files() == before, sourceLocation: sourceLocation)
  }

  private static let subject = "book b0000001 (“Dune”) was deleted"

  private static func deleted(_ commit: String, _ day: String) -> String {
    "\(subject) in commit \(commit.prefix(9)) by Anna on \(day)"
  }

  @Test func deletedByACommit() throws {
    let library = try Self.library()
    try library.git("rm", "--quiet", Self.dune)
    try library.commit("Tidy up", day: 2)
    try Self.expectRestored(library, message: Self.deleted(Self.head(library), "2026-01-02"))
    let text = try library.run("doctor")
    #expect(text.contains(" by Anna on 2026-01-02 [dangling-reference]"))
  }

  @Test func deletedByHand() throws {
    let library = try Self.library()
    library[Self.dune] = nil
    try Self.expectRestored(library, message: Self.subject + ", but is still in the last commit")
  }

  @Test func deletedOnABranchThatWasMerged() throws {
    let library = try Self.library()
    try library.git("checkout", "--quiet", "-b", "side")
    try library.git("rm", "--quiet", Self.dune)
    try library.commit("Tidy up", day: 2)
    let commit = try Self.head(library)
    try library.git("checkout", "--quiet", "main")
    library["notes.txt"] = "something else"
    try library.commit("Go on", day: 3)
    try library.git("merge", "--quiet", "--no-edit", "side")
    try Self.expectRestored(library, message: Self.deleted(commit, "2026-01-02"))
  }

  /// Each branch is valid and git reports no conflict, but the merged library contains a quote from a deleted book.
  @Test func deletedOnOneBranchWhileAnotherAddedAQuote() throws {
    let library = try Self.library()
    try library.git("checkout", "--quiet", "-b", "side")
    _ = try library.run("quote add Spice --book dune")
    #expect(try library.problems().isEmpty)
    try library.commit("Add a quote", day: 2)
    try library.git("checkout", "--quiet", "main")
    _ = try library.run("book delete dune --yes")
    #expect(try library.problems().isEmpty)
    try library.commit("Tidy up", day: 3)
    try library.git("merge", "--quiet", "--no-edit", "side")
    let problems = try library.problems()
    #expect(problems.map(\.code) == ["dangling-reference"])
    #expect(problems.map(\.path).allSatisfy { $0.contains("/spice-") })
    #expect(problems.map(\.message).allSatisfy { $0.hasPrefix(Self.subject + " in commit ") })
    _ = try library.run("doctor --orphans=restore")
    #expect(try library.problems().isEmpty)
    #expect(library[Self.dune] == Self.bytes)
  }

  @Test func renamedAndThenDeleted() throws {
    let library = try Self.library()
    try library.git("mv", Self.dune, "books/arrakis.yaml")
    try library.commit("Rename", day: 2)
    try library.git("rm", "--quiet", "books/arrakis.yaml")
    try library.commit("Tidy up", day: 3)
    try Self.expectRestored(
      library, to: "books/arrakis.yaml", message: Self.deleted(Self.head(library), "2026-01-03"))
  }

  @Test func deletedTwice() throws {
    let library = try Self.library()
    try library.git("rm", "--quiet", Self.dune)
    try library.commit("Tidy up", day: 2)
    let changed = Self.bytes + "rating: 5\n"
    library[Self.dune] = changed
    try library.commit("Bring it back", day: 3)
    try library.git("rm", "--quiet", Self.dune)
    try library.commit("Tidy up again", day: 4)
    try Self.expectRestored(library, to: Self.dune, changed, message: Self.deleted(Self.head(library), "2026-01-04"))
  }

  @Test func anotherFileHasItsName() throws {
    let library = try Self.library()
    try library.git("rm", "--quiet", Self.dune)
    try library.commit("Tidy up", day: 1)
    library[Self.dune] = "id: b0000002-0000-4000-8000-000000000000\ntitle: Dune Messiah\n"
    try library.commit("Another book", day: 2)
    _ = try library.run("doctor --orphans=restore")
    #expect(library[Self.dune]?.contains("Messiah") == true)
    let path = try #require(library.files().keys.first { $0.hasPrefix("books/") && $0 != Self.dune })
    #expect(library[path] == Self.bytes)
  }

  @Test func detachLeavesTheQuoteWithoutABook() throws {
    let library = try Self.library()
    library[Self.dune] = nil
    _ = try library.run("doctor --orphans=detach")
    #expect(
      library[Self.quote]
        == "id: c0000001-0000-4000-8000-000000000000\nbook: ~ # Dune\ntext: Fear is the mind-killer.\n")
    #expect(library[Self.issue]?.contains("books") == false)
    #expect(try library.problems().isEmpty)
    _ = try library.run("undo")
    #expect(library[Self.quote]?.contains("book: b0000001") == true)
  }

  /// Detaching a quote leaves no problem, regardless of how the reference is written.
  @Test(arguments: [
    "book: B # Dune\n", "book: \"B\"\n", "book: 'B' # Dune\n", "book:\n  B\n", "\"book\": B\n", "? book\n: B\n",
    "book:\n", "",
  ])
  func detachLeavesNoOrphan(_ entry: String) throws {
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\nname: Orphans\n",
      Self.quote: "id: c0000001-0000-4000-8000-000000000000\ntext: Fear.\n"
        + entry.replacing("B", with: "b0000001-0000-4000-8000-000000000000"),
    ])
    let before = library.files()
    #expect(try library.problems().count == 1)
    _ = try library.run("doctor --orphans=detach")
    #expect(try library.problems().isEmpty, "\(library[Self.quote] ?? "")")
    #expect(library[Self.quote]?.contains("~") == true)
    _ = try library.run("undo")
    #expect(library.files() == before)
  }

  @Test func deleteTakesTheQuoteAway() throws {
    let library = try Self.library()
    library[Self.dune] = nil
    let before = library.files()
    _ = try library.run("doctor --orphans=delete")
    #expect(library[Self.quote] == nil)
    #expect(library[Self.issue]?.contains("title: Ask Anna") == true)
    #expect(library[Self.issue]?.contains("books") == false)
    #expect(try library.problems().isEmpty)
    _ = try library.run("undo")
    #expect(library.files() == before)
  }

  /// Even if a new book has the same title as the deleted one, restoring the deleted book from git is the first choice.
  @Test func relinkByTheName() throws {
    let library = try Self.library()
    library[Self.dune] = nil
    library["books/new.yaml"] = "id: b0000009-0000-4000-8000-000000000000\ntitle: Dune\n"
    let names = try library.problems().map { $0.repairs.map(\.name) }
    #expect(
      names == [["restore", "relink", "take-out"], ["restore", "relink", "take-out", "knowingly-none", "delete"]])
    _ = try library.run("doctor --fix=dangling-reference:relink")
    #expect(try library.problems().isEmpty)
    #expect(library[Self.quote]?.contains("book: b0000009-0000-4000-8000-000000000000 # Dune\n") == true)
    #expect(library[Self.dune] == nil)
  }
}
