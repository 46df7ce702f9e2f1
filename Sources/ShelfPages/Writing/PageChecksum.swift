/// A checksum of a page's contents. It detects changes, but is not cryptographic: two files with the same checksum can
/// be constructed deliberately.
struct PageChecksum: Hashable, Sendable, CustomStringConvertible {
  private let value: UInt64

  init(_ bytes: [UInt8]) {
    // Processes eight bytes at a time. Multiplying by an odd number is invertible, so no information is lost before
    // the halves are mixed.
    var value: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
    bytes.withUnsafeBytes { raw in
      var place = 0
      while place + 8 <= raw.count {
        value = PageChecksum.mixed(
          value, UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        place += 8
      }
      var rest: UInt64 = 0
      while place < raw.count {
        rest = rest << 8 | UInt64(raw[place])
        place += 1
      }
      value = PageChecksum.mixed(value, rest)
    }
    self.value = value
  }

  /// Parses sixteen hexadecimal digits.
  init?(_ text: ArraySlice<UInt8>) {
    guard text.count == PageChecksum.digits else { return nil }
    var value: UInt64 = 0
    for digit in text {
      switch digit {
      case 0x30...0x39: value = value << 4 | UInt64(digit - 0x30)
      case 0x61...0x66: value = value << 4 | UInt64(digit - 0x61 + 10)
      default: return nil
      }
    }
    self.value = value
  }

  /// The number of hexadecimal digits in the text of a checksum.
  static let digits = 16

  var description: String {
    String(unsafeUninitializedCapacity: PageChecksum.digits) { digits in
      for place in 0..<PageChecksum.digits {
        let digit = UInt8(value >> UInt64(60 - 4 * place) & 15)
        digits[place] = digit + (digit < 10 ? 0x30 : 0x57)
      }
      return PageChecksum.digits
    }
  }

  private static func mixed(_ value: UInt64, _ word: UInt64) -> UInt64 {
    let product = (value ^ word) &* 0xD6E8_FEB8_6659_FD93
    return product ^ (product >> 32)
  }
}
