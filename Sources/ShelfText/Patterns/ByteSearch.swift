#if canImport(Glibc)
  import CLinux
#else
  import Darwin
#endif

/// Searches bytes for bytes.
package enum ByteSearch {
  /// Returns whether a text contains another one, which must not be empty; the time is linear.
  package static func contains(_ wanted: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= wanted.count, let start = text.baseAddress else { return false }
    return memmem(start, text.count, wanted, wanted.count) != nil
  }
}
