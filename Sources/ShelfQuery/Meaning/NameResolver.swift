import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText

/// Finds the records that a name in a query, such as the one in `genre:fantasy`, refers to.
struct NameResolver {
  package let library: Library
  let kind: Kind

  /// Returns the positions of the records with this name.
  ///
  /// A full id takes precedence over a whole name, which takes precedence over the start of an id, the start of a name,
  /// and any other part of a name, in that order. All records with the best kind of match are returned.
  func positions(_ text: String, isWhole: Bool) -> [Int] {
    if let id = RecordID(text.trimmed), let position = library.position(of: id), library.records[position].kind == kind
    {
      return [position]
    }
    let wanted = Array(Folding.fold(text).utf8)
    guard !wanted.isEmpty else { return [] }
    let digits = RecordFinder.hexDigits(text)
    let found = ranked { record, title in
      if title.elementsEqual(wanted) { return 0 }
      if isWhole { return nil }
      if let digits, record.id.hasPrefix(hexDigits: digits) { return 1 }
      if title.starts(with: wanted) { return 2 }
      return ByteSearch.contains(wanted, in: title) ? 3 : nil
    }
    guard let best = found.map(\.rank).min() else { return [] }
    return found.filter { $0.rank == best }.map(\.position)
  }

  func positions(_ pattern: Pattern) -> [Int] {
    var matcher = PatternMatcher(pattern)
    var folding = FoldingBuffer()
    return library.records.indices.filter { position in
      let record = library.records[position]
      return record.kind == kind && record.withTitle { title in folding.fold(title) { matcher.matches($0) } }
    }
  }

  /// Returns how many of the words after the text belong to the same name. The longest matching name of a record takes
  /// precedence. Returns 0 if no name matches.
  func continuation(of text: String, _ words: [String]) -> Int {
    let words = words.prefix(NameResolver.longest)
    if words.isEmpty { return 0 }
    var wanted: [UInt8] = []
    var ends: [Int: Int] = [:]
    for (count, word) in ([text] + words).enumerated() {
      wanted += (count == 0 ? [] : [0x20]) + Array(Folding.fold(word).utf8)
      ends[wanted.count] = count
    }
    let (all, known) = (wanted, ends)
    let found = ranked { _, title in known[title.count].flatMap { all.starts(with: title) ? $0 : nil } }
    return found.map(\.rank).max() ?? 0
  }

  /// The maximum number of words that can continue a name. A query can have thousands of words.
  private static let longest = 24

  /// Returns the existing names closest to an unknown name.
  func nearest(to text: String) -> [String] {
    let titles = library.records(of: kind).map { (Folding.fold($0.title), $0.title) }
    return Nearest.names(to: Folding.fold(text), among: titles)
  }

  private func ranked(
    _ rank: @Sendable (Record, UnsafeBufferPointer<UInt8>) -> Int?
  ) -> [(position: Int, rank: Int)] {
    Parallel.map(library.records.count, threads: library.threads) { range in
      var folding = FoldingBuffer()
      var found: [(position: Int, rank: Int)] = []
      for position in range where library.records[position].kind == kind {
        let record = library.records[position]
        let rank = record.withTitle { title in folding.fold(title) { rank(record, $0) } }
        if let rank { found.append((position, rank)) }
      }
      return found
    }.flatMap { $0 }
  }
}
