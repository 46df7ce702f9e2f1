import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests that the fields of a record determine its kind even in the wrong folder, and are not renamed to fit a
/// different kind.
@Suite struct MisplacedKindTests {
  private static func id(_ number: Int) -> String { "b000000\(number)-0000-4000-8000-000000000000" }
  private static let quote = "id: \(id(2))\nbook: \(id(1)) # Dune\npage: 12\ntext: Fear.\n"

  private static func library(_ files: [String: String]) throws -> TestLibrary {
    try TestLibrary(
      files.merging(["shelf.yaml": "format: 1\nname: Kinds\n", "books/dune.yaml": "id: \(id(1))\ntitle: Dune\n"]) {
        own, _ in own
      })
  }

  @Test(arguments: ["old/books/fear.yaml", "Books/fear.yaml", "genre/fear.yaml", "inbox/fear.yaml"])
  func aQuoteIsAQuote(_ path: String) throws {
    let library = try Self.library([path: Self.quote])
    _ = try library.run("doctor --fix")
    let moved = try #require(library.files().keys.first { $0.hasPrefix("quotes/") })
    #expect(library[moved] == Self.quote)
    #expect(try library.problems().isEmpty)
  }

  /// If a record is in the folder of another kind, none of its fields is renamed before the user moves the file.
  @Test func inAFolderOfAnotherKind() throws {
    let library = try Self.library(["books/fear.yaml": Self.quote])
    let before = library.files()
    _ = try library.run("doctor --fix")
    #expect(library.files() == before)
    #expect(
      try library.problems().contains { $0.message == "is in the folder of books, but has the fields of a quote" })
    _ = try library.run("doctor --fix=misplaced-file")
    #expect(library["quotes/fear.yaml"] == Self.quote)
    #expect(try library.problems().isEmpty)
  }

  /// A single unknown field is not enough to treat a record as a different kind, unless a reference to the record
  /// confirms that.
  @Test func oneUnknownFieldIsNoOtherKind() throws {
    let tag = "id: \(Self.id(4))\nname: lend\ncolor: \"FF0000\"\n"
    func issue(_ field: String) -> String {
      "id: \(Self.id(5))\ntitle: Lend it\n\(field):\n  - \(Self.id(4)) # lend\n"
    }
    for references in [[:], ["issues/lend.yaml": issue("tags")]] {
      let library = try Self.library(["tags/lend.yaml": tag].merging(references) { $1 })
      #expect(try library.problems().allSatisfy { $0.code != "misplaced-file" })
      _ = try library.run("doctor --fix=misplaced-file")
      #expect(library["tags/lend.yaml"] == tag)
    }
    let library = try Self.library(["tags/lend.yaml": tag, "books/loan.yaml": issue("genres")])
    _ = try library.run("doctor --fix=misplaced-file")
    #expect(library["genres/lend.yaml"] == tag)
  }

  /// If other records refer to a record as the kind of its folder, it is not moved without the user's decision.
  @Test func whatIsReferredToIsAChoice() throws {
    let text = "id: \(Self.id(4))\ntext: Fear.\nbook: \(Self.id(1)) # Dune\npage: 12\n"
    let quote = "id: \(Self.id(5))\nbook: \(Self.id(4))\ntext: More.\n"
    let library = try Self.library(["books/fear.yaml": text, "quotes/more.yaml": quote])
    _ = try library.run("doctor --fix=misplaced-file")
    #expect(library["books/fear.yaml"] == text)
    #expect(try library.problems().contains { $0.code == "misplaced-file" })
  }

  /// If a record could be of two kinds, the user has to choose, unless its folder decides.
  @Test func whatMayBeTwoKinds() throws {
    let text = "id: \(Self.id(3))\ntitle: Emma\n"
    let library = try Self.library(["inbox/emma.yaml": text])
    let before = library.files()
    _ = try library.run("doctor --fix")
    #expect(library.files() == before)
    #expect(try library.problems()[0].repairs.map(\.name) == ["move-books", "move-issues"])
    _ = try library.run("doctor --fix=misplaced-file:move-issues")
    #expect(library["issues/inbox/emma.yaml"] == text)
    _ = try library.run("undo")
    library["inbox/emma.yaml"] = nil
    library["inbox/Issue/emma.yaml"] = text
    _ = try library.run("doctor --fix")
    #expect(library["issues/inbox/emma.yaml"] == text)
  }
}
