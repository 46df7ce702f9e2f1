import Foundation
import Testing

@testable import ShelfCLI
@testable import ShelfModel

/// Files that stand in each other's way.
@Suite struct DoctorTwinTests {
  private static let id = "-0000-4000-8000-000000000000"

  /// `é` as one scalar and as two: two files on Linux, one on macOS.
  #if os(Linux)
    @Test func namesInTwoNormalizationForms() throws {
      let library = try TestLibrary(["shelf.yaml": "format: 1\nname: Twins\n"])
      let (composed, decomposed) = ("books/caf\u{E9}.yaml", "books/cafe\u{301}.yaml")
      try library.write(composed, Array("id: b0000001\(Self.id)\ntitle: One\n".utf8))
      try library.write(decomposed, Array("id: b0000002\(Self.id)\ntitle: Two\n".utf8))
      let text = try library.run("doctor")
      #expect(text.contains("only in how an accent is written [name-twin]"))
      let fixed = try library.run("doctor --fix=name-twin")
      #expect(fixed.contains("No problems: 2 records"))
      let names = try FileManager.default.contentsOfDirectory(atPath: library.absolute("books")).map { ExactPath($0) }
      #expect(names.count == 2)
      #expect(names.contains(ExactPath("cafe\u{301}.yaml")) != names.contains(ExactPath("caf\u{E9}.yaml")))
      let contents = try names.map {
        String(
          decoding: try #require(FileManager.default.contents(atPath: library.absolute("books/" + $0.text))),
          as: UTF8.self)
      }
      #expect(Set(contents) == ["id: b0000001\(Self.id)\ntitle: One\n", "id: b0000002\(Self.id)\ntitle: Two\n"])
      _ = try library.run("undo")
      #expect(try library.run("doctor").contains("[name-twin]"))
    }
  #endif

  /// What one of many repairs meets on the disk stops that one.
  @Test func aRestoreThatIsBlockedStopsItself() throws {
    let lost = "books/sub/dune-b0000001.yaml"
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\nname: Blocked\n", ".gitignore": ".shelf/\n",
      lost: "id: b0000001\(Self.id)\ntitle: Dune\n",
      "books/emma-b0000002.yaml": "id: b0000002\(Self.id)\ntitle: Emma\n",
      "quotes/a-c0000001.yaml": "id: c0000001\(Self.id)\nbook: b0000001\(Self.id) # Dune\ntext: Fear.\n",
      "quotes/b-c0000002.yaml": "id: c0000002\(Self.id)\nbook: b0000002\(Self.id) # Emma\ntext: Rich.\n",
    ])
    try library.makeRepository()
    try library.commit("Begin", day: 1)
    try FileManager.default.removeItem(atPath: library.absolute("books/sub"))
    library["books/emma-b0000002.yaml"] = nil
    try library.commit("Delete", day: 2)
    // A file has the name of the folder, and a folder that of the other file.
    library["books/sub"] = "a note\n"
    try FileManager.default.createDirectory(
      atPath: library.absolute("books/emma-b0000002.yaml"), withIntermediateDirectories: true)
    let text = try library.run("doctor --orphans=restore")
    #expect(text.contains("No problems: 4 records"))
    #expect(library["books/dune-b0000001.yaml"]?.contains("title: Dune") == true)
    #expect(library["books/emma-b0000002-2.yaml"]?.contains("title: Emma") == true)
  }

  @Test func whatCannotBeRestoredAtAllStopsNothingElse() throws {
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\nname: Blocked\n", ".gitignore": ".shelf/\n",
      "genres/fiction-e0000001.yaml": "id: e0000001\(Self.id)\nname: Fiction\n",
      "books/emma-b0000002.yaml":
        "id: b0000002\(Self.id)\ntitle: Emma\nstatus: onshelv\ngenres:\n  - e0000001\(Self.id) # Fiction\n",
    ])
    try library.makeRepository()
    try library.commit("Begin", day: 1)
    try FileManager.default.removeItem(atPath: library.absolute("genres"))
    library["genres"] = "a note\n"
    let text = try library.run("doctor --fix --orphans=restore")
    #expect(text.contains("dangling-reference is not repaired: genres is in the way"))
    #expect(library["books/emma-b0000002.yaml"]?.contains("status: onShelf\n") == true)
  }

  /// Everything twice: in its place, and in a folder that is no kind's.
  @Test func aCopyOfTheLibraryIsLeftAlone() throws {
    let library = try TestLibrary(["shelf.yaml": "format: 1\nname: Copy\n"])
    for number in 1...9 {
      let text = "id: b000000\(number)\(Self.id)\ntitle: Book \(["One", "Two", "Ten"][number % 3]) \(number)\n"
      library["books/book-\(number).yaml"] = text
      library["sub/books/book-\(number).yaml"] = text
    }
    let before = library.files()
    let text = try library.run("doctor --fix")
    #expect(text.hasPrefix("Nothing was repaired."))
    #expect(library.files() == before)
    #expect(try Set(library.problems().map(\.code)) == ["misplaced-file"])
    _ = try library.run("doctor --fix=misplaced-file")
    #expect(try library.problems().isEmpty)
    #expect(library.files().keys.filter { $0.hasPrefix("sub/") }.isEmpty)
    _ = try library.run("undo")
    #expect(library.files() == before)
  }
}
