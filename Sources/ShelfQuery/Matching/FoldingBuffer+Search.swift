import ShelfText

extension FoldingBuffer {
  /// Returns whether text contains folded text, either as it is or with its umlauts and similar letters spelled out.
  package mutating func contains(_ wanted: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    fold(text) { ByteSearch.contains(wanted, in: $0) } || containsSpelledOut(wanted, in: text)
  }

  /// Returns whether text contains folded text after its umlauts and similar letters have been spelled out.
  package mutating func containsSpelledOut(_ wanted: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Folding.hasSpelledOutLetter(wanted), let spelled = Folding.spelledOut(text) else { return false }
    return spelled.withUnsafeBufferPointer { fold($0) { ByteSearch.contains(wanted, in: $0) } }
  }
}
