/// Words that a record must hold, all of them, in its fields of text.
public struct WordQuery: Sendable {
  private let words: [[UInt8]]
  private let fields: [Bool]

  /// Makes a query for records of a kind; words count without regard to case and accents.
  public init(_ words: [String], _ kind: Kind, _ schema: Schema) {
    self.words = words.map { Array(Folding.fold($0).utf8) }.filter { !$0.isEmpty }
    fields = schema.fields(of: kind).map { $0.type == .text || $0.type == .textList }
  }

  /// Returns whether every word stands somewhere in the record's texts.
  public func matches(_ record: Record) -> Bool {
    if words.isEmpty { return true }
    var missing = words
    record.forEachText(in: fields) { text in
      if missing.isEmpty { return }
      let folded = Folding.fold(text)
      missing.removeAll { WordQuery.contains($0, in: folded) }
    }
    return missing.isEmpty
  }

  private static func contains(_ word: [UInt8], in text: [UInt8]) -> Bool {
    guard let first = word.first, text.count >= word.count else { return false }
    for start in 0...(text.count - word.count) where text[start] == first {
      if text[start..<start + word.count].elementsEqual(word) { return true }
    }
    return false
  }
}
