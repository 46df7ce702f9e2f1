import Testing

/// Random histories, in several parts so that a test can run them in parallel.
///
/// Each history has a separate seed, which is part of its name. Setting SHELF_SEED to it makes the history the first
/// one of the next run.
package struct RandomHistories: Sendable, CustomTestStringConvertible {
  private let seeds: [UInt64]

  package var testDescription: String { "\(seeds.count) histories from SHELF_SEED=\(seeds.first ?? 0)" }

  /// Divides a number of histories into up to four parts.
  package static func parts(_ count: Int, whenFull full: Int) -> [RandomHistories] {
    let seeds = (0..<UInt64(TestData.isFull ? full : count)).map { SeededGenerator.seedOfRun &+ $0 &* 7919 }
    let size = (seeds.count + 3) / 4
    return stride(from: 0, to: seeds.count, by: size).map { start in
      RandomHistories(seeds: Array(seeds[start..<min(start + size, seeds.count)]))
    }
  }

  package func forEach(_ body: (SeededGenerator, _ name: String) throws -> Void) rethrows {
    for seed in seeds { try body(SeededGenerator(seed: seed), "SHELF_SEED=\(seed)") }
  }
}
