import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfText

/// Compares line-by-line merges with git's merges.
struct TextMergeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func git(_ ours: String, _ base: String, _ theirs: String, _ style: ConflictStyle) throws -> (Int, String) {
    for (name, text) in [("ours", ours), ("base", base), ("theirs", theirs)] { try folder.write(name, text) }
    let result = try Program.run(
      ["git", "merge-file", "-p", "-L", "ours", "-L", "base", "-L", "theirs", "--marker-size=\(style.markerSize)"]
        + (style.showsBase ? ["--diff3"] : []) + ["ours", "base", "theirs"], in: folder.path)
    return (Int(result.status), result.text)
  }

  private func check(_ ours: String, _ base: String, _ theirs: String, showsBase: Bool = false) throws -> Bool {
    var style = ConflictStyle()
    style.showsBase = showsBase
    let (status, text) = try git(ours, base, theirs, style)
    let merge = TextMerge(ours: Array(ours.utf8), base: Array(base.utf8), theirs: Array(theirs.utf8), style)
    return merge.conflicts == status && String(decoding: merge.bytes, as: UTF8.self) == text
  }

  @Test(arguments: [
    ("a\nb\nc\n", "a\nb\nc\n", "a\nx\nc\n"), ("a\nx\nc\n", "a\nb\nc\n", "a\nb\nc\n"),
    ("a\nx\nc\n", "a\nb\nc\n", "a\ny\nc\n"), ("x\nb\nc\n", "a\nb\nc\n", "a\ny\nc\n"),
    ("x\nb\nc\n", "a\nb\nc\n", "a\nb\ny\n"), ("a\nb\nc", "a\nb\nc\n", "a\nb\nc\nd\n"),
    ("a\nb\nc", "a\nb\nc\n", "a\nb\nd\n"), ("", "a\nb\n", "a\n"), ("a\n", "", "b\n"), ("a\nb\n", "", "a\nc\n"),
    ("1\n2\n3\n4\n", "", "1\nx\n3\n4\n"), ("a\r\nx\r\nc\r\n", "a\r\nb\r\nc\r\n", "a\r\ny\r\nc\r\n"),
    ("a\nb\n", "a\n", "a\nb\n"), ("a\n", "a", "a\n\n"),
  ])
  func givesWhatGitGives(_ ours: String, _ base: String, _ theirs: String) throws {
    #expect(try check(ours, base, theirs))
    #expect(try check(ours, base, theirs, showsBase: true))
  }

  /// All lines of a text differ, so there is exactly one shortest edit script.
  @Test func agreesWithGitOnRandomTexts() throws {
    let seed = SeededGenerator.seedOfRun
    print("merged texts, seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for round in 0..<(TestData.isFull ? 3000 : 150) {
      let base = (0..<Int.random(in: 0...14, using: &random)).map { "line \($0)" }
      let pool = (0..<4).map { "new \($0)" }
      func changed() -> String {
        var used = Set<String>()
        var lines: [String] = []
        for line in base {
          if random.once(in: 6), let new = pool.first(where: { !used.contains($0) }) {
            used.insert(new)
            lines.append(new)
          }
          if random.once(in: 7) { continue }
          lines.append(random.once(in: 7) ? line + " changed" + (random.once(in: 2) ? "" : " more") : line)
        }
        return lines.map { $0 + "\n" }.joined() + (random.once(in: 8) ? "last" : "")
      }
      let (ours, theirs) = (changed(), changed())
      let text = base.map { $0 + "\n" }.joined()
      let same = try check(ours, text, theirs, showsBase: round % 3 == 0)
      #expect(same, "seed \(seed), round \(round): \([ours, text, theirs])")
    }
  }

  /// If lines occur several times, there are several possible matches. If both merges are clean, their results are
  /// nearly always the same.
  @Test func agreesWithGitOnRepeatedLines() throws {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed &+ 1)
    let rounds = TestData.isFull ? 3000 : 150
    var same = 0
    for _ in 0..<rounds {
      let words = ["", "a", "b", "c", "d", ""]
      let base = (0..<Int.random(in: 0...12, using: &random)).map { _ in random.pick(words) }
      func changed() -> String {
        var lines = base
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let place = Int.random(in: 0...lines.count, using: &random)
          if place < lines.count, random.once(in: 2) { lines.remove(at: place) }
          if random.once(in: 2) { lines.insert(random.pick(words), at: min(place, lines.count)) }
        }
        return lines.map { $0 + "\n" }.joined()
      }
      let (ours, theirs) = (changed(), changed())
      let text = base.map { $0 + "\n" }.joined()
      if try check(ours, text, theirs) {
        same += 1
      } else if TestData.isFull, same % 50 == 0 {
        print([ours, text, theirs])
      }
    }
    print("merged texts with repeated lines, seed \(seed): \(same) of \(rounds) as git merges them")
    #expect(Double(same) >= 0.9 * Double(rounds))
  }

  @Test func mergingWithNothingChangesNothing() {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed &+ 2)
    for _ in 0..<2000 {
      func text() -> [Int] {
        (0..<Int.random(in: 0...30, using: &random)).map { _ in Int.random(in: 0...6, using: &random) }
      }
      let (base, side) = (text(), text())
      let theirs = LineMerge(ours: base, base: base, theirs: side)
      #expect(theirs.lines(base, side) { _, _, _ in [-1] } == side)
      let ours = LineMerge(ours: side, base: base, theirs: base)
      #expect(ours.lines(side, base) { _, _, _ in [-1] } == side)
      #expect(LineMerge(ours: side, base: base, theirs: side).lines(side, side) { _, _, _ in [-1] } == side)
    }
  }

  /// The edit script is as short as the textbook algorithm for the longest common subsequence requires.
  @Test func findsAShortestScript() {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun &+ 3)
    for _ in 0..<2000 {
      func text() -> [Int] {
        (0..<Int.random(in: 0...30, using: &random)).map { _ in Int.random(in: 0...6, using: &random) }
      }
      let (old, new) = (text(), text())
      var table = Array(repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
      for i in old.indices {
        for j in new.indices {
          table[i + 1][j + 1] = old[i] == new[j] ? table[i][j] + 1 : max(table[i][j + 1], table[i + 1][j])
        }
      }
      let changes = LineDifference(from: old, to: new).changes
      var result: [Int] = []
      var end = 0
      for change in changes {
        result += old[end..<change.old.lowerBound] + new[change.new]
        end = change.old.upperBound
      }
      #expect(result + old[end...] == new)
      let kept = old.count - changes.reduce(0) { $0 + $1.old.count }
      #expect(kept == table[old.count][new.count])
    }
  }

  /// Two large texts with little in common are merged quickly.
  @Test(.timeLimit(.minutes(1))) func endsOnLargeTexts() {
    var random = SeededGenerator(seed: 1)
    func text() -> [UInt8] {
      (0..<20_000).flatMap { _ in Array("\(Int.random(in: 0...5000, using: &random))\n".utf8) }
    }
    let merge = TextMerge(ours: text(), base: text(), theirs: text(), ConflictStyle())
    #expect(merge.conflicts > 0)
  }
}
