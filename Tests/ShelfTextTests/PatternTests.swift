import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfText

@Suite struct PatternTests {
  private func matches(_ pattern: String, _ text: String) throws -> Bool {
    var matcher = PatternMatcher(try Pattern(pattern))
    return Array(Folding.fold(text).utf8).withUnsafeBufferPointer { matcher.matches($0) }
  }

  @Test(arguments: [
    ("dune", "Dune", true), ("DUNE", "dune messiah", true), ("^dune", "the dune", false), ("dune$", "the dune", true),
    ("^$", "", true), ("^$", "a", false), ("d.ne", "d三ne", true), ("[^d]une", "dune", false),
    ("[d-f]une", "eune", true),
    ("[D-F]une", "eune", true), ("[é]", "E", true), ("[]a]", "]", true), ("[^]]", "]", false), ("[a-]", "-", true),
    ("łódź", "LODZ", true), ("straße", "STRASSE", true), ("ß+", "ssss", true), ("\\bkill", "mind-killer", true),
    ("\\bind", "mind", false), ("\\Bind", "mind", true), ("\\d{4}", "in 1965", true), ("\\d{5}", "1965", false),
    ("^\\d{2,3}$", "1234", false), ("^\\d{2,}$", "1234", true), ("colou?r", "color", true), ("(ab)+c", "ababc", true),
    ("^(?:a|bc)*$", "abca", true), ("^(a|bc)*$", "abcb", false), ("\\w+ \\w+", "mind\nkiller", true),
    ("a\\nb", "a\nb", true), ("a\\tb", "a\tb", true), ("a[\\n\\t]b", "a\nb", true), ("a\\nb", "anb", false),
    ("\\s", "a\tb", true), ("\\S\\s\\S", "a b", true), ("\\W", "ab_1", false), ("\\D", "12", false), ("\\w", "三", true),
    ("a.*z", "a to z", true), ("a*?b", "aab", true), ("\\.", "a", false), ("\\/", "/", true), ("三.", "三体", true),
    ("(a*)*b", "aaac", false), ("()", "", true), ("a||b", "", true), ("x{0}", "", true), ("^x{0}$", "x", false),
    ("[\\d三]", "三", true), ("[^\\d]", "5", false), ("[^\\D]", "5", true), ("か", "が", false), ("e\u{301}", "é", true),
  ])
  func matchesAsExpected(_ pattern: String, _ text: String, _ expected: Bool) throws {
    #expect(try matches(pattern, text) == expected)
  }

  @Test(arguments: [
    ("(a", "unclosedGroup (a"), ("a)", "unexpectedParenthesis )"), ("[a", "unclosedSet [a"),
    ("[z-a]", "wrongOrder z-a"),
    ("*a", "nothingToRepeat *"), ("a**", "nothingToRepeat *"), ("^*", "nothingToRepeat *"), ("a{", "wrongRepetition {"),
    ("a{2,1}", "wrongRepetition {2,1}"), ("a{999}", "wrongRepetition {999}"), ("{1}", "wrongRepetition {"),
    ("\\1", "backreference \\1"), ("(?=a)", "unknownGroup (?"), ("(?<n>a)", "unknownGroup (?"),
    ("\\q", "unknownEscape \\q"),
    ("a\\", "unknownEscape \\"), ("", "empty "), ("((a{255}){255}){255}", "tooLarge ((a{255}){255}){255}"),
  ])
  func saysWhatItDoesNotHave(_ pattern: String, _ expected: String) throws {
    let problem = try #require(throws: PatternProblem.self) { try Pattern(pattern) }
    let place = String(decoding: Array(pattern.utf8)[problem.range], as: UTF8.self)
    #expect("\("\(problem.reason)".prefix { $0.isLetter }) \(place)" == expected)
  }

  /// Patterns that are slow in backtracking engines, and very large ones, are handled in bounded time.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "(a*)*b", "(a|a)*b", "(a|aa)+$b", "^(a+)+$c", "a{200}{9}b", "(a?){250}a{250}b", "(((){255}){255}){255}",
      "(.*)(.*)(.*)(.*)x",
      "[ab]*a[ab]{11}c",
    ])
  func isNeverSlow(_ pattern: String) throws {
    guard let compiled = try? Pattern(pattern) else {
      // A pattern may be rejected only because nested repetitions become too large.
      #expect(pattern.contains(/[0-9]{3}\}\)?[\{a]/))
      return
    }
    var matcher = PatternMatcher(compiled)
    var random = SeededGenerator(seed: 1)
    let text = (0..<20_000).map { _ in random.once(in: 2) ? UInt8(ascii: "a") : UInt8(ascii: "b") }
    _ = text.withUnsafeBufferPointer { matcher.matches($0) }
    let same = [UInt8](repeating: UInt8(ascii: "a"), count: 20_000)
    // Of these patterns, only the ones that can be empty match a text that repeats a single letter.
    #expect(same.withUnsafeBufferPointer { matcher.matches($0) } == pattern.hasPrefix("((("))
  }

  /// Compares the results with the results of Foundation's regular expressions.
  @Test func agreesWithFoundation() throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    print("patterns: seed \(SeededGenerator.seedOfRun)")
    for _ in 0..<(TestData.isFull ? 20_000 : 1500) {
      let source = pattern(depth: 3, &random)
      guard let pattern = try? Pattern(source) else {
        Issue.record("\(source) cannot be read")
        return
      }
      let other = try NSRegularExpression(pattern: source)
      var matcher = PatternMatcher(pattern)
      for _ in 0..<8 {
        let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in
          random.pick(["a", "b", "c", "1", " a", "_", "-"])
        }
        .joined()
        let found = Array(text.utf8).withUnsafeBufferPointer { matcher.matches($0) }
        let expected = other.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
        guard found == expected else {
          Issue.record("/\(source)/ in \(text.debugDescription): \(found)")
          return
        }
      }
    }
  }

  private func pattern(depth: Int, _ random: inout SeededGenerator) -> String {
    let atoms = ["a", "b", "c", "1", ".", "[ab]", "[^a]", "\\w", "\\d", "\\s", "\\W", "[^\\d]", "_", "-"]
    if depth == 0 { return random.pick(atoms) }
    func inner() -> String { pattern(depth: depth - 1, &random) }
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return "(\(inner())|\(inner()))"
    case 1: return "(?:\(inner()))" + random.pick(["*", "+", "?", "{2}", "{1,2}", "{0,}"])
    case 2: return random.pick(atoms) + random.pick(["*", "+", "?", "{2}", "{1,2}"])
    case 3: return "^" + inner()
    case 4: return inner() + "$"
    case 5: return "\\b" + inner()
    case 6: return inner() + "\\B"
    default: return inner() + inner()
    }
  }
}
