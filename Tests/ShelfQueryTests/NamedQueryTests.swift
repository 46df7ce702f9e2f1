import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfQuery

/// Tests that `and`, `or` and `not` are read as part of a name if a record has that name.
struct NamedQueryTests {
  private static let names = [
    "Pride and Prejudice", "Pride", "To be or not to be", "War & Peace", "Emma", "Live and Let",
  ]

  @Test(arguments: [
    ("book:pride and prejudice", "Pride and Prejudice"), ("book:Pride AND Prejudice", "Pride and Prejudice"),
    ("book:to be or not to be", "To be or not to be"), ("book:war & peace", "War & Peace"),
    ("book:pride and prejudice or book:emma", "Pride and Prejudice, Emma"),
    ("book:emma or book:pride and prejudice", "Pride and Prejudice, Emma"),
    ("-book:pride and prejudice page:1", "Pride, To be or not to be, War & Peace, Emma, Live and Let"),
    ("(book:pride and prejudice)", "Pride and Prejudice"), ("book:=pride and prejudice", "Pride and Prejudice"),
    ("book:pride and prejudice emma", ""), ("book:pride and prejudice and line", "Pride and Prejudice"),
    // The words are not part of a record's name, so they are operators.
    ("book:pride and line", "Pride"), ("book:pride or book:emma", "Pride, Emma"), ("book:emma and not line", ""),
    ("book:\"pride\" and prejudice", ""), ("book:live and let go", ""), ("book:pride and sense", ""),
    ("page:1 and prejudice", "Pride and Prejudice"),
  ])
  func takesTheLongestName(_ query: String, _ expected: String) throws {
    let library = try TestLibrary.make(
      NamedQueryTests.names.enumerated().flatMap { number, name in
        [
          ("books/\(number).yaml", "id: \(TestLibrary.id(10 + number))\ntitle: '\(name)'\n"),
          (
            "quotes/\(number).yaml",
            "id: \(TestLibrary.id(30 + number))\nbook: \(TestLibrary.id(10 + number))\npage: 1\ntext: A line.\n"
          ),
        ]
      })
    let matcher = try QueryMatcher.make(
      [QuerySource(query)], for: [.quote], in: library, today: RandomLibrary.today, now: RandomLibrary.now)[0]
    let found = matcher.records().compactMap { quote in
      NamedQueryTests.names.indices.first { quote.path == "quotes/\($0).yaml" }.map { NamedQueryTests.names[$0] }
    }
    #expect(found.joined(separator: ", ") == expected)
  }

  /// A query that is limited to one kind remains limited to it.
  @Test func keepsTheKind() throws {
    let library = try TestLibrary.make([
      ("genres/a.yaml", "id: \(TestLibrary.id(1))\nname: Rock and Roll\n"),
      ("books/a.yaml", "id: \(TestLibrary.id(2))\ntitle: A\ngenres: \(TestLibrary.id(1))\n"),
      ("quotes/a.yaml", "id: \(TestLibrary.id(3))\nbook: \(TestLibrary.id(2))\ntext: A\n"),
    ])
    var source = try QuerySource("genre:rock and roll")
    source.kind = .quote
    let matchers = try QueryMatcher.make(
      [source], for: [.book, .quote], in: library, today: RandomLibrary.today, now: RandomLibrary.now)
    #expect(matchers.flatMap { $0.records().map(\.path) } == ["quotes/a.yaml"])
  }
}
