import Foundation

@testable import YAMLEdit

/// A pseudorandom number generator (SplitMix64) with a seed, so that a failure can be reproduced by setting SHELF_SEED.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns true with a probability of one in `cases`.
  mutating func once(in cases: Int) -> Bool {
    Int.random(in: 0..<cases, using: &self) == 0
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  /// The seed of this run: SHELF_SEED, or a random one.
  static let seedOfRun: UInt64 =
    ProcessInfo.processInfo.environment["SHELF_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0..<1_000_000_000)
}
