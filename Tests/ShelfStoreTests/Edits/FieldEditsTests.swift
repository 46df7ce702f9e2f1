import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import YAMLEdit

/// Tests that an edit of a field changes only the lines of that field, and as few of those lines as possible.
@Suite struct FieldEditsTests {
  private static func id(_ number: Int) -> String { TestLibrary.id(number) }

  struct Edit: Sendable, CustomTestStringConvertible {
    var key: String
    var operation: Assignment.Operation
    var values: [Assignment.Value]
    var before: String
    var after: String

    init(_ key: String, _ operation: Assignment.Operation, _ texts: [String], _ before: String, _ after: String) {
      self.key = key
      self.operation = operation
      values = texts.map { text in
        let parts = text.split(separator: "#", maxSplits: 1)
        return Assignment.Value(text: String(parts[0]), name: parts.count > 1 ? String(parts[1]) : nil)
      }
      self.before = before
      self.after = after
    }

    var testDescription: String { "\(key) \(operation) \(values.map(\.text)) in \(before.debugDescription)" }
  }

  private static let (g, h, i) = (id(11), id(12), id(13))

  /// Edits, each with the lines of a book before and after it. In the file, lines with the id and the title precede
  /// them.
  static let edits: [Edit] = [
    // A field with a former key keeps its position and its key.
    Edit("synopsis", .set, ["new"], "summary: old # c\nyear: 1\n", "summary: new # c\nyear: 1\n"),
    Edit("recommendedBy", .set, ["Eva"], "recomendedBy: 'Anna'\n", "recomendedBy: 'Eva'\n"),
    Edit("recommendedBy", .set, [], "year: 1\nrecomendedBy: Anna\n", "year: 1\n"),
    Edit("genres", .add, [h + "#H"], "genre: \(g) # G\n", "genre:\n  - \(g) # G\n  - \(h) # H\n"),
    Edit("genres", .remove, [g], "genre: [\(g), \(h)]\n", "genre: [\(h)]\n"),
    // A value that is not text is cleared and replaced like text.
    Edit("author", .set, [], "notes: &p x\nauthor: *p\nyear: 1\n", "notes: &p x\nyear: 1\n"),
    Edit("author", .set, [], "author: {a: b}\nyear: 1\n", "year: 1\n"),
    Edit("author", .set, [], "author:\n  a: b\n  # c: d\nyear: 1\n", "  # c: d\nyear: 1\n"),
    Edit("author", .set, [], "author:\n  - a: b\n  - [c]\nyear: 1\n", "year: 1\n"),
    Edit("author", .set, ["A"], "author: [A, {b: c}]\n", "author: [A]\n"),
    Edit("series", .set, ["S"], "series: {name: A}\n", "series: S\n"),
    // A plain `~` means that there is no value.
    Edit("author", .set, ["A"], "author: ~\n", "author: A\n"),
    Edit("author", .add, ["A"], "author: ~ # c\n", "author: A # c\n"),
    Edit("author", .add, ["A"], "author: \"~\"\n", "author:\n  - \"~\"\n  - A\n"),
    Edit("genres", .add, [h + "#H"], "genres: ~\n", "genres:\n  - \(h) # H\n"),
    // A list on one line has no room for the name of a record, so it is split into lines.
    Edit(
      "genres", .add, [h + "#H"], "genres: [\(g)] # c\n", "genres: [\n  \(g),\n  \(h) # H\n  ] # c\n"),
    Edit("genres", .add, [h + "#H"], "author: [A, B]\n", "author: [A, B]\ngenres: [\n  \(h) # H\n  ]\n"),
    // A tag is removed together with the value that it describes.
    Edit("author", .set, ["A"], "author: !secret x\n", "author: A\n"),
    Edit("author", .set, ["A"], "author: !!map {a: b}\n", "author: A\n"),
    Edit("author", .add, ["A"], "author: !secret x\n", "author:\n  - !secret x\n  - A\n"),
    // A new field follows commented-out items.
    Edit(
      "status", .set, ["wanted"], "author:\n  - A\n  # - B\nyear: 1\n",
      "author:\n  - A\n  # - B\nstatus: wanted\nyear: 1\n"),
    // The current key takes precedence over a former one.
    Edit("synopsis", .set, ["new"], "summary: old\nsynopsis: s\n", "summary: old\nsynopsis: new\n"),
    // Adding an item turns a single text or reference into a list. Removing items does not turn the list back.
    Edit("author", .add, ["B"], "author: A # c\n", "author:\n  - A # c\n  - B\n"),
    Edit("author", .add, ["B"], "author: \"A\"\n", "author:\n  - \"A\"\n  - B\n"),
    Edit("author", .remove, ["B"], "author:\n  - A # c\n  - B\n", "author:\n  - A # c\n"),
    Edit("author", .remove, ["A"], "author: A\nyear: 1\n", "year: 1\n"),
    Edit("author", .set, ["B"], "author: [A, B] # c\n", "author: [B] # c\n"),
    Edit("author", .set, ["B", "A"], "author: [A, B] # c\n", "author: [B, A] # c\n"),
    Edit("genres", .add, [h + "#H"], "genres: []\n", "genres:\n  - \(h) # H\n"),
    Edit("genres", .add, [h + "#H"], "genres:\nyear: 1\n", "genres:\n  - \(h) # H\nyear: 1\n"),
    Edit("genres", .add, [h + "#H"], "", "genres:\n  - \(h) # H\n"),
    Edit("genres", .add, [h + "#H"], "genres:\n- \(g) # G\n# c\n", "genres:\n- \(g) # G\n- \(h) # H\n# c\n"),
    Edit("genres", .add, [h, h], "genres: [\(g)]\n", "genres: [\(g), \(h)]\n"),
    Edit(
      "genres", .remove, [g], "genres:\n  # above\n  - \(g) # G\n  - \(h) # H\n", "genres:\n  # above\n  - \(h) # H\n"),
    Edit("genres", .remove, [g.uppercased(), h], "genres: [\(g), \(h)]\nyear: 1\n", "year: 1\n"),
    Edit("genres", .remove, [g], "genres: [\(g), \(h), \(g)]\n", "genres: [\(h)]\n"),
    Edit(
      "genres", .set, [i + "#I", g + "#G"], "genres:\n  - \(g) # mine\n", "genres:\n  - \(i) # I\n  - \(g) # G\n"),
    Edit("genres", .set, [h + "#H"], "genre: \(g) # G\nyear: 1\n", "genre: \(h) # H\nyear: 1\n"),
    Edit("genres", .set, [h, i + "#I"], "genre: \(g) # G\n", "genre:\n  - \(h)\n  - \(i) # I\n"),
    Edit("genres", .set, [g, h + "#H"], "genres: \(g) # mine\n", "genres:\n  - \(g) # mine\n  - \(h) # H\n"),
    Edit("author", .set, ["B", "A"], "author: A # c\n", "author: # c\n  - B\n  - A\n"),
    Edit("author", .add, ["B"], "author:\nyear: 1\n", "author: B\nyear: 1\n"),
    // Invalid items are kept when other items are added and removed.
    Edit("genres", .add, [h], "genres: [\(g), {a: 1}]\n", "genres: [\(g), {a: 1}, \(h)]\n"),
    Edit("genres", .add, [h], "genres:\n  -\n  - \(g)\n", "genres:\n  -\n  - \(g)\n  - \(h)\n"),
    Edit("genres", .remove, [g], "genres:\n  - \(g)\n  - {a: 1}\n", "genres:\n  - {a: 1}\n"),
    Edit("genres", .remove, [g], "genres: [\(g), '']\nyear: 1\n", "year: 1\n"),
    Edit("author", .remove, ["A"], "author: [A, [B]]\n", "author: [[B]]\n"),
    // The position of a new field.
    Edit("rating", .set, ["5"], "author: A\nyear: 1\n", "author: A\nrating: 5\nyear: 1\n"),
    Edit("rating", .set, ["5"], "\n# notes\nshelfmark: x\n", "rating: 5\n\n# notes\nshelfmark: x\n"),
    Edit("rating", .set, ["5"], "review: |\n  x\n", "rating: 5\nreview: |\n  x\n"),
    Edit("review", .set, ["a\nb\n"], "year: 1\nshelfmark: x\n", "year: 1\nreview: |\n  a\n  b\nshelfmark: x\n"),
    Edit("review", .set, ["b"], "review: | # c\n  a\n\nyear: 1\n", "review: |- # c\n  b\n\nyear: 1\n"),
    Edit("rating", .set, [], "rating: 5 # c\n# d\n", "# d\n"),
    // Invalid values are replaced.
    Edit("rating", .set, ["4"], "rating: many # c\n", "rating: 4 # c\n"),
    Edit("rating", .set, ["4"], "rating: [1, 2]\n", "rating: 4\n"),
    Edit("rating", .set, ["4"], "rating: {a: 1}\nyear: 1\n", "rating: 4\nyear: 1\n"),
    Edit("genres", .add, [h], "genres: [Horror]\n", "genres: [Horror, \(h)]\n"),
    // Quotation marks are kept, and added if necessary.
    Edit("isbn", .set, ["2"], "isbn: '1'\n", "isbn: '2'\n"),
    Edit("isbn", .set, ["2"], "isbn: 1\n", "isbn: \"2\"\n"),
    Edit("year", .set, ["2"], "year: '1'\n", "year: '2'\n"),
    Edit("year", .set, ["2"], "year: 0x1\n", "year: 2\n"),
    Edit("series", .set, ["a: b"], "series: a\n", "series: \"a: b\"\n"),
    Edit("dateAdded", .set, ["2026-11-21"], "dateAdded: 2020-01-01T10:00:00Z\n", "dateAdded: 2026-11-21\n"),
    // Anchors and tags.
    Edit("year", .set, ["2"], "year: &y !!int 1\npages: *y\n", "year: &y 2\npages: *y\n"),
    Edit("pages", .set, ["3"], "year: &y 1\npages: *y\n", "year: &y 1\npages: 3\n"),
  ]

  @Test(arguments: edits) func onlyTheLinesOfTheField(_ edit: Edit) throws {
    let start = "# a book\nid: \(Self.id(1))\ntitle: T\n"
    for (mark, end) in [("", "\n"), ("\u{FEFF}", "\n"), ("", "\r\n")] {
      let before = (mark + start + edit.before).replacing("\n", with: end)
      let after = (mark + start + edit.after).replacing("\n", with: end)
      var plan = try EditPlan.test([("books/a.yaml", before)])
      try plan.change(plan.record(1), [plan.assignment(edit.key, edit.operation, edit.values, .book)])
      #expect(plan.text("books/a.yaml") == after)
    }
  }

  @Test func severalAssignmentsAreMadeTogetherOrNotAtAll() throws {
    var plan = try EditPlan.test([("books/a.yaml", "id: \(Self.id(1))\ntitle: T\nyear: &y 1\npages: *y\n")])
    let book = try plan.record(1)
    let rating = try plan.set("rating", "5", of: .book)
    // An anchor cannot be removed while an alias refers to it.
    let year = try plan.set("year", of: .book)
    let error = #expect(throws: EditError.self) { try plan.change(book, [rating, year]) }
    guard case .refused("books/a.yaml", let refusal)? = error else {
      Issue.record("the edit is not refused")
      return
    }
    #expect(refusal.reason == "an alias refers to the anchor that would be removed")
    #expect(plan.changes.isEmpty && plan.changed.isEmpty)
    try plan.change(book, [rating])
    try plan.change(book, [plan.set("series", "S", of: .book)])
    #expect(
      plan.text("books/a.yaml")
        == "id: \(Self.id(1))\ntitle: T\nrating: 5\nseries: S\nyear: &y 1\npages: *y\n")
    #expect(plan.changed.count == 1)
    let series = try #require(plan.library.schema.field("series", of: .book))
    #expect(plan.texts(of: series, in: book) == (old: [], new: ["S"]))
  }

  /// Adding an item never discards a value that is neither a list nor text.
  @Test(arguments: ["{a: 1}", "*y"]) func nothingIsAddedToWhatIsNoList(_ value: String) throws {
    var plan = try EditPlan.test([("books/a.yaml", "id: \(Self.id(1))\ntitle: T\nyear: &y 1\nauthor: \(value)\n")])
    let author = try plan.assignment("author", .add, [Assignment.Value(text: "A")], .book)
    #expect(throws: EditError.self) { try plan.change(plan.record(1), [author]) }
    #expect(plan.changes.isEmpty)
  }

  /// The reported change contains only the edited field, even if other fields have unusual values.
  @Test func onlyTouchedFieldsChange() throws {
    let text =
      "id: \(Self.id(1))\ntitle: T\nauthor: &p [A]\nrecommendedBy: *p\nseries: {name: A}\ngenres: [[x]]\nreview: ~\n"
    var plan = try EditPlan.test([("books/a.yaml", text)])
    let book = try plan.record(1)
    try plan.change(book, [plan.set("year", "1", of: .book)])
    func changed() -> [String] {
      plan.library.schema.fields(of: .book).filter {
        plan.texts(of: $0, in: book).old != plan.texts(of: $0, in: book).new
      }
      .map(\.key)
    }
    #expect(changed() == ["year"])
    try plan.change(book, [plan.set("series", of: .book), plan.set("review", of: .book)])
    #expect(changed() == ["series", "year"])
    #expect(plan.text("books/a.yaml")?.contains("review") == false)
    #expect(plan.changes(in: book).map(\.field.key) == ["series", "year", "review"])
    let series = try #require(plan.library.schema.field("series", of: .book))
    #expect(plan.texts(of: series, in: book) == (old: ["{name: A}"], new: []))
  }

  @Test func recordsInBraces() throws {
    var plan = try EditPlan.test([("books/a.yaml", "{id: \(Self.id(1)), title: T, genres: [\(Self.g)]} # c\n")])
    try plan.change(
      plan.record(1),
      [
        plan.set("rating", "5", of: .book), plan.set("review", "a\nb", of: .book),
        plan.set("title", "a, b", of: .book),
        plan.assignment("genres", .add, [Assignment.Value(text: Self.h, name: "H")], .book),
      ])
    #expect(
      plan.text("books/a.yaml")
        == "{id: \(Self.id(1)), title: \"a, b\", rating: 5, genres: [\(Self.g), \(Self.h)], review: \"a\\nb\"} # c\n")
  }

  @Test func ownFieldsAreFieldsLikeOthers() throws {
    let own = [Kind.book: [Field("shelfmark", .text, "Own"), Field("moods", .references(.tag), "Own")]]
    var plan = try EditPlan.test(
      [
        ("books/a.yaml", "id: \(Self.id(1))\ntitle: T\nmoods: [\(Self.id(5))]\nshelfmark: A 1 # c\n"),
        ("tags/a.yaml", "id: \(Self.id(5))\nname: dark\n"),
      ], own: own)
    try plan.change(plan.record(1), [plan.set("shelfmark", "012", of: .book)])
    try plan.delete(plan.record(5))
    #expect(plan.text("books/a.yaml") == "id: \(Self.id(1))\ntitle: T\nshelfmark: \"012\" # c\n")
  }
}
