import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText

/// A query compiled for the records of one kind in one library.
package struct QueryMatcher: Sendable {
  package let kind: Kind
  package let library: Library
  /// The fields that are searched for words.
  let textFields: [Bool]
  var fields: [Field] = []
  var tests: [QueryTest] = []
  var parts: [Int] = []
  var words: [[UInt8]] = []
  var needles: [[UInt8]] = []
  var patterns: [Pattern] = []
  var sets: [[Bool]] = []
  var dates: [[Field]] = []
  /// The position of the test that decides.
  var root = 0

  init(_ kind: Kind, _ library: Library) {
    self.kind = kind
    self.library = library
    // Where a record came from is asked for by name: after an import from Goodreads, every book would match `good`.
    textFields = library.schema.fields(of: kind).map {
      ($0.type == .text || $0.type == .textList) && !$0.has(.origin)
    }
  }

  /// Returns the records that match, in the library's order.
  package func records() -> [Record] { positions().map { library.records[$0] } }

  /// Returns the positions of the records that match.
  func positions() -> [Int] {
    let records = library.records
    return Parallel.map(records.count, threads: library.threads) { range in
      let scratch = QueryScratch(self)
      return range.filter { records[$0].kind == kind && matches($0, scratch) }
    }.flatMap { $0 }
  }

  /// Returns those of some records that match, in their order; all have to be of the matcher's kind, and of its library.
  package func records(among records: [Record]) -> [Record] {
    let needsPositions = tests.contains { if case .member = $0 { true } else { false } }
    if needsPositions {
      let found = Set(self.records().map { ObjectIdentifier($0) })
      return records.filter { found.contains(ObjectIdentifier($0)) }
    }
    return Parallel.map(records.count, threads: library.threads) { range in
      let scratch = QueryScratch(self)
      return records[range].filter { matches($0, scratch) }
    }.flatMap { $0 }
  }

  /// Returns how many records match.
  package func count() -> Int { positions().count }
}
