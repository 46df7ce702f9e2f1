import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfHistory

/// Merges records that two sides changed at random, and compares the results with a simple model of fields.
///
/// No change that only one side made may be lost. `SHELF_SEED` sets the seed of the run, and `SHELF_FULL=1` runs 30,000
/// rounds instead of 600.
struct RandomMergeTests {
  @Test func nothingIsLost() {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed)
    var (clean, conflicts, asText, failures) = (0, 0, 0, 0)
    for round in 0..<(SeededGenerator.isFull ? 30_000 : 600) where failures < 5 {
      let scenario = MergeScenario(round, using: &random)
      let result = RecordMerge(of: .book)
        .merge(ours: scenario.ours.bytes, base: scenario.base.bytes, theirs: scenario.theirs.bytes)
      if result.isClean { clean += 1 } else { conflicts += 1 }
      if result.textReason != nil { asText += 1 }
      let text = String(decoding: result.bytes, as: UTF8.self)
      let check = MergeCheck(scenario, text, isClean: result.isClean)
      if !check.problems.isEmpty || result.textReason != nil {
        failures += 1
        Issue.record(
          """
          seed \(seed), round \(round): \(check.problems) \(result.textReason ?? "") \(result.conflicts)
          --- base
          \(scenario.base.text)
          --- ours
          \(scenario.ours.text)
          --- theirs
          \(scenario.theirs.text)
          --- result
          \(text)
          """)
      }
    }
    print("merges, seed \(seed): \(clean) clean, \(conflicts) with conflicts, \(asText) as text")
    #expect(clean > 0 && conflicts > 0)
  }
}
