import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText

/// Finds records by their titles, ignoring case and accents.
///
/// A record matches if its title contains every typed word, or if its id starts with the typed hexadecimal digits.
/// There are four ranks: an equal title or matching id, a title that starts with the typed text, words that all start a
/// word of the title, and words anywhere. Within a rank, titles are in alphabetical order. Each rank keeps only as many
/// records as requested, and large libraries are searched on several threads.
struct TitleSearch: Sendable {
  private let whole: [UInt8]
  private let words: [[UInt8]]
  /// The typed digits of an id, or nil if the text cannot be the start of one.
  private let digits: [UInt8]?

  init(_ typed: String) {
    let folded = Folding.fold(typed).utf8
    whole = Array(folded)
    words = whole.split(separator: 0x20).map(Array.init)
    let plain = whole.filter { $0 != UInt8(ascii: "-") }.compactMap(RecordID.hexDigit)
    digits = plain.count >= 4 && plain.count == whole.count { $0 != UInt8(ascii: "-") } ? plain : nil
  }

  /// Returns the best matches, best first.
  func best(_ count: Int, of records: some Sequence<Record>, but isLeftOut: (Record) -> Bool = { _ in false })
    -> [Record]
  {
    TitleSearch.first(count, ranks(count, of: records, but: isLeftOut))
  }

  /// Returns the best matches in a whole library, best first.
  ///
  /// - Parameter typed: records with unsaved changes, by path; they replace the library's versions.
  func best(_ count: Int, of library: Library, typed: [String: Record]) -> [Record] {
    let records = library.records
    var ranks = ranks(count, of: typed.values)
    let parts = Parallel.map(records.count, threads: library.threads) { range in
      self.ranks(count, of: records[range]) { typed[$0.path] != nil }
    }
    for part in parts { for number in ranks.indices { ranks[number].take(part[number]) } }
    return TitleSearch.first(count, ranks)
  }

  /// Returns the first records of each rank.
  private func ranks(
    _ count: Int, of records: some Sequence<Record>, but isLeftOut: (Record) -> Bool = { _ in false }
  ) -> [Best] {
    var buffer = FoldingBuffer()
    var ranks = (0..<4).map { _ in Best(count: count) }
    for record in records {
      let rank: (number: Int, title: [UInt8])? = rank(record, &buffer) { ranks[$0].mayTake($1) }
      if let rank, !isLeftOut(record) { ranks[rank.number].take(rank.title, record) }
    }
    return ranks
  }

  private static func first(_ count: Int, _ ranks: [Best]) -> [Record] {
    var best: [Record] = []
    for rank in ranks where best.count < count { best += rank.sorted().prefix(count - best.count) }
    return best
  }

  /// Returns a record's rank and the start of its folded title, or nil if it does not match or `isWanted` rejects it.
  private func rank(
    _ record: Record, _ buffer: inout FoldingBuffer, isWanted: (Int, Slice<UnsafeBufferPointer<UInt8>>) -> Bool
  ) -> (number: Int, title: [UInt8])? {
    if let digits, record.id.hasPrefix(hexDigits: digits) { return (0, []) }
    return record.withTitle { title in
      buffer.fold(title) { folded -> (number: Int, title: [UInt8])? in
        guard words.allSatisfy({ ByteSearch.contains($0, in: folded) }) else { return nil }
        let number: Int
        if whole.isEmpty {
          number = 3
        } else if folded.starts(with: whole) {
          number = folded.count == whole.count ? 0 : 1
        } else {
          number = words.allSatisfy { begins($0, folded) } ? 2 : 3
        }
        let start = folded.prefix(40)
        return isWanted(number, start) ? (number, Array(start)) : nil
      }
    }
  }

  /// Collects the records whose titles come first.
  private struct Best: Sendable {
    let count: Int
    private var items: [(title: [UInt8], record: Record)] = []
    /// Once there are enough records, the last title among them; later titles are dropped.
    private var last: [UInt8]?

    init(count: Int) { self.count = count }

    func mayTake(_ title: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
      last.map { !$0.lexicographicallyPrecedes(title) } ?? true
    }

    mutating func take(_ title: [UInt8], _ record: Record) {
      items.append((title, record))
      guard items.count >= 4 * count else { return }
      sort()
      items.removeLast(items.count - count)
      last = items.last?.title
    }

    mutating func take(_ others: Best) {
      for (title, record) in others.items { take(title, record) }
    }

    private mutating func sort() {
      items.sort { $0.title != $1.title ? $0.title.lexicographicallyPrecedes($1.title) : $0.record.id < $1.record.id }
    }

    func sorted() -> [Record] {
      var all = self
      all.sort()
      return all.items.map(\.record)
    }
  }

  /// Returns whether a word of the title starts with the typed word.
  private func begins(_ word: [UInt8], _ title: UnsafeBufferPointer<UInt8>) -> Bool {
    var isStart = true
    for position in title.indices {
      if isStart, title[position...].starts(with: word) { return true }
      isStart = title[position] == 0x20 || title[position] == UInt8(ascii: "-") || title[position] == UInt8(ascii: "'")
    }
    return false
  }
}
