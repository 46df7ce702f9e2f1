import ShelfModel
import ShelfText

/// Finds records by parts of their titles, regardless of case and accents: every word that was typed has to begin a word of
/// the title or stand within it, or an id begins with it.
struct TitleSearch: Sendable {
  private let whole: [UInt8]
  private let words: [[UInt8]]
  /// The digits of the beginning of an id; nil if it is none.
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
    var buffer = FoldingBuffer()
    var ranks: [[(title: [UInt8], record: Record)]] = Array(repeating: [], count: 4)
    for record in records {
      guard let rank = rank(record, &buffer) else { continue }
      // More than enough of the best kind end the search of a large library.
      if rank.number == 3, ranks[3].count > 20 * count { continue }
      if isLeftOut(record) { continue }
      ranks[rank.number].append((rank.title, record))
    }
    var best: [Record] = []
    for rank in ranks where best.count < count {
      let sorted = rank.sorted {
        $0.title != $1.title ? $0.title.lexicographicallyPrecedes($1.title) : $0.record.id < $1.record.id
      }
      best += sorted.prefix(count - best.count).map(\.record)
    }
    return best
  }

  private func rank(_ record: Record, _ buffer: inout FoldingBuffer) -> (number: Int, title: [UInt8])? {
    if let digits, record.id.hasPrefix(hexDigits: digits) { return (0, []) }
    return record.withTitle { title in
      buffer.fold(title) { folded -> (number: Int, title: [UInt8])? in
        guard words.allSatisfy({ ByteSearch.contains($0, in: folded) }) else { return nil }
        let kept = Array(folded.prefix(40))
        if whole.isEmpty { return (3, kept) }
        if folded.starts(with: whole) { return (folded.count == whole.count ? 0 : 1, kept) }
        return (words.allSatisfy { begins($0, folded) } ? 2 : 3, kept)
      }
    }
  }

  /// Returns whether a word of the title begins with what was typed.
  private func begins(_ word: [UInt8], _ title: UnsafeBufferPointer<UInt8>) -> Bool {
    var isStart = true
    for position in title.indices {
      if isStart, title[position...].starts(with: word) { return true }
      isStart = title[position] == 0x20 || title[position] == UInt8(ascii: "-") || title[position] == UInt8(ascii: "'")
    }
    return false
  }
}
