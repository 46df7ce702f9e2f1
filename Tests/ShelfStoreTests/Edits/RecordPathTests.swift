import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfStore

@Suite struct RecordPathTests {
  @Test(arguments: [
    ("Dune", "dune"), ("The Time Machine", "the-time-machine"), ("  --Dune--  ", "dune"), ("1984", "1984"),
    ("Łódź: a story", "lodz-a-story"), ("Straße", "strasse"), ("三体", "三体"), ("Война и мир", "воина-и-мир"),
    ("한국어 책", "한국어-책"), ("हिन्दी किताब", "हिन्दी-किताब"), ("とうきょう", "とうきょう"), ("C++ & C#", "c-c"),
    ("It’s", "it-s"), ("a/b\\c:d", "a-b-c-d"), ("../../etc/passwd", "etc-passwd"), ("a\nb\tc\u{0}d", "a-b-c-d"),
    ("!!!", ""), ("", ""), ("📚", ""), ("1️⃣ Buch", "1-buch"), (".hidden", "hidden"), ("-x", "x"), ("½", "1-2"),
  ])
  func slug(_ title: String, _ expected: String) { #expect(RecordPath.slug(title) == expected) }

  @Test func longTitlesEndAtAWord() {
    let title = Array(repeating: "word", count: 30).joined(separator: " ")
    #expect(RecordPath.slug(title) == Array(repeating: "word", count: 12).joined(separator: "-"))
    #expect(RecordPath.slug(String(repeating: "a", count: 200)) == String(repeating: "a", count: 60))
    #expect(RecordPath.slug(String(repeating: "三", count: 200)) == String(repeating: "三", count: 40))
    #expect(RecordPath.slug("ab " + String(repeating: "c", count: 100)) == "ab")
    #expect(RecordPath.slug("one two three", characters: 7) == "one-two")
  }

  @Test func everySlugIsAFileName() {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    print("slugs: seed \(SeededGenerator.seedOfRun)")
    for _ in 0..<3000 {
      let title = (0..<Int.random(in: 1...6, using: &random)).map { _ in RandomText.any(using: &random) }.joined()
      let slug = RecordPath.slug(title)
      let isFine =
        slug.count <= 60 && slug.utf8.count <= 120
        && Self.isComposed(slug)
        && !slug.hasPrefix("-") && !slug.hasSuffix("-") && !slug.contains("--") && slug.lowercased() == slug
        && slug.allSatisfy { $0 == "-" || $0.isLetter || $0.isNumber }
      guard isFine else {
        Issue.record("\(title.debugDescription) gives \(slug.debugDescription)")
        return
      }
    }
  }

  /// Returns whether a text is in NFC. Foundation is not used for Hangul, because it composes some jamo that the
  /// Unicode Standard (3.12, conjoining jamo) does not, such as U+1113 and U+1161.
  private static func isComposed(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    let isJoinable = zip(scalars, scalars.dropFirst()).contains { first, second in
      let isOpenSyllable = (0xAC00...0xD7A3).contains(first.value) && (first.value - 0xAC00) % 28 == 0
      return (0x1100...0x1112).contains(first.value) && (0x1161...0x1175).contains(second.value)
        || isOpenSyllable && (0x11A8...0x11C2).contains(second.value)
    }
    let others = scalars.split { (0x1100...0x11FF).contains($0.value) }.map { String(String.UnicodeScalarView($0)) }
    return !isJoinable && others.allSatisfy { $0.precomposedStringWithCanonicalMapping.utf8.elementsEqual($0.utf8) }
  }

  @Test func composedHangul() {
    #expect(Self.isComposed("\u{D788}\u{1103}\u{1176}\u{1113}\u{1161}"))
    #expect(!Self.isComposed("\u{1112}\u{1175}") && !Self.isComposed("\u{AC00}\u{11A8}"))
    #expect(!Self.isComposed("e\u{301}") && Self.isComposed("é"))
  }

  @Test func paths() {
    let id = recordID(1)
    #expect(RecordPath.path(for: .book, id, title: "Dune", bookPath: nil) == "books/dune-00000000.yaml")
    #expect(RecordPath.path(for: .tag, id, title: "!", bookPath: nil) == "tags/00000000.yaml")
    #expect(RecordPath.path(for: .quote, id, title: "So it goes.", bookPath: nil) == "quotes/so-it-goes-00000000.yaml")
    #expect(
      RecordPath.path(for: .quote, id, title: "So", bookPath: "books/sf/a.b.yaml") == "quotes/a.b/so-00000000.yaml")
    #expect(RecordPath.path(for: .issue, id, title: "x", bookPath: "books/a.yaml") == "issues/x-00000000.yaml")
  }
}
