import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests that a missing or damaged id is restored from any source that contains it, and never guessed.
@Suite struct LostIDTests {
  private static let id = "708de041-00b8-4871-83f9-0c1d2e3f4051"
  private static let named = "genres/poetry-708de041.yaml"
  private static let plain = "genres/poetry.yaml"
  private static let book = "books/beowulf-5822d2d7.yaml"

  /// Returns a library with a genre and two books. The books may refer to the genre.
  private static func library(_ genre: String, references: Bool = true, comment: String = "") throws -> TestLibrary {
    let genres = references ? "genres:\n  - \(id)\(comment)\n" : ""
    return try TestLibrary([
      "shelf.yaml": "format: 1\nname: Ids\n", genre: "id: \(id)\nname: Poetry\n",
      book: "id: 5822d2d7-36a5-4f8e-9b53-7a1c5f0e9d21\ntitle: Beowulf\n" + genres,
      "books/edda-6a0fe7aa.yaml": "id: 6a0fe7aa-a2c4-4c02-8c0e-2b1b0f7c8f11\ntitle: Edda\n" + genres,
    ])
  }

  /// Returns ids with one extra, missing or wrong character.
  private static func damaged(_ position: Int) -> [String] {
    var texts = ["'", "x", "0", " ", "-", "é"].map { inserted in
      var text = id
      text.insert(contentsOf: inserted, at: text.index(text.startIndex, offsetBy: position))
      return text
    }
    var cut = id
    cut.remove(at: cut.index(cut.startIndex, offsetBy: position))
    var other = id
    let place = other.index(other.startIndex, offsetBy: position)
    other.replaceSubrange(place...place, with: "z")
    texts += [cut, other]
    // Omits ids with leading white space, and ids that still have 32 characters apart from hyphens.
    return texts.filter { $0.trimmingPrefix(while: \.isWhitespace) == $0 && $0.filter { $0 != "-" }.count != 32 }
  }

  /// The id is restored from git or from the files that refer to the record, regardless of how it is damaged. The rest
  /// of the file does not change.
  @Test(arguments: ["git", "earlier", "references", "moved"])
  func isFoundWhereItIsKnown(_ place: String) throws {
    let path = place == "references" ? Self.plain : Self.named
    let library = try Self.library(path, references: place != "moved")
    let text = try #require(library[path])
    if place != "references" {
      try library.makeRepository()
      try library.commit("Begin", day: 1)
    }
    let step = place == "git" || place == "references" ? (TestData.isFull ? 1 : 5) : 9
    for position in stride(from: 0, to: 36, by: step) {
      for damaged in Self.damaged(position) {
        let broken = text.replacing(Self.id, with: "\"\(damaged)\"")
        library[path] = broken
        if place == "earlier" { try library.commit("Damage", day: 2) }
        var path = path
        if place == "moved" {
          library[path] = nil
          path = "genres/old/poetry-708de041.yaml"
          library[path] = broken
        }
        let output = try library.run("doctor --fix")
        #expect(library[path] == text.replacing(Self.id, with: "\"\(Self.id)\""), "\(damaged): \(output)")
        #expect(try library.examined(without: nil).filter { $0.severity == "error" }.isEmpty, "\(damaged)")
        if place == "moved" { library[path] = nil }
      }
    }
  }

  /// If nothing is left of the id, it is restored from a reference with the record's name in a comment.
  @Test(arguments: ["id:\n", "id: \"\"\n", "", "id: poetry\n", "id: [1]\n"])
  func isFoundByTheNameInAReference(_ line: String) throws {
    let library = try Self.library(Self.plain, comment: " # Poetry")
    library[Self.plain] = line + "name: Poetry\n"
    _ = try library.run("doctor --fix")
    #expect(library[Self.plain]?.contains(Self.id) == true)
    #expect(try library.problems().isEmpty)
  }

  @Test func isFoundInTheNameOfTheFile() throws {
    let library = try Self.library(Self.named, references: false)
    for damaged in ["7'08de041", "08de041", "708de04", "7708de041", "708dx041"] {
      library[Self.named] = "id: \(damaged)\(Self.id.dropFirst(8))\nname: Poetry\n"
      _ = try library.run("doctor --fix")
      #expect(library[Self.named] == "id: \(Self.id)\nname: Poetry\n", "\(damaged)")
    }
  }

  /// If no source contains the id, the user has to choose between a repaired form of the damaged id and a new id.
  @Test(arguments: [
    "708de041-00b8-4871-8'3f9-0c1d2e3f4051", "708de041-00b8-487-83f9-0c1d2e3f4051", "poetry", "708de041", "[1, 2]",
  ])
  func isAQuestionWhereItIsNotKnown(_ text: String) throws {
    let library = try Self.library(Self.plain, references: false)
    library[Self.plain] = "id: \(text)\nname: Poetry\n"
    let before = library.files()
    _ = try library.run("doctor --fix")
    _ = try library.run("doctor --fix=invalid-id")
    #expect(library.files() == before)
    let repairs = try library.problems().filter { $0.code == "invalid-id" }.flatMap(\.repairs)
    #expect(repairs.map(\.name) == (text.contains("'") ? ["old-id", "new-id"] : ["new-id"]))
    for repair in repairs {
      _ = try library.run("doctor \(repair.option)")
      #expect(try library.problems().allSatisfy { $0.code == "unused-genre" })
      try library.put(before)
    }
  }

  /// If an id is missing and no source contains it, the record gets a new one.
  @Test func isMadeWhereThereNeverWasOne() throws {
    let library = try Self.library(Self.plain, references: false)
    library[Self.plain] = "name: Poetry\n"
    _ = try library.run("doctor --fix")
    #expect(library[Self.plain]?.hasPrefix("id: 9000") == true)
  }

  /// If the id may belong to two files, or another record already has it, the user has to decide.
  @Test func isAQuestionWhereItIsContested() throws {
    let library = try Self.library(Self.plain, comment: " # Poetry")
    library[Self.plain] = "name: Poetry\n"
    library["genres/verse.yaml"] = "name: poetry\n"
    let before = library.files()
    _ = try library.run("doctor --fix --only missing-id,invalid-id")
    #expect(library.files() == before)
    library["genres/verse.yaml"] = "id: \(Self.id)\nname: Verse\n"
    library[Self.plain] = "id: x\(Self.id)\nname: Poetry\n"
    _ = try library.run("doctor --fix --only missing-id,invalid-id")
    #expect(library[Self.plain] == "id: x\(Self.id)\nname: Poetry\n")
  }

  /// If the file now contains a different record without an id, the user decides whether that record gets the old id.
  @Test(arguments: ["last", "earlier", "references", "comment", "moved"])
  func isNotGivenToAnotherRecord(_ place: String) throws {
    let path = place == "moved" || place == "last" || place == "earlier" ? Self.plain : Self.named
    let library = try Self.library(path, comment: place == "comment" ? " # Poetry" : "")
    if place == "last" || place == "earlier" || place == "moved" {
      try library.makeRepository()
      try library.commit("Begin", day: 1)
    }
    library[path] = nil
    let target = place == "moved" ? "genres/old/poetry.yaml" : path
    let other = "name: Cooking\ncolor: \"8E44AD\"\n"
    library[target] = other
    if place == "earlier" { try library.commit("Write over it", day: 2) }
    _ = try library.run("doctor --fix")
    #expect(library[target] == other)
    let repairs = try library.problems().filter { $0.code == "missing-id" }.flatMap(\.repairs)
    #expect(repairs.map(\.name) == ["old-id", "new-id"])
    let isBack = try #require(repairs.first)
    _ = try library.run("doctor \(isBack.option)")
    #expect(library[target]?.contains(Self.id) == true)
  }

  /// If the fields show that a file is in the wrong folder, it gets an id only on request, because the record would be
  /// of the wrong kind. Once it has the id, doctor can move it.
  @Test(
    arguments: ["genres/poetry-708de041.yaml", "genres/poetry.yaml", book],
    ["id: \"'ID'\"\n", "id: \"{ID}\"\n", "i'd: ID\n", ""])
  func waitsForTheRightFolder(_ path: String, _ line: String) throws {
    let library = try Self.library(path == Self.book ? Self.plain : path, comment: " # Poetry")
    let text = try #require(library[path]) + (path == Self.book ? "" : "color: \"8E44AD\"\n")
    let id = String(text.dropFirst(4).prefix(36))
    library["quotes/hwaet.yaml"] = """
      id: 1c7a1e0b-3d0e-4f0d-9a55-0b2f6c0e7a10
      book: 5822d2d7-36a5-4f8e-9b53-7a1c5f0e9d21 # Beowulf
      text: Hwæt!

      """
    library[path] = nil
    let stray = "issues/" + path.split(separator: "/")[1]
    library[stray] = line.replacing("ID", with: id) + text.drop { $0 != "\n" }.dropFirst()
    let before = library.files()
    _ = try library.run("doctor --fix")
    #expect(library.files() == before)
    let isInvalid = line.hasPrefix("id")
    let repair = try #require(
      try library.problems().first { $0.code == (isInvalid ? "invalid-id" : "missing-id") }?.repairs.first)
    _ = try library.run("doctor \(repair.option)")
    if line.hasPrefix("i'd") {
      #expect(library[stray]?.contains("id: \(id)\n") == true)
      return
    }
    _ = try library.run("doctor --fix=misplaced-file")
    #expect(library[path]?.replacing("\"", with: "").contains("id: \(id)\n") == true)
    #expect(try library.problems().isEmpty)
  }

  /// A record that has lost its id and has a new title is treated as the same record if most of its fields are
  /// unchanged.
  @Test func mostFieldsAreEnough() throws {
    let library = try Self.library(Self.plain)
    let rest = "author: Homer\nlanguage: grc\npages: 400\n"
    let id = "5822d2d7-36a5-4f8e-9b53-7a1c5f0e9d21"
    library[Self.book] = "id: \(id)\ntitle: Beowulf\n" + rest
    try library.makeRepository()
    try library.commit("Begin", day: 1)
    library[Self.book] = "title: The Odyssey\n" + rest
    _ = try library.run("doctor --fix")
    #expect(library[Self.book]?.contains(id) == true)
  }

  /// References to a record with a damaged id are not reported as dangling.
  @Test func itsReferencesDoNotDangle() throws {
    let library = try Self.library(Self.plain)
    library[Self.plain] = "id: \(Self.id.dropLast(2))\nname: Poetry\n"
    #expect(try library.problems().map(\.code) == ["invalid-id"])
    let before = library.files()
    for choice in ["delete", "detach", "restore"] { _ = try library.run("doctor --orphans=\(choice)") }
    #expect(library.files() == before)
  }

  /// The message about a damaged id lists the problems that it hides in the file, and the report mentions that there
  /// may be more.
  @Test func saysWhatItHides() throws {
    let library = try Self.library(Self.plain, references: false)
    library[Self.plain] = "id: poetry\nname: Poetry\ncolour: x\ncolor: violet\n"
    let problem = try #require(try library.problems().first)
    #expect(problem.message.hasSuffix("; it hides 2 more problems in this file (unknown-field, wrong-type)"))
    #expect(try library.run("doctor").contains("1 file cannot be read as a record: there may be more problems in it"))
  }
}
