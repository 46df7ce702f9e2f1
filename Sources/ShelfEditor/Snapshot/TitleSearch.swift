import ShelfModel
import ShelfStore
import ShelfText

/// Finds records by their titles, ignoring case and accents.
///
/// A record matches if its title contains every typed word, or if its id starts with the typed hexadecimal digits.
/// There are four ranks: a title equal to the typed text or a matching id, a title that starts with the typed text, a
/// title in which each typed word starts a word, and a title that contains the words anywhere. Within a rank, titles
/// are in alphabetical order.
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
  func best(
    _ count: Int, of records: some Sequence<Record>, but isLeftOut: (Record) -> Bool = { _ in false }
  ) -> [Record] {
    var buffer = FoldingBuffer()
    var found: [(rank: Int, title: [UInt8], record: Record)] = []
    for record in records {
      if let (rank, title) = rank(record, &buffer), !isLeftOut(record) { found.append((rank, title, record)) }
    }
    found.sort { a, b in
      if a.rank != b.rank { return a.rank < b.rank }
      return a.title != b.title ? a.title.lexicographicallyPrecedes(b.title) : a.record.id < b.record.id
    }
    return found.prefix(count).map(\.record)
  }

  /// Returns the best matches in a whole library, best first.
  ///
  /// - Parameter typed: records with unsaved changes, by path; they replace the library's versions.
  func best(_ count: Int, of library: Library, typed: [String: Record]) -> [Record] {
    best(count, of: Array(typed.values) + library.records.filter { typed.isEmpty || typed[$0.path] == nil })
  }

  /// Returns a record's rank and its folded title, or nil if it does not match.
  private func rank(_ record: Record, _ buffer: inout FoldingBuffer) -> (rank: Int, title: [UInt8])? {
    if let digits, record.id.hasPrefix(hexDigits: digits) { return (0, []) }
    return record.withTitle { title in
      buffer.fold(title) { folded -> (rank: Int, title: [UInt8])? in
        guard words.allSatisfy({ ByteSearch.contains($0, in: folded) }) else { return nil }
        if whole.isEmpty { return (3, Array(folded)) }
        if folded.starts(with: whole) { return (folded.count == whole.count ? 0 : 1, Array(folded)) }
        return (words.allSatisfy { begins($0, folded) } ? 2 : 3, Array(folded))
      }
    }
  }

  private func begins(_ word: [UInt8], _ title: UnsafeBufferPointer<UInt8>) -> Bool {
    var isStart = true
    for position in title.indices {
      if isStart, title[position...].starts(with: word) { return true }
      isStart = title[position] == 0x20 || title[position] == UInt8(ascii: "-") || title[position] == UInt8(ascii: "'")
    }
    return false
  }
}
