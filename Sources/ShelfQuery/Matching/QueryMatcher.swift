import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText

/// A query that has been compiled for the records of one kind in one library.
///
/// The compiled query is a tree of `QueryTest`s, and the test `root` determines whether a record matches.
/// `QueryCompiler` builds the tree and does all work that does not depend on the record: it resolves names to sets of
/// records, converts dates to ranges of days, and folds words. `records()` splits the library among several threads.
/// Each thread evaluates the tree for its records with a separate `QueryScratch`, which contains buffers and the state
/// of the patterns.
///
/// Tests read the bytes in the records' memory, without creating strings. All words of a query are searched for in one
/// pass over a record, so that each text is folded only once.
package struct QueryMatcher: Sendable {
  package let kind: Kind
  package let library: Library
  /// For each field of the kind, whether the field is searched for words.
  let textFields: [Bool]
  /// The fields of the kind. Tests refer to a field by its index in this array.
  let fields: [Field]
  var words: [[UInt8]] = []
  var patterns: [Pattern] = []
  var root = QueryTest.always(true)
  /// The fields of money whose amounts are compared by their numbers although they are in several currencies.
  package var mixedCurrencies: [MixedCurrencies] = []

  /// A field of money with amounts in several currencies.
  package struct MixedCurrencies: Hashable, Sendable {
    package let key: String
    /// The currencies, most frequent first.
    package let currencies: [String]
  }

  init(_ kind: Kind, _ library: Library) {
    self.kind = kind
    self.library = library
    fields = library.schema.fields(of: kind)
    textFields = fields.map(\.isSearched)
  }

  package func records() -> [Record] { positions().map { library.records[$0] } }

  func positions() -> [Int] {
    let records = library.records
    return Parallel.map(records.count, threads: library.threads) { range in
      let scratch = QueryScratch(self)
      return range.filter { records[$0].kind == kind && matches($0, scratch) }
    }.flatMap { $0 }
  }

  /// Returns the given records that match, in their order. All must be of the matcher's kind and from its library.
  package func records(among records: [Record]) -> [Record] {
    if root.needsPosition {
      let found = Set(self.records().map { ObjectIdentifier($0) })
      return records.filter { found.contains(ObjectIdentifier($0)) }
    }
    return Parallel.map(records.count, threads: library.threads) { range in
      let scratch = QueryScratch(self)
      return records[range].filter { matches($0, scratch) }
    }.flatMap { $0 }
  }

  package func count() -> Int { positions().count }
}
