/// The Secure Hash Algorithm 1 (FIPS 180-4), which is used only for UUIDs of version 5. It is not secure enough for any
/// other purpose.
package struct SHA1 {
  /// Returns the 20-byte digest of a message.
  package static func digest(_ message: [UInt8]) -> [UInt8] {
    let words = words(message)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20)
    for word in [words.0, words.1, words.2, words.3, words.4] {
      for shift in stride(from: UInt32(24), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return bytes
  }

  /// Returns the first eight bytes of the digest as sixteen hexadecimal digits.
  package static func shortHex(_ message: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(digest(message).prefix(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  typealias Words = (UInt32, UInt32, UInt32, UInt32, UInt32)

  /// Returns the digest as five 32-bit words.
  static func words(_ message: [UInt8]) -> Words {
    var state: Words = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)
    var padded = message
    padded.reserveCapacity(message.count + 72)
    padded.append(0x80)
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(message.count) * 8
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
      for start in stride(from: 0, to: padded.count, by: 64) {
        for index in 0..<16 {
          let place = start + index * 4
          words[index] =
            UInt32(padded[place]) << 24 | UInt32(padded[place + 1]) << 16 | UInt32(padded[place + 2]) << 8
            | UInt32(padded[place + 3])
        }
        for index in 16..<80 {
          words[index] = rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
        }
        mix(words, into: &state)
      }
    }
    return state
  }

  private static func mix(_ words: UnsafeMutableBufferPointer<UInt32>, into state: inout Words) {
    var (a, b, c, d, e) = state
    for index in 0..<80 {
      let (function, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = rotate(a, 5) &+ function &+ e &+ constant &+ words[index]
      (e, d, c, b, a) = (d, c, rotate(b, 30), a, next)
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}

extension RecordID {
  /// The namespace of the ids that are derived from the sources of imported records.
  ///
  /// It never changes, so that importing a file results in the same ids in every library.
  package static let imports = RecordID(high: 0x8d3f_52c0_6c1e_4b7a, low: 0x9f0e_1a5d_27c4_b863)

  /// Returns the UUID of version 5 (RFC 9562) for a name. Equal names in the same namespace always result in the same
  /// id.
  ///
  /// - Parameter namespace: an id that distinguishes equal names from different sources.
  package static func derived(from name: String, in namespace: RecordID) -> RecordID {
    var message: [UInt8] = []
    message.reserveCapacity(16 + name.utf8.count)
    for word in [namespace.high, namespace.low] {
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        message.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    message += name.utf8
    let words = SHA1.words(message)
    return RecordID(
      high: UInt64(words.0) << 32 | UInt64(words.1) & 0xFFFF_0FFF | 0x5000,
      low: (UInt64(words.2) << 32 | UInt64(words.3)) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}
