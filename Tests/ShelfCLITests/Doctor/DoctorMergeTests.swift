import Testing

@testable import ShelfCLI

/// Tests merging two records of the same thing.
@Suite(.serialized, .sharesProcess)
struct DoctorMergeTests {
  private static let id = "-0000-4000-8000-000000000000"
  private static let (kept, merged) = ("books/emma-b0000001.yaml", "books/emma-b0000002.yaml")

  private static func library() throws -> TestLibrary {
    try TestLibrary([
      "shelf.yaml": "format: 1\nname: Merge\n",
      kept: "id: b0000001\(id)\ntitle: Emma\nauthor: Jane Austen\nrating: 4 # at first\nisbn: \"9780141439587\"\n"
        + "review: Clever.\n",
      merged: "id: b0000002\(id)\ntitle: Emma\nauthor: Jane Austen\nrating: 5\nyear: 1815\nreview: Rich.\n",
      "quotes/rich-c0000001.yaml": "id: c0000001\(id)\nbook: b0000002\(id) # Emma\ntext: Handsome, clever, and rich.\n",
      "issues/a-f0000001.yaml": "id: f0000001\(id)\ntitle: A\nbooks:\n  - b0000001\(id) # Emma\n",
      "issues/b-f0000002.yaml":
        "id: f0000002\(id)\ntitle: B\nbooks:\n  - b0000002\(id) # Emma\n  - b0000001\(id) # Emma\n",
    ])
  }

  @Test func asksAboutEachFieldThatBothHave() throws {
    let library = try Self.library()
    let screen = try library.runOnTerminal("doctor --interactive", typing: "3\n2\n\ny\n", columns: 100)
    #expect(screen.contains("merge them, choosing the rating and review"), "\(screen)")
    #expect(screen.contains("Which rating?\n* 1  4\n  2  5\n"), "\(screen)")
    #expect(screen.contains("* 3  both, one after the other"))
    expect(
      library[Self.kept] ?? "",
      is: """
        id: b0000001\(Self.id)
        title: Emma
        author: Jane Austen
        rating: 5 # at first
        isbn: "9780141439587"
        year: 1815
        review: |
          Clever.

          Rich.
        formerIds:
          - b0000002\(Self.id) # Emma
        """)
    #expect(library[Self.merged] == nil)
    #expect(library["quotes/rich-c0000001.yaml"]?.contains("book: b0000001\(Self.id) # Emma\n") == true)
    #expect(library["issues/b-f0000002.yaml"]?.contains("b0000002") == false)
    #expect(try library.problems().isEmpty)
  }

  /// A reference to the id of the merged record, for example from a branch without the merge, still leads to the
  /// remaining record.
  @Test func theLostIDLeadsToTheOneThatStays() throws {
    let library = try Self.library()
    let before = library.files()
    #expect(try library.run("doctor --fix=probable-duplicate").contains("probable-duplicate:merge"))
    #expect(library.files() == before)
    _ = try library.run("doctor --fix=probable-duplicate:merge")
    #expect(library[Self.kept]?.contains("rating: 4 # at first\n") == true)
    library["quotes/late-c0000002.yaml"] =
      "id: c0000002\(Self.id)\nbook: b0000002\(Self.id) # Emma\ntext: Seldom, very seldom.\n"
    let problems = try library.problems()
    #expect(problems.map(\.code) == ["former-id"] && problems.map(\.severity) == ["note"])
    #expect(try library.run("quote list book:emma").contains("Seldom"))
    _ = try library.run("doctor --fix")
    #expect(try library.problems().isEmpty)
    _ = try library.run("undo")
    _ = try library.run("undo")
    library["quotes/late-c0000002.yaml"] = nil
    #expect(library.files() == before)
  }

  /// Tests undeclared fields that occur in one or both files, with equal or different values.
  @Test(arguments: [
    ("mood: calm # in May\n", "", "mood: calm # in May\n"), ("mood: calm\n", "mood: calm\n", "mood: calm\n"),
    ("mood:\n  - calm # once\n  - glad\n", "mood:\n", "mood:\n  - calm # once\n  - glad\n"), ("mood: ~\n", "", ""),
    ("mood: calm\n", "mood: glad\n", "mood: glad\n"),
  ])
  func undeclaredFields(_ merged: String, _ kept: String, _ result: String) throws {
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\nname: Merge\n",
      Self.kept: "id: b0000001\(Self.id)\ntitle: Emma\nauthor: Jane Austen\nyear: 1815\n" + kept,
      Self.merged: "id: b0000002\(Self.id)\ntitle: Emma\nauthor: Jane Austen\n" + merged,
    ])
    _ = try library.run("doctor --fix=probable-duplicate:merge")
    #expect(library[Self.merged] == nil)
    expect(
      library[Self.kept] ?? "",
      is: """
        id: b0000001\(Self.id)
        title: Emma
        author: Jane Austen
        year: 1815
        \(result)formerIds:
          - b0000002\(Self.id) # Emma
        """)
  }

  /// The repair `merge-these` keeps the field of the other file. If the values are mappings, the records cannot be
  /// merged.
  @Test func undeclaredFieldsThatDiffer() throws {
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\nname: Merge\n",
      Self.kept: "id: b0000001\(Self.id)\ntitle: Emma\nauthor: Jane Austen\nyear: 1815\nmood: calm\n",
      Self.merged: "id: b0000002\(Self.id)\ntitle: Emma\nauthor: Jane Austen\nmood: glad # in May\n",
    ])
    let before = library.files()
    _ = try library.run("doctor --fix=probable-duplicate:merge-these")
    #expect(library[Self.kept]?.contains("\nmood: glad # in May\n") == true, "\(library[Self.kept] ?? "")")
    _ = try library.run("undo")
    #expect(library.files() == before)
    library[Self.merged] = "id: b0000002\(Self.id)\ntitle: Emma\nauthor: Jane Austen\nmood: {may: glad}\n"
    let nested = library.files()
    _ = try library.run("doctor --fix=probable-duplicate:merge")
    #expect(library.files() == nested)
  }

  /// A record that somebody added quickly is merged into the complete one, whose spelling remains, even if its file
  /// comes first and records refer to it.
  @Test func theRecordWithMoreValuesRemains() throws {
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\nname: Merge\n",
      Self.kept: "id: b0000001\(Self.id)\ntitle: Germinal\nauthor: Emile Zola\n",
      Self.merged: "id: b0000002\(Self.id)\ntitle: Germinal\nauthor: Émile Zola\nyear: 1885\npages: 591\n",
      "quotes/rich-c0000001.yaml": "id: c0000001\(Self.id)\nbook: b0000001\(Self.id) # Germinal\ntext: Du pain!\n",
    ])
    _ = try library.run("doctor --fix=probable-duplicate")
    #expect(library[Self.kept] == nil)
    #expect(library[Self.merged]?.contains("\nauthor: Émile Zola\nyear: 1885\n") == true)
    #expect(library["quotes/rich-c0000001.yaml"]?.contains("book: b0000002\(Self.id)") == true)
  }

  /// Books with different numbers of copies are merged as copies. If they share a number, they are one book that was
  /// recorded twice.
  @Test(arguments: [("010111", true), ("010031", false)]) func copies(_ number: String, _ isCopy: Bool) throws {
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\nname: Merge\nfields: {book: {barcodes: {type: text}}}\n",
      Self.kept: "id: b0000001\(Self.id)\ntitle: Krabat\nauthor: Otfried Preußler\nbarcodes: \"\(number)\"\n",
      Self.merged: "id: b0000002\(Self.id)\ntitle: Krabat\nauthor: Otfried Preußler\nyear: 1971\ncopies: 2\n"
        + "barcodes: 010031; 010032\n",
    ])
    let before = library.files()
    let said = try library.run("doctor --fix=probable-duplicate")
    #expect(said.contains("as another copy") == isCopy, "\(said)")
    if isCopy {
      let text = library[Self.merged] ?? ""
      #expect(library[Self.kept] == nil)
      #expect(text.contains("copies: 3\n") && text.contains("010031; 010032; 010111"), "\(text)")
    } else {
      #expect(library.files() == before)
    }
  }
}
