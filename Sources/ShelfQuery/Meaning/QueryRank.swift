import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText

/// Ranks the results of a query by how likely it is that the user means them. Records whose titles begin with the words
/// of the query come first, then records that contain all words in the title, authors or series, then the rest. Records
/// of the same rank keep their order.
package struct QueryRank: Sendable {
  /// The alternatives of the query. `phrase` contains all words of an alternative, separated by spaces.
  private var alternatives: [(phrase: [UInt8], words: [[UInt8]])] = []
  private let titles: TitleKeys
  /// The author and series fields, in which words count as much as in the title.
  private let names: [Field]
  private let threads: Int

  /// - Returns: nil if the queries contain no words, in which case all records have the same rank.
  package init?(_ sources: [QuerySource], _ kind: Kind, _ library: Library) {
    titles = TitleKeys(library)
    names = [FieldRoles.creator, .series].compactMap { library.schema.field($0, of: kind) }
    threads = library.threads
    var required: [String] = []
    for source in sources {
      if case .any(let parts) = source.query {
        for part in parts { add(QueryRank.words(of: part)) }
      } else {
        required += QueryRank.words(of: source.query)
      }
    }
    add(required)
    if alternatives.isEmpty { return nil }
  }

  private mutating func add(_ words: [String]) {
    let folded = words.map { Folding.fold($0) }.filter { !$0.isEmpty }
    if folded.isEmpty { return }
    alternatives.append((Array(folded.joined(separator: " ").utf8), folded.map { Array($0.utf8) }))
  }

  /// Returns the words that a record has to contain in any of its text.
  private static func words(of query: Query) -> [String] {
    switch query {
    case .all(let parts): parts.flatMap(words)
    case .text(let text): [text.text]
    case .open(_, _, _, let words, _): words.map(\.text)
    case .any, .not, .pattern, .field, .has, .state, .related: []
    }
  }

  package func sort(_ records: [Record]) -> [Record] {
    let ranks = Parallel.map(records.count, threads: threads) { range in
      var folding = FoldingBuffer()
      return records[range].map { rank($0, &folding) }
    }.flatMap { $0 }
    return (0...2).flatMap { rank in zip(records, ranks).filter { $1 == rank }.map(\.0) }
  }

  private func rank(_ record: Record, _ folding: inout FoldingBuffer) -> Int {
    let title = record.withTitle { folding.folded($0) }
    let key = titles.key(of: record, &folding)
    var rank = 2
    for (phrase, words) in alternatives {
      if title.starts(with: phrase) || key.starts(with: phrase) { return 0 }
      func isNamed(_ word: [UInt8]) -> Bool {
        title.withUnsafeBufferPointer { ByteSearch.contains(word, in: $0) }
          || names.contains { field in
            record.anyText(of: field.index) { folding.contains(word, in: $0) }
          }
      }
      if words.allSatisfy(isNamed) { rank = 1 }
    }
    return rank
  }
}
