/// The identity of a record: a UUID, kept as its sixteen bytes.
///
/// New ids are of version 4 (RFC 9562); any UUID is read, in either case.
public struct RecordID: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the 36 characters of a UUID, and returns nil for anything else.
  public init?(_ text: String) {
    var text = text
    guard let id = text.withUTF8({ RecordID(utf8: $0) }) else { return nil }
    self = id
  }

  init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 36 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    var digits = 0
    for position in 0..<36 {
      let byte = bytes[position]
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = RecordID.hexDigit(byte) else { return nil }
      if digits < 16 { words.0 = words.0 << 4 | UInt64(digit) } else { words.1 = words.1 << 4 | UInt64(digit) }
      digits += 1
    }
    (high, low) = words
  }

  /// Half of the random bits of a UUID are plenty to tell ids apart in a table.
  public func hash(into hasher: inout Hasher) { hasher.combine(low) }

  /// Makes a new id of version 4 from the caller's random source.
  public static func random(using generator: inout some RandomNumberGenerator) -> RecordID {
    RecordID(
      high: generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
      low: generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  /// Returns the first eight hexadecimal digits, which file names and messages show.
  public var short: String { String(description.prefix(8)) }

  /// Returns whether the id starts with these hexadecimal digits, hyphens left out, in lower case.
  func hasPrefix(hexDigits prefix: [UInt8]) -> Bool {
    guard prefix.count <= 32 else { return false }
    for (position, digit) in prefix.enumerated() {
      let word = position < 16 ? high : low
      if UInt8(word >> UInt64(60 - 4 * (position & 15)) & 15) != digit { return false }
    }
    return true
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension RecordID: Comparable {
  public static func < (a: RecordID, b: RecordID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

extension RecordID: CustomStringConvertible {
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    for position in 0..<32 {
      if position == 8 || position == 12 || position == 16 || position == 20 { bytes.append(UInt8(ascii: "-")) }
      let word = position < 16 ? high : low
      bytes.append(digits[Int(word >> UInt64(60 - 4 * (position & 15)) & 15)])
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
