import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfQuery

/// Tests which queries narrow other queries. Also tests that searching only the previous results finds the same records
/// as searching all records.
struct QueryNarrowingTests {
  @Test(arguments: [
    ("dune mess", "dune", true), ("dune messiah", "dune mess", true), ("dunes", "dune", true), ("dun", "dune", false),
    ("-dunes", "-dune", false), ("dune or emma", "dune", false), ("author:her dune", "author:her", false),
    ("rating:4..", "rating:4", false), ("\"dune messiah\"", "\"dune mess\"", true), ("5adc2d82", "5adc", false),
    ("97801", "978", false), ("is:open dunes", "dune is:open", true), ("dune", "", true), ("Dunés", "dune", true),
    ("page:3*", "page:3", false), ("status:!wanted", "status:wanted", false), ("page:3", "dune page:3", false),
  ])
  func narrows(_ query: String, _ other: String, _ answer: Bool) throws {
    #expect(try Query(query).narrows(Query(other)) == answer)
  }

  /// Simulates a user who types random queries letter by letter.
  @Test func agreesWithASearchOfAll() throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    let facts = RandomLibrary.make(300, using: &random)
    let library = try TestLibrary.make(facts.all.map { ($0.path, $0.yaml) }, own: RandomLibrary.own)
    var generator = RandomQuery(facts: facts)
    func matcher(_ query: Query, _ kind: Kind) -> QueryMatcher? {
      try? QueryMatcher.make(
        [QuerySource(query, text: "")], for: [kind], in: library, today: RandomLibrary.today, now: RandomLibrary.now
      )
      .first
    }
    var narrowed = 0
    for _ in 0..<(TestData.isFull ? 2000 : 120) {
      let kind = random.pick(Kind.allCases)
      let text = generator.query(for: kind, depth: 2, using: &random).text(using: &random)
      let all = Array(library.records(of: kind))
      var last: (query: Query, records: [Record])?
      for length in 1...max(1, text.count) {
        guard let query = try? Query(String(text.prefix(length))), let matcher = matcher(query, kind) else { continue }
        let expected = matcher.records().map(\.path)
        #expect(matcher.records(among: all).map(\.path) == expected, "\(text.prefix(length))")
        if let last, query.narrows(last.query) {
          narrowed += 1
          #expect(matcher.records(among: last.records).map(\.path) == expected, "\(text.prefix(length))")
        }
        last = (query, matcher.records())
      }
    }
    #expect(narrowed > 20)
  }
}
