import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import YAMLEdit

@Suite struct EditPlanTests {
  private static func id(_ number: Int) -> String { TestLibrary.id(number) }

  // MARK: Creating

  @Test func aNewFileIsWrittenInTheOrderOfTheTable() throws {
    var plan = try EditPlan.test([("genres/h.yaml", "id: \(Self.id(2))\nname: Horror\n")])
    let genres = [
      Assignment.Value(text: Self.id(2), name: "Horror"), Assignment.Value(text: Self.id(3), name: "two\nlines # x"),
    ]
    try plan.create(
      .book, recordID(1),
      [
        plan.set("review", "Good.\n\nVery good.\n", of: .book), plan.set("rating", "5", of: .book),
        plan.assignment("genres", .set, genres, .book), plan.set("title", "1984", of: .book),
        plan.set("author", "A", "No", of: .book), plan.set("isbn", "0123", of: .book),
        plan.set("dateAdded", "2026-11-21", of: .book), plan.set("synopsis", "one line", of: .book),
      ])
    #expect(plan.created.map(\.path) == ["books/1984-00000000.yaml"])
    #expect(plan.name(ofCreated: recordID(1)) == "1984")
    #expect(
      plan.text("books/1984-00000000.yaml") == """
        id: \(Self.id(1))
        title: "1984"
        author:
          - A
          - "No"
        rating: 5
        genres:
          - \(Self.id(2)) # Horror
          - \(Self.id(3)) # two lines # x
        isbn: "0123"
        dateAdded: 2026-11-21
        synopsis: one line
        review: |
          Good.

          Very good.

        """)
  }

  @Test func oneAuthorIsAText() throws {
    var plan = try EditPlan.test([])
    try plan.create(
      .book, recordID(1), [plan.set("title", "A", of: .book), plan.set("author", "No", of: .book)])
    #expect(plan.text("books/a-00000000.yaml") == "id: \(Self.id(1))\ntitle: A\nauthor: \"No\"\n")
  }

  @Test func whatEachKindLooksLike() throws {
    var plan = try EditPlan.test([("books/sf/dune.yaml", "id: \(Self.id(9))\ntitle: Dune\n")])
    try plan.create(
      .genre, recordID(1), [plan.set("name", "Łódź", of: .genre), plan.set("color", "000000", of: .genre)])
    try plan.create(.tag, recordID(2), [plan.set("name", "x", of: .tag)])
    let book = try plan.assignment("book", .set, [Assignment.Value(text: Self.id(9), name: "Dune")], .quote)
    try plan.create(
      .quote, recordID(3),
      [book, plan.set("text", "Fear is the mind-killer.", of: .quote), plan.set("page", "012", of: .quote)])
    try plan.create(
      .issue, recordID(4), [plan.set("title", "T", of: .issue), plan.set("completed", "false", of: .issue)])
    #expect(
      plan.changes.map(\.path) == [
        "genres/lodz-00000000.yaml", "tags/x-00000000.yaml", "quotes/dune/fear-is-the-mind-killer-00000000.yaml",
        "issues/t-00000000.yaml",
      ])
    #expect(plan.changes.allSatisfy { $0.old == nil })
    #expect(plan.text("genres/lodz-00000000.yaml") == "id: \(Self.id(1))\nname: Łódź\ncolor: \"000000\"\n")
    #expect(
      plan.text("quotes/dune/fear-is-the-mind-killer-00000000.yaml")
        == "id: \(Self.id(3))\nbook: \(Self.id(9)) # Dune\npage: \"012\"\ntext: Fear is the mind-killer.\n")
    #expect(plan.text("issues/t-00000000.yaml") == "id: \(Self.id(4))\ntitle: T\ncompleted: false\n")
  }

  /// New records are read back exactly as they were specified, and need no further change.
  @Test func newRecordsReadAsTheyWereGiven() throws {
    let seed = SeededGenerator.seedOfRun
    print("new records: seed \(seed)")
    let library = try TestLibrary.make([
      ("genres/a.yaml", "id: \(Self.id(901))\nname: A\n"), ("genres/b.yaml", "id: \(Self.id(902))\nname: B\n"),
      ("books/a.yaml", "id: \(Self.id(903))\ntitle: A\n"), ("tags/a.yaml", "id: \(Self.id(904))\nname: T\n"),
    ])
    var shapes = EditShapes(library: library, random: SeededGenerator(seed: seed))
    let nothing = try #require(library.record(recordID(903)))
    for number in 1...(TestData.isFull ? 5000 : 250) {
      let kind = shapes.random.pick(Kind.allCases)
      var assignments: [Assignment] = []
      for field in library.schema.fields(of: kind) where field.type != .id {
        let edits = shapes.edits(of: field, in: nothing, texts: 2).filter { $0.operation == .set }
        if let edit = edits.randomElement(using: &shapes.random) { assignments.append(edit) }
      }
      var plan = EditPlan(library, now: EditPlan.testNow)
      try plan.create(kind, recordID(number), assignments)
      let change = try #require(plan.changes.first)
      let record = try TestLibrary.record(change.path, change.new ?? [], library.schema)
      #expect(record.id == recordID(number))
      for assignment in assignments {
        let texts = assignment.values.map(\.text)
        #expect(record.texts(of: assignment.field) == texts, "\(assignment.field.key), seed \(seed)")
      }
      #expect(record.unknownFields.isEmpty)
      var again = EditPlan(
        Library(root: "/", manifest: library.manifest, schema: library.schema, records: [record], unreadable: []),
        now: EditPlan.testNow)
      for assignment in assignments where assignment.field.key != "modificationDate" {
        try again.change(record, [assignment])
      }
      #expect(again.changes.isEmpty)
    }
  }

  // MARK: The date of an issue

  @Test func anIssueGetsTheDateOfItsChange() throws {
    let file = "id: \(Self.id(1))\ntitle: T # mine\nmodificationDate: 2020-01-01 # long ago\ncontent: x\n"
    var plan = try EditPlan.test([
      ("issues/a.yaml", file), ("issues/b.yaml", "id: \(Self.id(2))\ntitle: U\nowner: me\n"),
    ])
    try plan.change(plan.record(1), [plan.set("title", "New", of: .issue)])
    try plan.change(plan.record(2), [plan.set("completed", "true", of: .issue)])
    #expect(
      plan.text("issues/a.yaml")
        == "id: \(Self.id(1))\ntitle: New # mine\nmodificationDate: 2026-11-21T10:00:00Z # long ago\ncontent: x\n")
    #expect(
      plan.text("issues/b.yaml")
        == "id: \(Self.id(2))\ntitle: U\ncompleted: true\nmodificationDate: 2026-11-21T10:00:00Z\nowner: me\n")
    #expect(plan.changed.map(\.path) == ["issues/a.yaml", "issues/b.yaml"])
  }

  @Test func whatHoldsAlreadyIsNoChange() throws {
    let file =
      "id: \(Self.id(1))\ntitle: 'T'\npriority: HIGH\ncompleted: Yes\ntags: \(Self.id(7).uppercased()) # t\n"
      + "creationDate: 2026-11-21 12:00:00 +02:00\n"
    var plan = try EditPlan.test([("issues/a.yaml", file)])
    let issue = try plan.record(1)
    try plan.change(
      issue,
      [
        plan.set("title", "T", of: .issue), plan.set("priority", "high", of: .issue),
        plan.set("completed", "true", of: .issue), plan.set("content", of: .issue),
        plan.set("creationDate", "2026-11-21T10:00:00Z", of: .issue),
        plan.set("tags", Self.id(7), of: .issue),
        plan.assignment("tags", .add, [Assignment.Value(text: Self.id(7), name: "other")], .issue),
        plan.assignment("tags", .remove, [Assignment.Value(text: Self.id(8))], .issue),
      ])
    #expect(plan.changes.isEmpty && plan.changed.isEmpty)
    // The title changes and changes back within one plan.
    try plan.change(issue, [plan.set("title", "U", of: .issue), plan.set("title", "T", of: .issue)])
    #expect(plan.changes.isEmpty)
  }

  @Test func otherKindsHaveNoSuchDate() throws {
    var plan = try EditPlan.test([("books/a.yaml", "id: \(Self.id(1))\ntitle: T\nmodificationDate: mine\n")])
    try plan.change(plan.record(1), [plan.set("rating", "5", of: .book)])
    #expect(plan.text("books/a.yaml") == "id: \(Self.id(1))\ntitle: T\nrating: 5\nmodificationDate: mine\n")
  }

  // MARK: Names and identities

  @Test func namesOfGenresAndTagsAreUnique() throws {
    var plan = try EditPlan.test([
      ("genres/a.yaml", "id: \(Self.id(1))\nname: Horror\n"), ("genres/b.yaml", "id: \(Self.id(2))\nname: Fantasy\n"),
      ("tags/a.yaml", "id: \(Self.id(3))\nname: horror\n"), ("books/a.yaml", "id: \(Self.id(4))\ntitle: Dune\n"),
    ])
    for name in ["Horror", "HORROR", "horror"] {
      let error = #expect(throws: EditError.self) {
        try plan.create(.genre, recordID(9), [plan.set("name", name, of: .genre)])
      }
      guard case .nameTaken(name, let other, _)? = error, other.path == "genres/a.yaml" else {
        Issue.record("\(name) is not refused")
        continue
      }
      #expect(throws: EditError.self) {
        try plan.change(plan.record(2), [plan.set("name", name, of: .genre)])
      }
    }
    #expect(plan.changes.isEmpty)
    try plan.change(plan.record(1), [plan.set("name", "HORROR", of: .genre)])
    try plan.create(.tag, recordID(9), [plan.set("name", "Fantasy", of: .tag)])
    try plan.create(.book, recordID(10), [plan.set("title", "Dune", of: .book)])
    #expect(plan.changes.count == 3)
  }

  @Test func twoFilesWithOneIDAreNotEdited() throws {
    let original = try EditPlan.test([
      ("books/a.yaml", "id: \(Self.id(1))\ntitle: A\n"), ("books/b.yaml", "id: \(Self.id(1))\ntitle: A\n"),
    ])
    let book = try original.record(1)
    let edit = try original.set("rating", "5", of: .book)
    for attempt in [{ try $0.change(book, [edit]) }, { try $0.delete(book) }] as [(inout EditPlan) throws -> Void] {
      var plan = original
      let error = #expect(throws: EditError.self) { try attempt(&plan) }
      guard case .duplicateID(recordID(1), ["books/a.yaml", "books/b.yaml"])? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(plan.changes.isEmpty)
    }
  }

  // MARK: Whole files

  @Test func aFileThatWasTypedKeepsItsDate() throws {
    let old = "id: \(Self.id(1))\ntitle: A\nmodificationDate: 2020-01-01\n"
    var plan = try EditPlan.test([("issues/a.yaml", old)])
    let issue = try plan.record(1)
    let typed = old.replacing("title: A", with: "title: B # x")
    try plan.replace("issues/a.yaml", issue.source, with: Array(typed.utf8), issue)
    #expect(
      plan.text("issues/a.yaml") == "id: \(Self.id(1))\ntitle: B # x\nmodificationDate: 2026-11-21T10:00:00Z\n")
    #expect(plan.changes.first?.old == Array(old.utf8))
    let dated = old.replacing("2020", with: "2021")
    try plan.replace("issues/a.yaml", issue.source, with: Array(dated.utf8), issue)
    #expect(plan.text("issues/a.yaml") == dated)
    #expect(throws: EditError.self) {
      try plan.replace("issues/a.yaml", issue.source, with: Array("a: [".utf8), issue)
    }
  }
}
