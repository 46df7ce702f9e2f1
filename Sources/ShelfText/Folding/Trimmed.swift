extension StringProtocol {
  /// The text without leading and trailing white space.
  package var trimmed: String {
    guard let first = firstIndex(where: { !$0.isBlank }), let last = lastIndex(where: { !$0.isBlank }) else {
      return ""
    }
    return String(self[first...last])
  }
}

extension Character {
  /// Whether it is white space and nothing else: a space may carry an accent.
  fileprivate var isBlank: Bool { isWhitespace && (unicodeScalars.count == 1 || self == "\r\n") }
}
