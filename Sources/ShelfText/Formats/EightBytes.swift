/// Eight bytes of text that are tested at once for bytes to escape. Most text contains none.
///
/// Each test returns 0 if no byte matches. Any other result does not show which byte does.
package struct EightBytes {
  @usableFromInline
  let word: UInt64

  /// Loads the eight bytes that start at an index. All of them must exist.
  @inlinable @inline(__always)
  package init(_ text: UnsafeBufferPointer<UInt8>, at index: Int) {
    word = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt64.self)
  }

  /// Skips groups of eight plain bytes, and returns the range of the next eight bytes or fewer, which have to be
  /// checked one by one.
  @inlinable @inline(__always)
  package static func next(
    in text: UnsafeBufferPointer<UInt8>, from index: Int, passing isPlain: (EightBytes) -> Bool
  ) -> Range<Int> {
    var index = index
    while index + 8 <= text.count, isPlain(EightBytes(text, at: index)) { index += 8 }
    return index..<min(index + 8, text.count)
  }

  /// Tests for bytes that are not printable ASCII characters: below 0x20 or above 0x7E.
  @inlinable @inline(__always)
  package var unprintable: UInt64 {
    let isBelow = (word &- 0x2020_2020_2020_2020) & ~word
    return (isBelow | word | (word &+ 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080
  }

  /// Tests for bytes that equal the given byte.
  ///
  /// - Parameter bits: the bits to ignore in the comparison.
  @inlinable @inline(__always)
  package func places(of byte: UInt8, ignoring bits: UInt8 = 0) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let difference = (word ^ ones &* UInt64(byte)) & ~(ones &* UInt64(bits))
    return (difference &- ones) & ~difference & 0x8080_8080_8080_8080
  }
}
