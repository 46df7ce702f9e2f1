import ShelfText

extension FoldingBuffer {
  /// Returns whether text contains folded text, either directly or after the umlauts and similar letters in the text
  /// have been spelled out.
  package mutating func contains(_ wanted: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    fold(text) { ByteSearch.contains(wanted, in: $0) } || containsSpelledOut(wanted, in: text)
  }

  /// Returns whether text contains folded text after the umlauts and similar letters in the text have been spelled out.
  package mutating func containsSpelledOut(_ wanted: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Folding.hasSpelledOutLetter(wanted), let spelled = Folding.spelledOut(text) else { return false }
    return spelled.withUnsafeBufferPointer { fold($0) { ByteSearch.contains(wanted, in: $0) } }
  }
}
