#if canImport(Glibc)
  import CLinux
#else
  import Darwin
#endif

/// Looks for bytes in bytes.
package enum ByteSearch {
  /// Returns whether a text that is not empty stands somewhere in another one; the time is linear.
  package static func contains(_ wanted: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= wanted.count, let start = text.baseAddress else { return false }
    return memmem(start, text.count, wanted, wanted.count) != nil
  }
}
