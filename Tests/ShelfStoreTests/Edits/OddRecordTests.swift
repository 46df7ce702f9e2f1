import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import YAMLEdit

/// Tests records with unexpected values: mappings, aliases, tags, `~`, commented-out items and flow lists.
@Suite struct OddRecordTests {
  /// An edit changes only its field and reports only that change, even in a record with unusual values.
  @Test func oddFieldsAreEditedAlone() throws {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed)
    var made = 0
    for _ in 0..<1500 {
      let text = Self.record(&random)
      guard let plan = try? EditPlan.test([("books/a.yaml", text)]), let book = try? plan.record(1) else { continue }
      let key = random.pick([
        "author", "recommendedBy", "series", "synopsis", "review", "genres", "publisher", "language",
      ])
      let field = try #require(plan.library.schema.field(key, of: .book))
      let assignment = Self.assignment(to: field, &random)
      var new = plan
      do {
        try new.change(book, [assignment])
      } catch { continue }
      if let problem = try Self.problem(assignment, book, text, new) {
        let after = new.text("books/a.yaml") ?? "the same"
        Issue.record(
          "seed \(seed): \(problem)\n\(key) \(assignment.operation) \(assignment.values)\n\(text)→\n\(after)")
        return
      }
      made += 1
    }
    print("odd records: \(made) edits, seed \(seed)")
    #expect(made > 500)
  }

  /// A reference that replaces another one gets a comment with its record's name, even if the list was in brackets on
  /// one line.
  @Test(arguments: [("[\(TestLibrary.id(30))]", 1), ("[\(TestLibrary.id(30)), \(TestLibrary.id(31))]", 2)])
  func aReplacedReferenceHasItsName(_ list: String, _ count: Int) throws {
    let text = "id: \(TestLibrary.id(1))\ntitle: T\ngenres: \(list)\n"
    var plan = try EditPlan.test([("books/a.yaml", text)])
    let field = try #require(plan.library.schema.field("genres", of: .book))
    let kept = count == 2 ? [Assignment.Value(text: TestLibrary.id(30), name: "Old")] : []
    let value = Assignment.Value(text: TestLibrary.id(21), name: "New")
    try plan.change(try plan.record(1), [Assignment(field, .set, kept + [value])])
    #expect(try #require(plan.text("books/a.yaml")).contains("\(TestLibrary.id(21)) # New"))
  }

  private static func problem(
    _ assignment: Assignment, _ book: Record, _ text: String, _ plan: EditPlan
  ) throws -> String? {
    let fields = plan.library.schema.fields(of: .book)
    for field in fields where field.index != assignment.field.index {
      let (old, new) = plan.texts(of: field, in: book)
      if old != new { return "\(field.key) is said to change" }
    }
    guard let result = plan.text("books/a.yaml") else { return nil }
    let (before, after) = (try Document(Array(text.utf8)), try Document(Array(result.utf8)))
    for field in fields where field.index != assignment.field.index {
      let edits = FieldEdits(field: field, fields: fields)
      if edits.contents(in: before) != edits.contents(in: after) { return "\(field.key) changes" }
    }
    let edits = FieldEdits(field: assignment.field, fields: fields)
    let wanted = assignment.field.distinct(assignment.values).map(\.text)
    if assignment.operation == .set, edits.contents(in: after) != wanted {
      return "the value is not the one that was set"
    }
    if let problem = problemWithTags(assignment.field, before, after) { return problem }
    if let problem = problemWithNames(assignment, before, after) { return problem }
    let again = try FieldEdits(field: assignment.field, fields: fields).apply(assignment, to: after)
    return again.bytes == after.bytes ? nil : "the same edit it again changes something"
  }

  /// Checks that a tag still precedes the value that it preceded before.
  private static func problemWithTags(_ field: Field, _ before: Document, _ after: Document) -> String? {
    func tagged(_ document: Document) -> [String] {
      guard let node = document.node(at: [.key(field.key)]) else { return [] }
      return ([node] + document.items(of: node)).filter { document.nodes[$0].tag.count > 0 }.map { node in
        let text = document.text(of: node) ?? "\(document.nodes[node].kind)"
        return String(decoding: document.textBytes(document.nodes[node].tag), as: UTF8.self) + " " + text
      }
    }
    let old = tagged(before)
    return tagged(after).allSatisfy(old.contains) ? nil : "a tag describes another value"
  }

  /// Checks that each reference added to a list has the name of its record in a comment.
  private static func problemWithNames(_ assignment: Assignment, _ before: Document, _ after: Document) -> String? {
    guard assignment.field.type.target != nil, assignment.operation != .remove,
      let node = after.node(at: [.key(assignment.field.key)])
    else { return nil }
    let present = FieldEdits(field: assignment.field, fields: []).contents(in: before)
    for item in after.items(of: node) {
      let value = assignment.values.first { $0.text == after.text(of: item) && !present.contains($0.text) }
      guard let name = value?.name, after.trailingComment(of: item) == nil else { continue }
      return "“\(name)” is missing"
    }
    return nil
  }

  // MARK: - Generators

  private static func assignment(to field: Field, _ random: inout SeededGenerator) -> Assignment {
    let values: [Assignment.Value] = [1, 2, 3].shuffled(using: &random).map { number in
      field.type.target == nil
        ? Assignment.Value(text: random.pick(["Value \(number)", "a: \(number)", "it's \(number)"]))
        : Assignment.Value(text: TestLibrary.id(20 + number), name: "Name \(number)")
    }
    guard field.type.isList else { return Assignment(field, .set, random.once(in: 3) ? [] : [values[0]]) }
    let some = Array(values.prefix(Int.random(in: 1...3, using: &random)))
    return random.pick([Assignment(field, .set, []), Assignment(field, .set, some), Assignment(field, .add, some)])
  }

  private static func record(_ random: inout SeededGenerator) -> String {
    var text = "id: \(TestLibrary.id(1))\ntitle: &t T\n"
    for key in ["author", "recommendedBy", "series", "synopsis", "review", "genres", "publisher", "language", "other"]
    where !random.once(in: 3) {
      text += key + ":" + value(&random) + "\n"
      if random.once(in: 8) { text += "# between\n" }
    }
    return text
  }

  private static func value(_ random: inout SeededGenerator) -> String {
    let id = TestLibrary.id(Int.random(in: 21...24, using: &random))
    let tag = random.once(in: 5) ? random.pick([" !secret", " !t", " !!str"]) : ""
    return random.pick([
      "", " ~", " ~ # none", " # nothing", " *t", " {a: b}", "\n  a: b\n  # c: d", " [[x], y]", "\n  - a: b\n  - c",
      tag + " plain", tag + " plain # remark", tag + " 'single: x'", tag + " \"double: x\"", tag + "\n    below # far",
      tag + " |\n    block  \n    more", tag + " >\n    folded text\n    goes on\n\n    and on", " [a, b]",
      " [a, b] # all",
      " [\n    a, # first\n    b\n  ]", " [\(id)]", "\n  - a\n  # - b", "\n  - a # x\n  - \(id) # Name", "\n- a\n# - b",
      " !!seq [a]", " !!map {a: b}", " !!map\n    a: b", "\n    - \(id)", " []", " {}", " &own x",
    ])
  }
}
