import ShelfTestSupport
import Testing

@testable import ShelfQuery

@Suite struct RecordOrderTests {
  private static func book(_ number: Int, _ fields: String) -> (path: String, text: String) {
    ("books/\(number).yaml", "id: \(TestLibrary.id(number))\n\(fields)\n")
  }

  private func order(_ files: [(path: String, text: String)], _ keys: [(String, Bool)]) throws -> [String] {
    let library = try TestLibrary.make(files)
    let order = try RecordOrder(
      keys.map { name, isDescending in
        RecordOrder.Key(.field(try #require(library.schema.field(name, of: .book))), isDescending: isDescending)
      })
    return order.sort(library.records, of: library).map { String($0.path.dropFirst(6).dropLast(5)) }
  }

  static let books = [
    book(1, "title: B\nrating: 3\nyear: 2001"), book(2, "title: A\nrating: 5"), book(3, "title: C\nyear: -400"),
    book(4, "title: D\nrating: 3\nyear: 1999"), book(5, "title: E\nrating: many"),
  ]

  @Test(arguments: [
    ([("rating", false)], ["1", "4", "2", "5", "3"]), ([("rating", true)], ["2", "1", "4", "5", "3"]),
    ([("year", false)], ["3", "4", "1", "2", "5"]), ([("year", true)], ["1", "4", "3", "2", "5"]),
    ([("rating", true), ("year", false)], ["2", "4", "1", "5", "3"]), ([], ["2", "1", "3", "4", "5"]),
    ([("title", true)], ["5", "4", "3", "1", "2"]),
  ])
  func missingStandsLastInBothDirections(_ keys: [(String, Bool)], _ expected: [String]) throws {
    #expect(try order(Self.books, keys) == expected)
  }

  @Test func choicesStandInTheOrderOfTheirTable() throws {
    let books = [
      Self.book(1, "title: A\nstatus: completed"), Self.book(2, "title: B\nstatus: ONSHELF"),
      Self.book(3, "title: C\nstatus: inProgress"), Self.book(4, "title: D"), Self.book(5, "title: E\nstatus: lost"),
    ]
    // A book without a status is sorted as being on the shelf.
    #expect(try order(books, [("status", false)]) == ["2", "4", "3", "1", "5"])
    #expect(try order(books, [("status", true)]) == ["1", "3", "2", "4", "5"])
  }

  @Test func caseAndAccentsDoNotMatter() throws {
    let books = ["éclair", "Zoo", "apple", "Éa", "eb", "10", "9"].enumerated().map {
      Self.book($0 + 1, "title: '\($1)'")
    }
    #expect(try order(books, [("title", false)]) == ["6", "7", "3", "4", "5", "1", "2"])
  }

  @Test func tiesBreakByTitleThenAccentsThenDateThenID() throws {
    let books = [
      Self.book(9, "title: Same\nrating: 1\ndateAdded: 2020-01-01"),
      Self.book(2, "title: same\nrating: 1\ndateAdded: 2021-01-01"), Self.book(3, "title: SAME\nrating: 1"),
      Self.book(1, "title: Samé\nrating: 1"), Self.book(5, "title: Aaa\nrating: 1"),
    ]
    #expect(try order(books, [("rating", false)]) == ["5", "9", "2", "3", "1"])
    #expect(try order(books, [("rating", true)]) == ["5", "9", "2", "3", "1"])
  }

  @Test func theOrderDoesNotDependOnWhereItStarts() throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    print("order: seed \(SeededGenerator.seedOfRun)")
    let books = (1...120).map { number in
      var fields = "title: \(random.pick(["x", "X", "y", "ý"]))"
      if random.once(in: 2) { fields += "\nrating: \(random.pick(["0", "1", "1.5", "many", "''"]))" }
      if random.once(in: 2) { fields += "\ndateAdded: \(random.pick(["2020-01-01", "2021-01-01", "soon"]))" }
      if random.once(in: 3) { fields += "\nstatus: \(random.pick(["completed", "onShelf", "gone"]))" }
      return Self.book(number, fields)
    }
    for keys in [[("rating", false)], [("status", true), ("rating", true)], [("dateAdded", false)], []] {
      let expected = try order(books, keys)
      for _ in 0..<5 { #expect(try order(books.shuffled(using: &random), keys) == expected) }
    }
  }

  @Test func articlesDoNotCount() throws {
    let titles = [
      ("The Trial", "en"), ("Tribute", "en"), ("A", ""), ("A Tale", ""), ("An Tale", "ga"), ("Die Blechtrommel", "de"),
      ("Die Another Day", "en"), ("L'Étranger", "fr"), ("L’avare", "French"), ("O Pioneers!", "en"),
      ("O Crime", "pt-BR"),
      ("Il nome", ""), ("The", "en"), ("la Peste", ""), ("Ο Ζορμπάς", "el"), ("THE  zoo", "English (UK)"),
      ("Thesis", "en"),
    ]
    let books = titles.enumerated().map { Self.book($0 + 1, "title: \"\($1.0)\"\nlanguage: \"\($1.1)\"") }
    let names = try order(books, [("title", false)]).compactMap { Int($0).map { titles[$0 - 1].0 } }
    #expect(
      names == [
        "A", "An Tale", "L’avare", "Die Blechtrommel", "O Crime", "Die Another Day", "L'Étranger", "Il nome",
        "O Pioneers!", "la Peste", "A Tale", "The", "Thesis", "The Trial", "Tribute", "THE  zoo", "Ο Ζορμπάς",
      ])
  }

  /// Only the titles of books are sorted without their leading articles.
  @Test func otherKindsKeepTheirFirstWord() throws {
    let library = try TestLibrary.make([
      ("tags/1.yaml", "id: \(TestLibrary.id(1))\nname: the b\n"),
      ("tags/2.yaml", "id: \(TestLibrary.id(2))\nname: c\n"),
    ])
    #expect(RecordOrder([]).sort(library.records, of: library).map(\.title) == ["c", "the b"])
  }

  @Test func accentsBreakTiesOfTitles() throws {
    let books = ["Zoë", "zoe", "Zöe", "Lodz", "Łódź", "Zoe"].enumerated().map { Self.book($0 + 1, "title: '\($1)'") }
    #expect(try order(books, [("title", false)]) == ["4", "5", "2", "6", "1", "3"])
  }

  @Test func recordsWithoutATitleStandLast() throws {
    let books = [Self.book(1, "year: 1"), Self.book(2, "title: B"), Self.book(3, "title: ''")]
    #expect(try order(books, []) == ["2", "1", "3"])
    #expect(try order(books, [("title", true)]) == ["2", "1", "3"])
  }

  @Test func countsAndPaths() throws {
    let library = try TestLibrary.make([
      ("genres/b.yaml", "id: \(TestLibrary.id(11))\nname: A\n"),
      ("genres/a.yaml", "id: \(TestLibrary.id(12))\nname: B\n"),
      ("books/1.yaml", "id: \(TestLibrary.id(1))\ntitle: A\ngenres: [\(TestLibrary.id(12))]\n"),
      ("issues/1.yaml", "id: \(TestLibrary.id(21))\ntitle: I\nbooks: \(TestLibrary.id(1))\n"),
    ])
    let genres = Array(library.records(of: .genre))
    func names(_ attribute: Attribute, _ isDescending: Bool = false) -> [String] {
      RecordOrder([.init(attribute, isDescending: isDescending)]).sort(genres, of: library).map(\.title)
    }
    #expect(names(.records(.book)) == ["A", "B"])
    #expect(names(.records(.book), true) == ["B", "A"])
    #expect(names(.path) == ["B", "A"])
    #expect(names(.openIssues) == ["A", "B"])
  }

  @Test func issuesThatMatterComeFirst() throws {
    func issue(_ number: Int, _ fields: String) -> (path: String, text: String) {
      ("issues/\(number).yaml", "id: \(TestLibrary.id(number))\ntitle: t\n\(fields)\n")
    }
    let library = try TestLibrary.make([
      issue(1, "priority: low\ncompleted: false"), issue(2, "priority: 2\ncompleted: yes"), issue(3, "priority: high"),
      issue(4, "creationDate: 2024-01-01"), issue(5, "creationDate: 2025-01-01T00:00:00Z"),
    ])
    let sorted = RecordOrder.standard(of: .issue, library.schema).sort(library.records, of: library)
    #expect(sorted.map(\.path) == [3, 5, 4, 1, 2].map { "issues/\($0).yaml" })
  }
}
