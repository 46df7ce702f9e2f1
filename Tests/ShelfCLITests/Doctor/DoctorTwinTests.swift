import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfModel

/// Tests files whose names or ids conflict.
@Suite struct DoctorTwinTests {
  private static let id = "-0000-4000-8000-000000000000"

  /// File names that contain `é` as one Unicode scalar and as two scalars refer to two files on Linux, but to the same
  /// file on macOS.
  #if os(Linux)
    @Test func namesInTwoNormalizationForms() throws {
      let library = try TestLibrary(["shelf.yaml": "format: 1\nname: Twins\n"])
      let (composed, decomposed) = ("books/caf\u{E9}.yaml", "books/cafe\u{301}.yaml")
      try library.write(composed, Array("id: b0000001\(Self.id)\ntitle: One\n".utf8))
      try library.write(decomposed, Array("id: b0000002\(Self.id)\ntitle: Two\n".utf8))
      let text = try library.run("doctor")
      #expect(text.contains("only in the encoding of accents [name-twin]"))
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

  /// Two versions of a record can be merged, regardless of the file name of the copy. `--fix` alone never turns the
  /// copy into a second record.
  @Test(arguments: [
    "dune-b0000001.sync-conflict-20261121-101500-ABCDEFG", "dune-b0000001 (Anna's conflicted copy 2026-11-21)",
    "dune-b0000001 (Conflict Anna 2018-02-20 141213)", "dune-b0000001-DESKTOP-AB12CDE", "dune-b0000001 2",
    "dune-b0000001 (1)", "dune-b0000001_Conflict", "dune-b0000001 (Case Conflict)", "copy of dune", "x",
  ])
  func versionsOfOneRecordAreMerged(_ name: String) throws {
    let text = "id: b0000001\(Self.id)\ntitle: Dune\npages: 528\n"
    let library = try TestLibrary(["shelf.yaml": "format: 1\nname: Twins\n", "books/dune-b0000001.yaml": text])
    library["books/\(name).yaml"] = text.replacing("528", with: "530") + "year: 1965\n"
    let report = try library.run("doctor --only duplicate-id")
    #expect(report.contains("duplicate-id:merge)") && report.contains("duplicate-id:merge-these)"), "\(report)")
    _ = try library.run("doctor --fix")
    #expect(library["books/\(name).yaml"] != nil)
    _ = try library.run("doctor --fix=duplicate-id:merge-these")
    #expect(library["books/\(name).yaml"] == nil)
    let merged = try #require(library["books/dune-b0000001.yaml"])
    #expect(merged.contains("pages: 530\n") && merged.contains("year: 1965\n"), "\(merged)")
  }

  /// If two copies add different values, the second one is not merged before the user chooses between the values.
  @Test func aSecondCopyDropsNothingUnannounced() throws {
    let text = "id: b0000001\(Self.id)\ntitle: Dune\n"
    let library = try TestLibrary(["shelf.yaml": "format: 1\nname: Twins\n", "books/dune-b0000001.yaml": text])
    func copy(_ number: Int) -> String { "books/dune-b0000001 (\(number)).yaml" }
    for number in 1...3 { library[copy(number)] = text + (number < 3 ? "review: Review \(number).\n" : "pages: 9\n") }
    let said = try library.run("doctor --fix=duplicate-id:merge")
    #expect(said.contains("duplicate-id was not repaired: another repair has added a different review"), "\(said)")
    #expect(library["books/dune-b0000001.yaml"] == text + "pages: 9\nreview: Review 1.\n", "\(said)")
    #expect(library[copy(1)] == nil && library[copy(3)] == nil)
    #expect(library[copy(2)] == text + "review: Review 2.\n")
    // Now the report names the choice.
    #expect(try library.run("doctor").contains("keeping the review there (--fix=duplicate-id:merge)"))
    _ = try library.run("doctor --fix=duplicate-id:merge-these")
    #expect(library["books/dune-b0000001.yaml"]?.contains("review: Review 2.\n") == true && library[copy(2)] == nil)
  }

  /// Two records that have the same id by mistake remain separate, unless the user merges them.
  @Test func differentRecordsWithOneIDAreNotMergedByThemselves() throws {
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\nname: Twins\n",
      "books/dune-b0000001.yaml": "id: b0000001\(Self.id)\ntitle: Dune\n",
      "books/emma.yaml": "id: b0000001\(Self.id)\ntitle: Emma\n",
    ])
    let report = try library.run("doctor --only duplicate-id")
    #expect(report.contains("fix: give this file a new id") && report.contains("duplicate-id:merge)"), "\(report)")
    _ = try library.run("doctor --fix=duplicate-id")
    #expect(try library.run("book list --format ids").split(separator: "\n").count == 2)
  }

  @Test func aCopyOfTheManifestIsDeletedOnlyByChoice() throws {
    let names = [
      "shelf 2.yaml", "shelf.sync-conflict-20261121-101500-ABCDEFG.yaml", "shelf-PC.yml", "shelf.yaml.orig",
      "shelf.yaml.bak", "shelf.yaml~", "shelf.yaml (copy)",
    ]
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\nname: Home\n", "shelfmark.yaml": "a: 1\n", "bookshelf.yaml": "a: [\n",
    ])
    for name in names { library[name] = "format: 1\nname: Away\n" }
    let report = try library.run("doctor")
    for name in names { #expect(report.contains("\(name): warning: a copy of shelf.yaml, which differs in name")) }
    #expect(!report.contains("shelfmark") && !report.contains("bookshelf"), "\(report)")
    _ = try library.run("doctor --fix")
    _ = try library.run("doctor --fix=manifest-copy")
    for name in names { #expect(library[name] != nil) }
    library[names[0]] = library["shelf.yaml"]
    _ = try library.run("doctor --fix=manifest-copy")
    #expect(library[names[0]] == nil && library[names[1]] != nil)
    _ = try library.run("doctor --fix=manifest-copy:delete")
    #expect(names.allSatisfy { library[$0] == nil })
    _ = try library.run("undo")
    #expect(library[names[1]] == "format: 1\nname: Away\n")
  }

  @Test(arguments: ["shelf (1).yaml", "Copy of shelf.yaml", "Kopie von shelf.yaml"])
  func aCopyOfTheManifestThatCannotBeRead(_ name: String) throws {
    let library = try TestLibrary(["shelf.yaml": "format: 1\nname: Home\n", name: "format: 1\nqueue: [\n"])
    let report = try library.run("doctor")
    #expect(report.contains("\(name): warning: a copy of shelf.yaml, which is not valid YAML"), "\(report)")
    _ = try library.run("doctor --fix=manifest-copy:delete")
    #expect(library[name] == nil)
    library[name] = "format: 1\nname: Away\n"
    #expect(try library.run("doctor").contains("\(name): warning: a copy of shelf.yaml, which differs in name"))
  }

  @Test func aCopyOfTheSourcesOfCovers() throws {
    let names = ["covers/SOURCES (Anna's conflicted copy 2026-11-21).yaml", "covers/SOURCES.yaml~"]
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\nname: Home\n", "covers/SOURCES.yaml": "a.jpg:\n  address: x\n",
      "covers/other.yaml": "a.jpg:\n  address: x\n",
    ])
    for name in names { library[name] = "b.jpg:\n  address: x\n" }
    let report = try library.run("doctor")
    for name in names {
      #expect(
        report.contains("\(name): warning: a copy of covers/SOURCES.yaml, which differs in b.jpg, a.jpg"), "\(report)")
    }
    #expect(!report.contains("other.yaml"), "\(report)")
    library[names[1]] = library["covers/SOURCES.yaml"]
    _ = try library.run("doctor --fix=manifest-copy")
    #expect(library[names[0]] != nil && library[names[1]] == nil)
    _ = try library.run("doctor --fix=manifest-copy:delete")
    #expect(library[names[0]] == nil && library["covers/SOURCES.yaml"] != nil)
    _ = try library.run("undo")
    #expect(library[names[0]] != nil)
  }

  /// The time for many files with one id or one title grows only linearly with their number.
  @Test(arguments: [true, false]) func manyFilesWithOneIDOrTitle(_ isOneID: Bool) throws {
    func seconds(_ count: Int) throws -> Double {
      var files = ["shelf.yaml": "format: 1\nname: Twins\n"]
      for number in 0..<count {
        let id = isOneID ? "b0000001" : String(format: "%08x", number)
        files["books/dune-\(number).yaml"] = "id: \(id)\(Self.id)\ntitle: Dune\npages: 1\n"
      }
      let library = try TestLibrary(files)
      return try ProcessorTime.of {
        let report = try library.run("doctor")
        #expect(isOneID == report.contains("\(count - 1) errors in"), "\(report.suffix(200))")
      }
    }
    #expect(try seconds(600) < 12 * seconds(100))
  }

  @Test func aFormerIDOfTwoRecordsIsNotPublished() throws {
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\nname: Twins\n",
      "books/dune.yaml": "id: b0000001\(Self.id)\ntitle: Dune\nformerIds: [b0000009\(Self.id)]\n",
      "books/emma.yaml": "id: b0000002\(Self.id)\ntitle: Emma\npublic: false\nformerIds: [b0000009\(Self.id)]\n",
      "quotes/a.yaml": "id: c0000001\(Self.id)\nbook: b0000009\(Self.id)\ntext: Rich.\n",
    ])
    let report = try library.run("doctor")
    #expect(report.contains("books/dune.yaml has the same former id [contested-id]"), "\(report)")
    // No repair chooses between the two records unless the user does.
    let before = library.files()
    _ = try library.run("doctor --fix")
    _ = try library.run("doctor --fix=former-id")
    #expect(library.files() == before)
    let refusal = try library.refused("publish --output out")
    #expect(refusal.contains("several records have the id b0000009; nothing was published"), "\(refusal)")
    _ = try library.run("doctor books/emma.yaml --fix=contested-id:take-out")
    #expect(try !library.run("doctor").contains("contested-id"))
  }

  /// If a file or folder blocks the former path of a deleted record, the record is restored at a different path.
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
    // A file has the path of a required folder, and a folder has the path of a required file.
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
    #expect(text.contains("dangling-reference was not repaired: genres is in the way"))
    #expect(library["books/emma-b0000002.yaml"]?.contains("status: onShelf\n") == true)
  }

  /// A copy of the library in one of its own folders is not repaired unless the user asks for it.
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
