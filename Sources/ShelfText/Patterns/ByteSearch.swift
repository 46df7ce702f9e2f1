#if canImport(Glibc)
  import CLinux
#else
  import Darwin
#endif

/// Searches for a sequence of bytes in another.
package enum ByteSearch {
  /// Returns whether the text contains the wanted bytes, of which there must be at least one. Takes linear time.
  package static func contains(_ wanted: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= wanted.count, let start = text.baseAddress else { return false }
    return memmem(start, text.count, wanted, wanted.count) != nil
  }
}

extension String {
  /// Returns the range of the first occurrence of the given text, comparing bytes, or nil if the text is empty or does
  /// not occur.
  ///
  /// For folded text, `firstRange(of:)` returns the same range, but it compares characters and takes 20 times as long.
  package func rangeOfBytes(_ text: String) -> Range<String.Index>? {
    var (whole, part) = (self, text)
    let offset = whole.withUTF8 { whole in
      part.withUTF8 { part -> Int? in
        guard !part.isEmpty, let start = whole.baseAddress, let wanted = part.baseAddress,
          let found = memmem(start, whole.count, wanted, part.count)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(start)
      }
    }
    guard let offset else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: text.utf8.count)
  }

  /// Returns whether the given text occurs in this string, comparing bytes.
  package func containsBytes(_ text: String) -> Bool { rangeOfBytes(text) != nil }
}
