import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfQuery

/// Compares random queries on a random library with a slow and simple matcher that does not use the program's code.
@Suite struct QueryPropertyTests {
  @Test func agreesWithAnObviousMatcher() throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    print("queries: seed \(SeededGenerator.seedOfRun)")
    let facts = RandomLibrary.make(TestData.isFull ? 20_000 : 600, using: &random)
    let library = try TestLibrary.make(facts.all.map { ($0.path, $0.yaml) }, own: RandomLibrary.own)
    var generator = RandomQuery(facts: facts)
    for number in 0..<(TestData.isFull ? 5000 : 400) {
      let kind = random.pick(Kind.allCases)
      let query = generator.query(for: kind, depth: 3, using: &random)
      let text = query.text(using: &random)
      do throws(QueryError) {
        let matchers = try QueryMatcher.make(
          [try QuerySource(text)], for: [kind], in: library, today: RandomLibrary.today, now: RandomLibrary.now)
        let found = matchers[0].records().map(\.path)
        let expected = facts.of(kind).filter { query.holds($0, facts) }.map(\.path)
        guard found != expected else { continue }
        let odd = Set(found).symmetricDifference(expected).sorted().first ?? ""
        Issue.record(
          """
          query \(number), \(kind) \(text): \(found.count) records instead of \(expected.count), such as
          \(facts.all.first { $0.path == odd }?.yaml ?? odd)
          """)
        return
      } catch {
        Issue.record("query \(number), \(kind) \(text): \(error.problems)")
        return
      }
    }
  }
}
