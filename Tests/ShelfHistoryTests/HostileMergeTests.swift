import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfModel
@testable import ShelfText
@testable import YAMLEdit

/// Tests that a merge of any three versions ends, and that a clean result of a field-by-field merge is valid YAML.
struct HostileMergeTests {
  private static let id = "id: 5adc2d82-3e83-4366-b73d-43a8e2bd9b3e\n"

  /// Merges damaged copies of records, with bytes and lines removed, added or moved.
  @Test func brokenVersions() throws {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed)
    var (byField, asText) = (0, 0)
    let sources = try TestData.isThere ? Self.handWritten() : []
    for round in 0..<(TestData.isFull ? 40_000 : 800) {
      let base = random.once(in: 3) && !sources.isEmpty ? random.pick(sources) : Self.record(using: &random)
      let ours = Self.broken(base, using: &random)
      let theirs = Self.broken(random.once(in: 20) ? Self.record(using: &random) : base, using: &random)
      let common = random.once(in: 20) ? [] : base
      let policy = random.pick(MergePolicy.allCases)
      let result = RecordMerge(of: random.pick(Kind.allCases), Schema(), policy)
        .merge(ours: ours, base: common, theirs: theirs)
      if result.textReason == nil { byField += 1 } else { asText += 1 }
      guard result.textReason == nil, result.isClean, ours != common, theirs != common, ours != theirs else { continue }
      #expect(throws: Never.self, "seed \(seed), round \(round)") { try Document(result.bytes) }
    }
    print("broken versions, seed \(seed): \(byField) merged by field, \(asText) as text")
    #expect(byField > 0 && asText > 0)
  }

  private static func handWritten() throws -> [[UInt8]] {
    let folder = try TestData.folder("hand-written-yaml")
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .map { Array(try Data(contentsOf: URL(filePath: folder + "/" + $0))) }.filter { $0.count < 20_000 }
  }

  private static func record(using random: inout SeededGenerator) -> [UInt8] {
    let fields = [
      "title: A title\n", "title: \"quoted # no comment\" # a comment\n", "author:\n  # c\n  - Ann\n  - Bob # b\n",
      "genres: [aaaaaaaa-1111-4111-8111-111111111111]\n", "rating: 5\n", "review: |\n  One.\n\n  Two.\n  # three\n",
      "synopsis: >-\n  folded\n  lines\n\n  more\n", "other: {a: [1, 2], b: c}\n", "? complex\n: value\n", "nothing:\n",
      "# a comment\n\n", "more:\n- a: 1\n  b: 2\n- c\n", "name: 'it''s\n  two lines'\n", "color: \"00FF00\"\n",
      "text: |+\n  kept\n\n\n",
      "content: |2\n    deep\n  less\n", "tags:\n", "books: []\n", "modificationDate: 2026-11-21 10:00\n",
      "unicode: é三📚\u{85}x\n",
    ]
    let chosen = fields.shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random))
    var text = random.once(in: 10) ? "" : id
    text += chosen.joined()
    if random.once(in: 8) { text = text.replacing("\n", with: "\r\n") }
    if random.once(in: 8) { text = "--- # head\n" + text }
    if random.once(in: 8) { text += "...\n" }
    if random.once(in: 6), !text.isEmpty { text.removeLast() }
    return Array(text.utf8)
  }

  private static func broken(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var lines = TextLine.lines(of: bytes).map(\.bytes)
    for _ in 0..<Int.random(in: 1...3, using: &random) where !lines.isEmpty {
      let place = Int.random(in: 0..<lines.count, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: lines.remove(at: place)
      case 1: lines.insert(lines[Int.random(in: 0..<lines.count, using: &random)], at: place)
      case 2: lines[place] = Array("new: \(Int.random(in: 0..<4, using: &random))\n".utf8)
      case 3:
        lines[place].insert(
          random.pick(Array("#:-|>'\"[]{}&*! \t\r\n\u{0}x".utf8)),
          at: Int.random(in: 0...lines[place].count, using: &random))
      case 4: lines.insert(Array("# comment \(Int.random(in: 0..<9, using: &random))\n".utf8), at: place)
      case 5: lines.swapAt(place, Int.random(in: 0..<lines.count, using: &random))
      default:
        if !lines[place].isEmpty { lines[place].remove(at: Int.random(in: 0..<lines[place].count, using: &random)) }
      }
    }
    return lines.flatMap { $0 }
  }

  // MARK: - Size

  @Test(.timeLimit(.minutes(1))) func longLists() {
    let items = (0..<3000).map { "  - Author \($0)\n" }
    func text(_ lines: [String]) -> [UInt8] { Array((Self.id + "author:\n" + lines.joined()).utf8) }
    let ours = text(["  - Ann # first\n"] + items.dropFirst(10))
    let theirs = text(items.dropLast(10).map { $0.replacing("\n", with: " # known\n") } + ["  - Zoe\n"])
    let result = RecordMerge(of: .book).merge(ours: ours, base: text(items), theirs: theirs)
    #expect(result.textReason == nil && result.isClean)
    let lines = ["  - Ann # first\n"] + items.dropFirst(10).dropLast(10).map { $0.replacing("\n", with: " # known\n") }
    #expect(result.bytes == text(lines + ["  - Zoe\n"]))
  }

  @Test(.timeLimit(.minutes(1)), arguments: [900, 30_000]) func manyLoans(_ count: Int) {
    func text(_ entries: [String]) -> [UInt8] {
      Array((Self.id + "copies: 9\nloans:\n" + entries.map { "  - \($0)\n" }.joined()).utf8)
    }
    let equal = Array(repeating: "2026-03-05/.. Ann", count: count)
    let back = (0..<count).map { "2026-03-05/2026-03-06 P\($0)" }
    let result = RecordMerge(of: .book).merge(
      ours: text(equal.dropFirst() + back), base: text(equal + back), theirs: text(equal + back.dropLast() + ["x"]))
    #expect(result.textReason == nil && result.conflicts.isEmpty)
  }

  @Test(.timeLimit(.minutes(1))) func manyFieldsInConflict() {
    func text(_ value: Int) -> [UInt8] {
      Array((Self.id + (0..<1500).map { "field\($0): \(value)\n" }.joined()).utf8)
    }
    let result = RecordMerge(of: .book).merge(ours: text(1), base: text(0), theirs: text(2))
    #expect(result.conflicts.count == 1500)
  }

  @Test(.timeLimit(.minutes(1))) func tooLargeAndTooDeep() {
    let deep = Array((Self.id + "x: " + String(repeating: "[", count: 10_000) + "\n").utf8)
    let base = Array(Self.id.utf8)
    #expect(RecordMerge(of: .book).merge(ours: deep, base: base, theirs: base + Array("a: 1\n".utf8)).textReason != nil)
    let large = base + Array(repeating: UInt8(ascii: "#"), count: 2000)
    let merge = RecordMerge(of: .book, limits: Limits(depth: 10, bytes: 1000))
    let result = merge.merge(ours: large, base: base, theirs: Array("a: 1\n".utf8) + base)
    #expect(result.textReason?.hasPrefix("ours") == true)
    #expect(result.isClean && result.bytes == Array("a: 1\n".utf8) + large)
  }
}
