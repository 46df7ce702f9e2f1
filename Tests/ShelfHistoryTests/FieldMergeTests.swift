import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfModel
@testable import YAMLEdit

/// Merges each type of field with all combinations of changes on two sides, and compares the results with a simple
/// model.
///
/// The default run tests a third of the combinations; SHELF_FULL=1 tests all of them.
struct FieldMergeTests {
  /// The field in one version of the record.
  struct Version: Hashable, Sendable {
    /// The index of the value among the subject's values, or -1 if the field is missing.
    var value: Int
    /// The lines of the field. The same value can be written in several ways.
    var text: String
  }

  /// A field, and the values to try with it. A value has one or more parts, which are merged individually.
  struct Subject: Sendable, CustomTestStringConvertible {
    var kind = Kind.book
    var key: String
    /// The different ways to write each value.
    var values: [[String]]
    /// The parts of each value: the items of a list, or the lines of a text. Other fields have a single part.
    var parts: [[String]]
    var rule = Rule.value

    enum Rule { case value, set, lines, later, earlier }

    var testDescription: String { key }

    var versions: [Version] {
      [Version(value: -1, text: "")]
        + values.enumerated().flatMap { number, texts in texts.map { Version(value: number, text: $0) } }
    }
  }

  static func single(_ key: String, _ values: [String]..., kind: Kind = .book, rule: Subject.Rule = .value) -> Subject {
    Subject(
      kind: kind, key: key, values: values.map { $0.map { "\(key): \($0)\n" } },
      parts: values.indices.map { ["\($0)"] }, rule: rule)
  }

  static func ids(_ digits: String) -> [String] {
    digits.map { "\(String(repeating: $0, count: 8))-1111-4111-8111-111111111111" }
  }

  static func lists(_ key: String, _ items: [String]) -> Subject {
    func block(_ indices: [Int], _ margin: String) -> String {
      "\(key):\n" + indices.map { "\(margin)- \(items[$0])\n" }.joined()
    }
    func flow(_ indices: [Int]) -> String { "\(key): [\(indices.map { items[$0] }.joined(separator: ", "))]\n" }
    let lists = [[0, 1], [0, 1, 2], [1, 3]]
    return Subject(
      key: key, values: lists.map { [block($0, "  "), block($0, ""), flow($0)] },
      parts: lists.map { $0.map(String.init) }, rule: .set)
  }

  static let lines: Subject = {
    let texts = [
      ["one", "two", "three", "four"], ["ONE", "two", "three", "four"], ["one", "two", "three", "FOUR"],
      ["1", "two", "three", "four"],
    ]
    return Subject(
      key: "review",
      values: texts.map { lines in
        [
          "review: |\n" + lines.map { "  \($0)\n" }.joined(), "review: |\n" + lines.map { "    \($0)\n" }.joined(),
          "review: \"\(lines.map { $0 + "\\n" }.joined())\"\n",
        ]
      }, parts: texts, rule: .lines)
  }()

  static let subjects: [Subject] = [
    single("series", ["Dune"], ["Arrakis", "'Arrakis'"], ["\"Caladan\"", "Caladan", ">-\n  Caladan"]),
    single("isbn", ["0441013597", "\"0441013597\""], ["'1'", "1"], ["0x1"]),
    single("rating", ["5", "'5'", "05"], ["3"], ["0"]),
    single("lent", ["true", "yes", "'TRUE'"], ["false", "No"], ["maybe"]),
    single(
      "dateStarted", ["2026-11-21", "'2026-11-21'", "2026-11-21T10:00:00Z"], ["2025-01-02", "2025-1-2"], ["soon"]),
    single(
      "dateAdded", ["2025-01-02", "2025-1-2"], ["2025-01"], ["2026-11-21", "'2026-11-21'", "2026-11-21T10:00:00Z"],
      rule: .earlier),
    single("seen", ["2026-11-21T10:00:00Z", "2026-11-21 11:00:00 +01:00"], ["2026-11-22"], ["2026-11-23T00:00:00Z"]),
    single("status", ["onShelf", "ONSHELF"], ["completed"], ["inProgress", "'inprogress'"]),
    single("shade", ["\"00FF00\"", "'#00ff00'", "00ff00"], ["'000000'"], ["red"]),
    single("sequel", ids("a") + ids("A"), ids("b").map { $0 + " # Emma" }, ids("c").map { "[\($0)]" } + ids("c")),
    single("book", ids("a") + ids("A"), ["~"], ids("b"), kind: .quote),
    single("foo", ["x", "'x'"], ["1", "'1'"], ["1.0"]),
    single("nested", ["{a: 1}", "{a: '1'}", "\n  a: 1"], ["{a: 2}", "\n  a: 2 # two"], ["[1, 2]", "\n  - 1\n  - 2"]),
    single(
      "modificationDate", ["2026-11-21T10:00:00Z"], ["2026-11-22T10:00:00Z", "2026-11-22 10:00:00"],
      ["'2026-11-23T10:00:00Z'"], kind: .issue, rule: .later),
    lists("author", ["Ann", "'Bob B.'", "Cid", "\"Dan\""]),
    lists("genres", ids("abcd")),
    lists("formerIds", ids("abcd")),
    lines,
  ]

  static let schema: Schema = {
    let own = [
      Field("lent", .boolean, "Own"), Field("seen", .timestamp, "Own"), Field("shade", .color, "Own"),
      Field("sequel", .reference(.book), "Own"),
    ]
    return Schema(customFields: [.book: own])
  }()

  /// The result according to the model.
  enum Expected: Equatable {
    /// The field has these parts, or none if it is removed.
    case parts([String])
    case conflict
  }

  /// Returns the expected result of a merge.
  ///
  /// - Parameter winner: the side that wins in conflicts, or nil to leave conflicts.
  private func expected(
    _ subject: Subject, _ ours: Int, _ base: Int, _ theirs: Int, winner: ConflictText.Side? = nil
  ) -> Expected {
    func parts(_ value: Int) -> [String] { value < 0 ? [] : subject.parts[value] }
    if ours == theirs || theirs == base { return .parts(parts(ours)) }
    if ours == base { return .parts(parts(theirs)) }
    switch subject.rule {
    case .value: return winner.map { .parts(parts($0 == .ours ? ours : theirs)) } ?? .conflict
    case .later: return .parts(parts(max(ours, theirs)))
    // A missing date does not count as an earlier one.
    case .earlier where min(ours, theirs) >= 0: return .parts(parts(min(ours, theirs)))
    case .earlier: return winner.map { .parts(parts($0 == .ours ? ours : theirs)) } ?? .conflict
    case .set:
      let (first, old, second) = (parts(ours), parts(base), parts(theirs))
      let all = Set(first + old + second)
      return .parts(
        all.filter { item in
          old.contains(item) ? first.contains(item) && second.contains(item) : true
        }.sorted())
    case .lines:
      let (first, old, second) = (parts(ours), parts(base), parts(theirs))
      guard old.count == 4, first.count == 4, second.count == 4 else {
        return winner.map { .parts($0 == .ours ? first : second) } ?? .conflict
      }
      var result: [String] = []
      for line in 0..<4 {
        if first[line] == second[line] || second[line] == old[line] {
          result.append(first[line])
        } else if first[line] == old[line] {
          result.append(second[line])
        } else if let winner {
          result.append(winner == .ours ? first[line] : second[line])
        } else {
          return .conflict
        }
      }
      return .parts(result)
    }
  }

  /// Returns the parts of the field in a record, written as in the subject.
  private func parts(_ subject: Subject, in text: String) throws -> [String] {
    let document = try Document(Array(text.utf8))
    #expect(document.node(at: [.key("id")]).flatMap { document.text(of: $0) } == Self.ids("e")[0])
    #expect(document.node(at: [.key("title")]).flatMap { document.text(of: $0) } == "A title")
    #expect(document.node(at: [.key("last")]).flatMap { document.text(of: $0) } == "one")
    guard let node = document.node(at: [.key(subject.key)]) else { return [] }
    func same(_ other: String) throws -> Bool {
      let other = try Document(Array(other.utf8))
      let field = Self.schema.field(subject.key, of: subject.kind)
      guard let texts = FieldContent.scalars(of: node, in: document, field),
        let others = FieldContent.scalars(of: FieldEntry.valueNode, in: other, field)
      else { return tree(document, node) == tree(other, FieldEntry.valueNode) }
      if texts == others { return true }
      guard let value = field?.type.read(texts) else { return false }
      return value == field?.type.read(others)
    }
    switch subject.rule {
    case .value, .later, .earlier:
      let number = try subject.values.firstIndex { try $0.contains { try same($0) } }
      return subject.parts[try #require(number)]
    case .set:
      let items = try Self.items(subject)
      let texts = try #require(FieldContent.scalars(of: node, in: document, nil))
      return try texts.map { text in String(try #require(items.firstIndex(of: text))) }.sorted()
    case .lines:
      return try #require(document.text(of: node)).split(separator: "\n").map(String.init)
    }
  }

  /// Returns the four items that make up the subject's lists.
  private static func items(_ subject: Subject) throws -> [String] {
    func texts(_ value: Int) throws -> [String] {
      let document = try Document(Array(subject.values[value][0].utf8))
      return FieldContent.scalars(of: FieldEntry.valueNode, in: document, nil) ?? []
    }
    return try texts(1) + [try texts(2)[1]]
  }

  private func tree(_ document: Document, _ node: Int) -> String {
    switch document.nodes[node].kind {
    case .sequence: "[" + document.items(of: node).map { tree(document, $0) }.joined(separator: ",") + "]"
    case .mapping:
      "{" + document.entries(of: node).map { tree(document, $0.key) + ":" + tree(document, $0.value) }.joined() + "}"
    default: document.text(of: node) ?? "*"
    }
  }

  private func record(_ version: Version) -> String {
    "id: \(Self.ids("e")[0])\ntitle: A title\n# above\n\(version.text)last: one\n"
  }

  @Test(arguments: subjects) func everyCombination(_ subject: Subject) throws {
    var counts = (clean: 0, conflicts: 0)
    var number = 0
    for base in subject.versions {
      for ours in subject.versions {
        for theirs in subject.versions {
          number += 1
          if !TestData.isFull, number % 3 != 0 { continue }
          let clean = try check(subject, ours, base, theirs)
          if clean { counts.clean += 1 } else { counts.conflicts += 1 }
        }
      }
    }
    #expect(counts.clean > 20)
    #expect(counts.conflicts > 0 || subject.rule == .set || subject.rule == .later)
  }

  private func check(_ subject: Subject, _ ours: Version, _ base: Version, _ theirs: Version) throws -> Bool {
    let texts = [ours, base, theirs].map(record)
    let merge = RecordMerge(of: subject.kind, Self.schema)
    let result = merge.merge(ours: Array(texts[0].utf8), base: Array(texts[1].utf8), theirs: Array(texts[2].utf8))
    let text = String(decoding: result.bytes, as: UTF8.self)
    var note: Comment { Comment(rawValue: "\(texts) gives \(text)") }
    #expect(result.textReason == nil, note)
    let expected = expected(subject, ours.value, base.value, theirs.value)
    if case .parts(let parts) = expected {
      #expect(result.isClean, note)
      #expect(try self.parts(subject, in: text) == parts, note)
    } else {
      #expect(result.conflicts.map { $0.key.prefix { $0 != "." } } == [subject.key[...]], note)
      #expect(text.contains("\n<<<<<<< ours\n") && text.contains("\n=======\n") && text.contains("\n>>>>>>> theirs\n"))
      let sides = [(ConflictText.Side.ours, ours), (.theirs, theirs)]
      for (side, version) in sides {
        let parts = try self.parts(subject, in: ConflictText.resolved(text, for: side))
        let whole = version.value < 0 ? [] : subject.parts[version.value]
        let merged = self.expected(subject, ours.value, base.value, theirs.value, winner: side)
        // If the text is stored line for line in the file, a conflict shows only the lines that differ; otherwise, it
        // shows both versions in full.
        #expect(parts == whole || subject.rule == .lines && .parts(parts) == merged, note)
      }
    }
    for (policy, side) in [(MergePolicy.ours, ConflictText.Side.ours), (.theirs, .theirs)] {
      let result = RecordMerge(of: subject.kind, Self.schema, policy)
        .merge(ours: Array(texts[0].utf8), base: Array(texts[1].utf8), theirs: Array(texts[2].utf8))
      #expect(result.isClean, note)
      let parts = try self.parts(subject, in: String(decoding: result.bytes, as: UTF8.self))
      #expect(self.expected(subject, ours.value, base.value, theirs.value, winner: side) == .parts(parts), note)
      #expect(
        result.settled.map { $0.key.prefix { $0 != "." } } == (expected == .conflict ? [subject.key[...]] : []), note)
    }
    return expected != .conflict
  }
}
