import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfModel
@testable import YAMLEdit

/// Two sides change different pieces of a record. The result of the merge must contain both changes, each at the right
/// position, byte for byte.
///
/// A piece is a field, an item of a list or an entry of a mapping, with the comments and blank lines above it.
struct PieceMergeTests {
  private struct Piece: Equatable {
    var above: [String]
    var lines: [String]
  }

  enum Level: CaseIterable {
    case fields, items, entries
    /// Entries of a mapping that may be in braces, and entries of a nested mapping.
    case braces, inner
  }

  /// One side's changes to the base, keyed by the positions of its pieces.
  private struct Changes {
    var lines: [Int: [String]] = [:]
    var removed: Set<Int> = []
    var above: [Int: [String]] = [:]
    /// New pieces, keyed by the position of the base piece that they follow.
    var added: [Int: Piece] = [:]
    var tail: [String]?
  }

  private struct Version {
    var pieces: [Piece]
    var tail: [String] = []
    var margin = ""
    var lineBreak = "\n"
    var hasMark = false
    /// Whether the pieces are in braces.
    var isFlow = false
  }

  private static let id = "id: 5adc2d82-3e83-4366-b73d-43a8e2bd9b3e"

  private var random = SeededGenerator(seed: SeededGenerator.seedOfRun &+ 51)
  private var count = 0

  @Test(arguments: Level.allCases) mutating func bothChangesAreMade(_ level: Level) {
    random = SeededGenerator(seed: SeededGenerator.seedOfRun &+ UInt64(51 + Level.allCases.firstIndex(of: level)!))
    var failures = 0
    for _ in 0..<(SeededGenerator.isFull ? 40_000 : 400) where failures < 3 {
      let base = Version(
        pieces: (0..<Int.random(in: 2...6, using: &random)).map { piece($0, level) },
        tail: level == .fields && random.once(in: 3) ? [comment()] : [])
      var free = Set((0..<base.pieces.count * 3 + 1))
      var sides = [Changes(), Changes()]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        change(&sides[Int.random(in: 0...1, using: &random)], base, &free, level)
      }
      var versions = [base, applied(sides[0], to: base), applied(sides[1], to: base)]
      for position in versions.indices {
        versions[position].margin =
          level == .fields ? "" : random.pick(["  ", "  ", "  ", "    ", level == .items ? "" : " "])
        versions[position].lineBreak = random.once(in: 5) ? "\r\n" : "\n"
        versions[position].hasMark = random.once(in: 8)
        versions[position].isFlow = (level == .braces || level == .inner) && random.once(in: 2)
      }
      var expected = applied(sides[0], sides[1], to: base)
      // If our side did not change the pieces, the formatting of their side is used.
      let texts = versions.map { self.lines($0, level) }
      let model = texts[1] == texts[0] ? versions[2] : versions[1]
      (expected.margin, expected.isFlow) = (model.margin, model.isFlow)
      let marks = versions.map(\.hasMark)
      expected.hasMark = marks[1] == marks[0] ? marks[2] : marks[1]
      expected.lineBreak = versions[1].lineBreak
      let bytes = versions.map { self.bytes($0, level) }
      // If one side equals the base byte for byte, the other side is used unchanged.
      let whole = bytes[1] == bytes[0] ? bytes[2] : bytes[2] == bytes[0] ? bytes[1] : self.bytes(expected, level)
      let result = RecordMerge(of: .book).merge(ours: bytes[1], base: bytes[0], theirs: bytes[2])
      if result.bytes == whole, result.isClean, result.textReason == nil { continue }
      failures += 1
      func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }
      Issue.record(
        """
        \(result.textReason ?? "") \(result.conflicts)
        base     \(shown(bytes[0]))
        ours     \(shown(bytes[1]))
        theirs   \(shown(bytes[2]))
        expected \(shown(whole))
        is       \(shown(result.bytes))
        """)
    }
  }

  // MARK: - Changes

  private mutating func comment() -> String {
    count += 1
    return "# c\(count)"
  }

  private mutating func piece(_ position: Int, _ level: Level) -> Piece {
    if level == .fields, position == 0 { return Piece(above: [], lines: [Self.id]) }
    count += 1
    let isInBraces = level == .braces || level == .inner
    let above =
      !isInBraces && random.once(in: 4) ? random.pick([[comment()], ["", comment()], [comment(), comment()]]) : []
    return Piece(above: above, lines: lines("w\(count)", level))
  }

  /// Returns a piece with this name, written in one of several ways.
  private mutating func lines(_ name: String, _ level: Level) -> [String] {
    let note = random.once(in: 3) ? " " + comment() : ""
    count += 1
    switch level {
    case .items: return random.pick([["- \(name)\(note)"], ["- '\(name)'\(note)"]])
    case .braces, .inner: return ["\(name): " + random.pick(["v\(count)", "'v, \(count)'", "\"v\(count)\""])]
    case .fields, .entries:
      return random.pick([
        ["\(name): v\(count)\(note)"], ["\(name): \"v\(count)\"\(note)"], ["\(name): |", "  a \(count)", "", "  b"],
        ["\(name):\(note)", "  - x\(count)", "  - y"],
      ])
    }
  }

  /// Returns the name of the piece that these lines contain.
  private func name(_ lines: [String], _ level: Level) -> String {
    let rest = lines[0].drop { $0 == "-" || $0 == " " || $0 == "'" }
    return String(rest.prefix { $0 != ":" && $0 != " " && $0 != "'" })
  }

  /// Makes one change to a part of the base that neither side has changed yet: the lines of a piece, the lines above
  /// it, or the lines after it.
  private mutating func change(_ side: inout Changes, _ base: Version, _ free: inout Set<Int>, _ level: Level) {
    let all = base.pieces.count
    let position = Int.random(in: 1..<all, using: &random)
    func claim(_ numbers: Int...) -> Bool {
      guard numbers.allSatisfy(free.contains) else { return false }
      free.subtract(numbers)
      return true
    }
    let (lines, above, after) = (3 * position, 3 * position + 1, 3 * position + 2)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: if claim(lines, above) { side.removed.insert(position) }
    case 1:
      let kept = base.pieces[position].above
      guard position + 1 < all, !kept.isEmpty, claim(lines, above, above + 3, after) else { return }
      side.removed.insert(position)
      side.above[position + 1] = kept + base.pieces[position + 1].above
    case 2:
      if level != .braces, level != .inner, claim(above) {
        side.above[position] = random.pick([[], [comment()], base.pieces[position].above + [comment()]])
      }
    case 3: if claim(after) { side.added[position] = piece(all, level) }
    case 4 where level == .fields: if claim(3 * all) { side.tail = random.pick([[], [comment()]]) }
    default:
      if claim(lines) { side.lines[position] = self.lines(name(base.pieces[position].lines, level), level) }
    }
  }

  private func applied(_ side: Changes, to base: Version) -> Version { applied(side, Changes(), to: base) }

  /// Returns the base with the changes of both sides. Where both sides added pieces, ours come first.
  private func applied(_ ours: Changes, _ theirs: Changes, to base: Version) -> Version {
    var (result, first, second): ([Piece], [Piece], [Piece]) = ([], [], [])
    for (position, piece) in base.pieces.enumerated() {
      if !ours.removed.contains(position), !theirs.removed.contains(position) {
        result += first + second
        (first, second) = ([], [])
        result.append(
          Piece(
            above: ours.above[position] ?? theirs.above[position] ?? piece.above,
            lines: ours.lines[position] ?? theirs.lines[position] ?? piece.lines))
      }
      first += [ours.added[position]].compactMap { $0 }
      second += [theirs.added[position]].compactMap { $0 }
    }
    var version = base
    version.pieces = result + first + second
    version.tail = ours.tail ?? theirs.tail ?? base.tail
    return version
  }

  // MARK: - As text

  /// Returns the lines of the pieces, and of the keys that lead to them.
  private func lines(_ version: Version, _ level: Level) -> [String] {
    let margin = level == .inner ? "  " + version.margin : version.margin
    let lines = version.pieces.flatMap { piece in (piece.above + piece.lines).map { $0.isEmpty ? "" : margin + $0 } }
    let keys =
      switch level {
      case .fields: [String]()
      case .items: ["author:"]
      case .entries, .braces: ["custom:"]
      case .inner: ["custom:", "  inner:"]
      }
    guard version.isFlow else { return keys + lines }
    let braces = " {" + version.pieces.map { $0.lines[0] }.joined(separator: ", ") + "}"
    return keys.dropLast() + [(keys.last ?? "") + braces]
  }

  private func bytes(_ version: Version, _ level: Level) -> [UInt8] {
    let lines = lines(version, level) + version.tail
    let whole = level == .fields ? lines : [Self.id, "title: A"] + lines + ["year: 1"]
    let text = whole.map { $0 + version.lineBreak }.joined()
    return Array(((version.hasMark ? "\u{FEFF}" : "") + text).utf8)
  }
}
