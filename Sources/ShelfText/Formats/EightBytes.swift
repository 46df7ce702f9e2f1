/// Eight bytes of a text, which are all asked at once whether one of them has to be escaped: most texts hold none.
///
/// An answer is 0 if there is none. It does not say where one is.
package struct EightBytes {
  @usableFromInline
  let word: UInt64

  /// Takes the eight bytes from an index on, which have to be there.
  @inlinable @inline(__always)
  package init(_ text: UnsafeBufferPointer<UInt8>, at index: Int) {
    word = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt64.self)
  }

  /// Passes over eights of bytes that are all plain, from an index on, and returns the up to eight bytes after them, which
  /// have to be looked at one by one.
  @inlinable @inline(__always)
  package static func next(
    in text: UnsafeBufferPointer<UInt8>, from index: Int, passing isPlain: (EightBytes) -> Bool
  ) -> Range<Int> {
    var index = index
    while index + 8 <= text.count, isPlain(EightBytes(text, at: index)) { index += 8 }
    return index..<min(index + 8, text.count)
  }

  /// Bytes that are no printable characters of ASCII: below 0x20, or above 0x7E.
  @inlinable @inline(__always)
  package var unprintable: UInt64 {
    let isBelow = (word &- 0x2020_2020_2020_2020) & ~word
    return (isBelow | word | (word &+ 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080
  }

  /// Bytes that are this one.
  ///
  /// - Parameter bits: bits in which they may differ.
  @inlinable @inline(__always)
  package func places(of byte: UInt8, ignoring bits: UInt8 = 0) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let difference = (word ^ ones &* UInt64(byte)) & ~(ones &* UInt64(bits))
    return (difference &- ones) & ~difference & 0x8080_8080_8080_8080
  }
}
