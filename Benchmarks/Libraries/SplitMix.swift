/// The pseudorandom generator SplitMix (Steele, Lea and Flood, 2014), so that a seed produces the same library on every
/// computer.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// Creates the random source of one record, so that any record can be generated without the ones before it.
  init(seed: UInt64, kind: UInt64, index: Int) {
    var mixer = SplitMix(seed: seed)
    let base = mixer.next()
    self.init(seed: base ^ (kind << 56) ^ (UInt64(index) &* 0x9e37_79b9_7f4a_7c15))
    state = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number below `limit`. It does not use `Int.random(in:using:)`, whose algorithm may change between
  /// versions of Swift.
  mutating func below(_ limit: Int) -> Int {
    Int(next() % UInt64(limit))
  }

  mutating func pick(_ words: [String]) -> String {
    words[below(words.count)]
  }

  mutating func uuid() -> String {
    let high = next() & 0xffff_ffff_ffff_0fff | 0x4000
    let low = next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    let digits = Self.hex(high) + Self.hex(low)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(digit)
    }
    return text
  }

  private static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
