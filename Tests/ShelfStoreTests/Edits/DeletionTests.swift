import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore

/// Tests what deleting a record does to the records that refer to it, for every relation.
@Suite struct DeletionTests {
  private static func id(_ number: Int) -> String { TestLibrary.id(number) }

  static let shelf: [(path: String, text: String)] = [
    ("books/a.yaml", "id: \(id(1))\ntitle: A\ngenres:\n  - \(id(11)) # G\n  - \(id(12)) # H\n"),
    ("books/b.yaml", "id: \(id(2))\ntitle: B\ngenre: \(id(11))\nformerIds: [\(id(3))]\n"),
    ("quotes/a/1.yaml", "id: \(id(21))\nbook: \(id(1))\ntext: x\n"),
    ("quotes/a/2.yaml", "id: \(id(22))\nbook: \(id(1))\ntext: y\n"),
    ("quotes/b/1.yaml", "id: \(id(23))\nbook: \(id(3))\ntext: z\n"), ("quotes/o.yaml", "id: \(id(24))\ntext: o\n"),
    ("genres/g.yaml", "id: \(id(11))\nname: G\n"), ("genres/h.yaml", "id: \(id(12))\nname: H\nformerIds: \(id(13))\n"),
    ("tags/t.yaml", "id: \(id(31))\nname: T\n"),
    (
      "issues/i.yaml",
      "id: \(id(41))\ntitle: I\ntags: [\(id(31))] # t\nbooks: [\(id(1)), \(id(3)), \(id(99))]\nmodificationDate: 2020-01-01\n"
    ),
    ("issues/j.yaml", "id: \(id(42))\ntitle: J\nbooks: {a: \(id(1))}\n"),
  ]

  private static let date = "modificationDate: 2026-11-21T10:00:00Z\n"

  /// For each deleted record, the deleted files and the new texts of the changed files.
  static let deletions: [(number: Int, gone: [String], changed: [String: String])] = [
    (
      1, ["books/a.yaml", "quotes/a/1.yaml", "quotes/a/2.yaml"],
      ["issues/i.yaml": "id: \(id(41))\ntitle: I\ntags: [\(id(31))] # t\nbooks: [\(id(3)), \(id(99))]\n" + date]
    ),
    (
      2, ["books/b.yaml", "quotes/b/1.yaml"],
      ["issues/i.yaml": "id: \(id(41))\ntitle: I\ntags: [\(id(31))] # t\nbooks: [\(id(1)), \(id(99))]\n" + date]
    ),
    (
      11, ["genres/g.yaml"],
      [
        "books/a.yaml": "id: \(id(1))\ntitle: A\ngenres:\n  - \(id(12)) # H\n",
        "books/b.yaml": "id: \(id(2))\ntitle: B\nformerIds: [\(id(3))]\n",
      ]
    ),
    (12, ["genres/h.yaml"], ["books/a.yaml": "id: \(id(1))\ntitle: A\ngenres:\n  - \(id(11)) # G\n"]),
    (
      31, ["tags/t.yaml"],
      ["issues/i.yaml": "id: \(id(41))\ntitle: I\nbooks: [\(id(1)), \(id(3)), \(id(99))]\n" + date]
    ),
    (41, ["issues/i.yaml"], [:]), (21, ["quotes/a/1.yaml"], [:]), (24, ["quotes/o.yaml"], [:]),
  ]

  @Test(arguments: deletions)
  func deleting(_ number: Int, _ gone: [String], _ changed: [String: String]) throws {
    var plan = try EditPlan.test(Self.shelf)
    let target = try plan.record(number)
    try plan.delete(target)
    for _ in 0..<2 {
      #expect(Set(plan.deleted.map(\.path)) == Set(gone))
      #expect(Set(plan.changes.filter { $0.new == nil }.map(\.path)) == Set(gone))
      #expect(Set(plan.changed.map(\.path)) == Set(changed.keys))
      for (path, expected) in changed { #expect(plan.text(path) == expected) }
      for change in plan.changes { #expect(change.old == plan.library.record(at: change.path)?.source) }
      #expect(plan.changes.count == gone.count + changed.count)
      // Deleting a record twice has no effect.
      try plan.delete(target)
    }
  }

  @Test(arguments: [[1, 41], [41, 1], [1, 2, 41], [41, 2, 1], [21, 1], [1, 21], [11, 12], [31, 41, 11, 1]])
  func deletingSeveral(_ numbers: [Int]) throws {
    var plan = try EditPlan.test(Self.shelf)
    for number in numbers { try plan.delete(plan.record(number)) }
    let gone = Set(plan.deleted.map(\.path))
    #expect(plan.changes.filter { $0.new == nil }.count == gone.count)
    #expect(Set(plan.changes.map(\.path)).count == plan.changes.count)
    #expect(gone.isDisjoint(with: plan.changed.map(\.path)))
    // The remaining records contain no reference to a deleted one.
    var left: [(path: String, text: String)] = []
    for (path, old) in Self.shelf where !gone.contains(path) { left.append((path, plan.text(path) ?? old)) }
    let library = try TestLibrary.make(left)
    let ids = Set(plan.deleted.map(\.id) + plan.deleted.flatMap { formerIDs($0) })
    for record in library.records {
      for field in library.schema.fields(of: record.kind) where field.type.target != nil {
        #expect(record.texts(of: field).compactMap { RecordID($0) }.allSatisfy { !ids.contains($0) }, "\(record.path)")
      }
    }
  }

  private func formerIDs(_ record: Record) -> [RecordID] {
    guard let field = Schema().field("formerIds", of: record.kind), case .ids(let ids) = record.value(of: field) else {
      return []
    }
    return ids
  }

  @Test func aReferenceByAFormerIDGoesToo() throws {
    var plan = try EditPlan.test([
      ("genres/g.yaml", "id: \(Self.id(11))\nname: G\nformerIds: [\(Self.id(12)), \(Self.id(13))]\n"),
      ("books/a.yaml", "id: \(Self.id(1))\ntitle: A\ngenres: [\(Self.id(12)), \(Self.id(11)), \(Self.id(14))]\n"),
      ("books/b.yaml", "id: \(Self.id(2))\ntitle: B\ngenres: \(Self.id(13).uppercased())\n"),
    ])
    try plan.delete(plan.record(13))
    #expect(plan.deleted.map(\.path) == ["genres/g.yaml"])
    #expect(plan.text("books/a.yaml") == "id: \(Self.id(1))\ntitle: A\ngenres: [\(Self.id(14))]\n")
    #expect(plan.text("books/b.yaml") == "id: \(Self.id(2))\ntitle: B\n")
  }

  @Test func changesAndDeletionsOfOneRecord() throws {
    var plan = try EditPlan.test(Self.shelf)
    let (book, issue) = (try plan.record(1), try plan.record(41))
    try plan.change(issue, [plan.set("title", "New", of: .issue)])
    try plan.change(book, [plan.set("rating", "5", of: .book)])
    try plan.delete(book)
    #expect(
      plan.text("issues/i.yaml") == "id: \(Self.id(41))\ntitle: New\ntags: [\(Self.id(31))] # t\n"
        + "books: [\(Self.id(3)), \(Self.id(99))]\n" + Self.date)
    #expect(plan.changed.map(\.path) == ["issues/i.yaml"])
    #expect(
      plan.changes.first { $0.path == "books/a.yaml" } == FileChange(path: "books/a.yaml", old: book.source, new: nil))
  }
}
