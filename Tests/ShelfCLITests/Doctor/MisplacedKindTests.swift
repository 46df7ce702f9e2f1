import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// The fields of a record tell its kind, whatever folder it lies in, and none is renamed to fit another one.
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

  /// In the folder of another kind, nothing is renamed until somebody moves it.
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

  /// What may be of two kinds is asked about; a folder decides.
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
