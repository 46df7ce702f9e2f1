/// The identity of a record: a UUID, stored as two 64-bit integers.
///
/// New ids are random UUIDs of version 4 (RFC 9562). Any version is accepted, in upper or lower case.
package struct RecordID: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Parses the 36 characters of a UUID. The result is nil for anything else.
  package init?(_ text: String) {
    var text = text
    guard let id = text.withUTF8({ RecordID(utf8: $0) }) else { return nil }
    self = id
  }

  package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    let hyphen = UInt8(ascii: "-")
    guard bytes.count == 36, bytes[8] == hyphen, bytes[13] == hyphen, bytes[18] == hyphen, bytes[23] == hyphen else {
      return nil
    }
    let text = UnsafeRawBufferPointer(bytes)
    func eight(_ offset: Int) -> UInt64 {
      UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    func four(_ offset: Int) -> UInt64 {
      UInt64(UInt32(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
    guard let a = RecordID.value(ofDigits: eight(0)), let b = RecordID.value(ofDigits: four(9) | four(14) << 32),
      let c = RecordID.value(ofDigits: four(19) | four(24) << 32), let d = RecordID.value(ofDigits: eight(28))
    else { return nil }
    high = a << 32 | b
    low = c << 32 | d
  }

  /// Returns the value of eight consecutive hexadecimal digits, the first of which is in the lowest byte, or nil if any
  /// byte is not a digit.
  ///
  /// It processes all eight bytes at once (SWAR), because a library of a hundred thousand records contains half a
  /// million ids.
  private static func value(ofDigits text: UInt64) -> UInt64? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Letters have the bit 0x40; upper and lower case differ by 0x20.
    let letters = (text >> 6) & ones
    let values = (text & 0x0F0F_0F0F_0F0F_0F0F) &+ letters &* 9
    let areLetters = ((values &+ 0x0606_0606_0606_0606) >> 4) & ones
    let written = values &+ 0x3030_3030_3030_3030 &+ areLetters &* 0x27
    guard values & 0xF0F0_F0F0_F0F0_F0F0 == 0, written == text | (letters << 5) else { return nil }
    var digits = values.byteSwapped
    digits = (digits | digits >> 4) & 0x00FF_00FF_00FF_00FF
    digits = (digits | digits >> 8) & 0x0000_FFFF_0000_FFFF
    return (digits | digits >> 16) & 0xFFFF_FFFF
  }

  /// Returns the eight hexadecimal digits of a 32-bit number, with the first one in the lowest byte.
  private static func digits(of number: UInt64) -> UInt64 {
    var digits = (number | number << 16) & 0x0000_FFFF_0000_FFFF
    digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
    digits = ((digits | digits << 4) & 0x0F0F_0F0F_0F0F_0F0F).byteSwapped
    let areLetters = ((digits &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
    return digits &+ 0x3030_3030_3030_3030 &+ areLetters &* 0x27
  }

  /// Hashes both halves, since one of them can be the same for many ids, such as sequential ids or UUIDs of version 1.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(low)
  }

  /// A number that is as random as the id.
  package var seed: UInt64 { high ^ low }

  /// Creates a new id of version 4 with the caller's random number generator.
  package static func random(using generator: inout some RandomNumberGenerator) -> RecordID {
    RecordID(
      high: generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
      low: generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  /// The number of digits in `short`, which are enough to identify a record in a message about a change.
  package static let shortLength = 8

  /// The first eight hexadecimal digits, as used in file names and messages.
  package var short: String {
    String(unsafeUninitializedCapacity: RecordID.shortLength) { bytes in
      UnsafeMutableRawBufferPointer(bytes).storeBytes(of: RecordID.digits(of: high >> 32).littleEndian, as: UInt64.self)
      return 8
    }
  }

  /// The first eight hexadecimal digits, as a number.
  package var firstDigits: UInt32 { UInt32(truncatingIfNeeded: high >> 32) }

  /// Returns the shortest unique prefixes of ids, all of the same length. They are at least as long as `short`.
  package static func beginnings(of ids: [RecordID]) -> [String] {
    let texts = ids.map(\.description)
    let count = Set(texts).count
    let length = (8..<36).first { length in
      let beginnings = texts.map { $0.prefix(length) }
      return Set(beginnings).count == count && !beginnings.contains { $0.hasSuffix("-") }
    }
    return texts.map { String($0.prefix(length ?? 36)) }
  }

  /// Returns whether the id starts with these hexadecimal digits, given as values from 0 to 15, without hyphens.
  package func hasPrefix(hexDigits prefix: [UInt8]) -> Bool {
    guard prefix.count <= 32 else { return false }
    for (position, digit) in prefix.enumerated() {
      let word = position < 16 ? high : low
      if UInt8(word >> UInt64(60 - 4 * (position & 15)) & 15) != digit { return false }
    }
    return true
  }

  package static func hexDigit(_ byte: UInt8) -> UInt8? {
    let value = hexValue(byte)
    return value < 16 ? value : nil
  }

  /// Returns the value of a hexadecimal digit, or a value of at least 16 for any other byte.
  private static func hexValue(_ byte: UInt8) -> UInt8 {
    let digit = byte &- 0x30
    if digit < 10 { return digit }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : 255
  }
}

extension RecordID: Comparable {
  package static func < (a: RecordID, b: RecordID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

extension RecordID: CustomStringConvertible {
  package var description: String {
    String(unsafeUninitializedCapacity: 36) { bytes in
      let text = UnsafeMutableRawBufferPointer(bytes)
      func write(_ digits: UInt64, at offset: Int) {
        text.storeBytes(of: digits.littleEndian, toByteOffset: offset, as: UInt64.self)
      }
      func write(_ digits: UInt64, at first: Int, _ second: Int) {
        text.storeBytes(of: UInt32(truncatingIfNeeded: digits).littleEndian, toByteOffset: first, as: UInt32.self)
        text.storeBytes(of: UInt32(digits >> 32).littleEndian, toByteOffset: second, as: UInt32.self)
      }
      write(RecordID.digits(of: high >> 32), at: 0)
      write(RecordID.digits(of: high & 0xFFFF_FFFF), at: 9, 14)
      write(RecordID.digits(of: low >> 32), at: 19, 24)
      write(RecordID.digits(of: low & 0xFFFF_FFFF), at: 28)
      for place in [8, 13, 18, 23] { bytes[place] = UInt8(ascii: "-") }
      return 36
    }
  }
}
