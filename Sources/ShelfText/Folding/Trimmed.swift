extension StringProtocol {
  /// The text without leading and trailing white space.
  package var trimmed: String {
    // Most text has nothing to trim, which the first and last bytes show without decoding characters.
    let isTrimmed = utf8.withContiguousStorageIfAvailable { bytes in
      guard let first = bytes.first, let last = bytes.last else { return false }
      return (0x21..<0x7F).contains(first) && (0x21..<0x7F).contains(last)
    }
    if isTrimmed ?? false { return String(self) }
    guard let first = firstIndex(where: { !$0.isBlank }), let last = lastIndex(where: { !$0.isBlank }) else {
      return ""
    }
    return String(self[first...last])
  }
}

extension Character {
  /// Whether the character consists only of white space. A space with a combining mark does not count.
  fileprivate var isBlank: Bool { isWhitespace && (unicodeScalars.count == 1 || self == "\r\n") }
}
