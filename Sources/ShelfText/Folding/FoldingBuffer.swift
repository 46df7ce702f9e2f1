/// Folds many pieces of text in sequence, without allocating an array for each. Each thread needs its own buffer.
///
/// The results are the same as with `Folding.fold`. ASCII text is folded byte by byte. For other text, the folded forms
/// of letters that do not depend on their neighbors are cached. Text with any other letters is passed to
/// `Folding.fold`.
package struct FoldingBuffer {
  private var buffer: [UInt8] = []
  /// The cached folded form of each scalar below `memoLimit`: the lowest byte is the number of UTF-8 bytes plus one,
  /// and the bytes follow. An entry is 0 if it has not been computed yet, and `joined` if it depends on neighboring
  /// scalars.
  private var memo: [UInt64] = []

  private static let memoLimit = 0x2060
  private static let joined: UInt64 = 0xFF

  package init() {}

  /// Calls a function with the folded text, which is valid only during the call.
  package mutating func fold<Result>(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    // Folding turns two bytes into at most seven.
    let room = text.count * 4 + 8
    if buffer.count < room { buffer = Array(repeating: 0, count: room * 2) }
    if let count = buffer.withUnsafeMutableBufferPointer({ FoldingBuffer.foldASCII(text, into: $0) }) {
      return buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }
    if memo.isEmpty { memo = Array(repeating: 0, count: FoldingBuffer.memoLimit) }
    if let count = foldLetters(text) {
      return buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }
    return Folding.fold(text).withUnsafeBufferPointer(body)
  }

  package mutating func folded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] { fold(text) { Array($0) } }

  /// Folds ASCII text and returns the number of bytes in the result, or nil for any other text.
  private static func foldASCII(
    _ text: UnsafeBufferPointer<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    var count = 0
    var isAfterBlank = true
    for byte in text {
      if byte &- 0x21 < 0x5F {
        buffer[count] = byte &- 0x41 < 26 ? byte | 0x20 : byte
        count += 1
        isAfterBlank = false
      } else if byte >= 0x80 {
        return nil
      } else if byte == 0x20 || byte &- 0x09 < 5 {
        if !isAfterBlank {
          buffer[count] = 0x20
          count += 1
          isAfterBlank = true
        }
      } else {
        // Control characters are unchanged.
        buffer[count] = byte
        count += 1
        isAfterBlank = false
      }
    }
    if count > 0, isAfterBlank { count -= 1 }
    return count
  }

  /// Folds text whose letters do not affect each other and returns the number of bytes in the result, or nil for any
  /// other text.
  private mutating func foldLetters(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    var count = 0
    var position = 0
    while position < text.count {
      let first = text[position]
      if first < 0x80 {
        append(first, &count)
        position += 1
        continue
      }
      let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
      guard length < 4, position + length <= text.count else { return nil }
      var scalar = UInt32(first & (length == 3 ? 0x0F : 0x1F))
      for offset in 1..<length { scalar = scalar << 6 | UInt32(text[position + offset] & 0x3F) }
      switch scalar {
      case 0x3000: append(0x20, &count)
      // Folding leaves kana, ideographs and Korean syllables unchanged unless a mark follows, and this function accepts
      // no marks.
      case 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x3001...0x3002:
        for offset in 0..<length { buffer[count + offset] = text[position + offset] }
        count += length
      case ..<UInt32(FoldingBuffer.memoLimit):
        var entry = memo[Int(scalar)]
        if entry == 0 {
          entry = FoldingBuffer.entry(scalar)
          memo[Int(scalar)] = entry
        }
        if entry == FoldingBuffer.joined { return nil }
        var rest = entry >> 8
        for _ in 0..<(entry & 0xFF) - 1 {
          append(UInt8(truncatingIfNeeded: rest), &count)
          rest >>= 8
        }
      default: return nil
      }
      position += length
    }
    return count > 0 && buffer[count - 1] == 0x20 ? count - 1 : count
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8, _ count: inout Int) {
    var byte = byte
    if byte == 0x20 || byte &- 0x09 < 5 {
      if count == 0 || buffer[count - 1] == 0x20 { return }
      byte = 0x20
    } else if byte &- 0x41 < 26 {
      byte |= 0x20
    }
    buffer[count] = byte
    count += 1
  }

  /// Returns the cache entry for a scalar: its folded form, or `joined` if that depends on its neighbors.
  private static func entry(_ value: UInt32) -> UInt64 {
    guard let scalar = Unicode.Scalar(value), isAlone(scalar) else { return joined }
    var bytes: [UInt8] = []
    for scalar in Folding.scalars(of: scalar) { bytes += String(scalar).utf8 }
    guard bytes.count <= 7 else { return joined }
    var entry: UInt64 = 0
    for byte in bytes.reversed() { entry = entry << 8 | UInt64(byte) }
    return entry << 8 | UInt64(bytes.count + 1)
  }

  /// Returns whether a scalar is neither a mark nor affected by its neighbors, as in scripts whose letters do not
  /// combine.
  private static func isAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA0...0x24F, 0x370...0x3FF, 0x400...0x482, 0x48A...0x52F, 0x531...0x556, 0x561...0x587, 0x5D0...0x5EA,
      0x621...0x63A, 0x641...0x64A, 0x660...0x669, 0x1E00...0x1FFF, 0x2000...0x200A, 0x2010...0x2027, 0x202F...0x205E:
      return scalar.properties.canonicalCombiningClass == .notReordered
        && scalar.properties.generalCategory != .unassigned
    default: return false
    }
  }
}
