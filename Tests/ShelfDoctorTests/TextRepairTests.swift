import Testing

@testable import ShelfDoctor
@testable import ShelfModel
@testable import YAMLEdit

/// Tests that repairs make unreadable text readable and keep as much of it as possible.
struct TextRepairTests {
  private func file(_ source: [UInt8], _ cause: UnreadableFile.Cause = .text(.syntax)) -> UnreadableFile {
    UnreadableFile(path: "books/a.yaml", kind: .book, cause: cause, reason: "", source: source)
  }

  /// Returns the text that a repair writes.
  private func result(_ repair: Repair, of source: [UInt8]) throws -> String {
    let step = try #require(repair.steps.first)
    guard repair.steps.count == 1, case .write("books/a.yaml", source, let new?) = step else {
      Issue.record("\(repair.steps)")
      return ""
    }
    return String(decoding: new, as: UTF8.self)
  }

  @Test(arguments: [
    ("a:\n\tb: 1\n", "a:\n  b: 1\n", 2, true), ("a:\n\tb:\n\t\tc: \"x\ty\"\n", "a:\n  b:\n    c: \"x\ty\"\n", 2, true),
    ("\ta: 1\n\tb: 2\n", "  a: 1\n  b: 2\n", 2, true),
    ("a:\n    b: x \ty\n  \tc: 2\n", "a:\n    b: x \ty\n    c: 2\n", 2, false),
    // The tab is replaced with the indentation of the lines around it.
    ("a:\n    b: 1\n\tc: 2\n", "a:\n    b: 1\n    c: 2\n", 4, true),
    ("a:\n        b: 1\n\tc: 2\n", "a:\n        b: 1\n        c: 2\n", 8, true),
    // A tab after spaces may be part of the text, so this repair is not safe.
    ("a:\n    b: 1\n  \tc: 2\n", "a:\n    b: 1\n    c: 2\n", 2, false),
    ("a:\n\tb: |\n\t  x\n\t  \ty\n", "a:\n  b: |\n    x\n    \ty\n", 2, true),
  ])
  func tabsBecomeSpaces(_ text: String, _ expected: String, _ width: Int, _ isSafe: Bool) throws {
    let repair = try #require(TextRepair.tabs(in: file(Array(text.utf8))))
    #expect(repair.name == "spaces" && repair.description == "write \(width) spaces for each tab of the indentation")
    #expect(try result(repair, of: Array(text.utf8)) == expected)
    #expect(repair.isSafe == isSafe)
    if !isSafe { #expect(repair.isChoice) }
  }

  /// Texts where the tabs are not the mistake, or not the only one.
  @Test(arguments: ["a: [\n", "a: \"x\ty\n", "- a\n\t- b\n", "a:\n\tb: [\n", "\ta: 1\n b: 2\n\t\tc: 3\n"])
  func otherMistakesStay(_ text: String) {
    #expect(TextRepair.tabs(in: file(Array(text.utf8))) == nil)
  }

  @Test func otherCausesHaveOtherRepairs() {
    #expect(TextRepair.tabs(in: file(Array("a:\n\tb: 1\n".utf8), .missingID)) == nil)
  }

  @Test(arguments: [
    ("\ta: 1\n", 0), ("a:\n\tb: 1\n", 3), ("a:\n  \tb: 1\n", 5), ("a:\tb\n", nil), ("a: b\tc\n \td\n", 8),
    ("a: 1\n", nil),
  ])
  func theTabIsFound(_ text: String, _ offset: Int?) {
    #expect(TextRepair.indentingTab(in: Array(text.utf8)) == offset)
  }

  @Test func textsInUTF16AreWrittenAnew() throws {
    let text = "title: Çå “π” \u{1F4DA}\n"
    let units = Array(text.utf16)
    var little: [UInt8] = [0xFF, 0xFE]
    var big: [UInt8] = [0xFE, 0xFF]
    for unit in units {
      little += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      big += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
    for source in [little, big] {
      let repairs = TextRepair.encodings(of: file(source))
      #expect(repairs.map(\.name) == ["utf-8"] && repairs.allSatisfy(\.isSafe))
      #expect(try result(try #require(repairs.first), of: source) == text)
    }
    // An incomplete code unit is invalid, and so is half a surrogate pair.
    #expect(!TextRepair.encodings(of: file(little + [0x41])).contains { $0.name == "utf-8" })
    #expect(!TextRepair.encodings(of: file(little + [0x3D, 0xD8])).contains { $0.name == "utf-8" })
    // A list is not a record.
    #expect(TextRepair.encodings(of: file([0xFF, 0xFE, 0x2D, 0, 0x20, 0, 0x61, 0])).isEmpty)
  }

  @Test func controlCharactersAreDropped() throws {
    let source = Array("title: \"a\u{1}b\u{7F}c\td e\u{1F}~\u{0}\"\r\nauthor: é\n".utf8)
    let repairs = TextRepair.encodings(of: file(source))
    #expect(repairs.map(\.name) == ["drop"] && !repairs.contains(where: \.isSafe))
    #expect(try result(try #require(repairs.first), of: source) == "title: \"abc\td e~\"\r\nauthor: é\n")
  }

  /// Text that is neither UTF-8 nor UTF-16 is decoded as Windows-1252, which differs from Latin-1 only in bytes 0x80 to
  /// 0x9F.
  @Test func otherTextsAreReadAsWindowsWroteThem() throws {
    let special = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ"
    let bytes = zip(UInt8(0x80)...0x9F, special).filter { $0.1 != " " }.map(\.0)
    let source = Array("title: \"A~\u{7E}".utf8) + bytes + Array(UInt8(0xA0)...0xFF) + Array("\"\n".utf8)
    let latin = String(String.UnicodeScalarView((0xA0...0xFF).compactMap { Unicode.Scalar($0) }))
    let repairs = TextRepair.encodings(of: file(source))
    #expect(repairs.map(\.name) == ["windows-1252"] && !repairs.contains(where: \.isSafe))
    #expect(
      try result(try #require(repairs.first), of: source)
        == "title: \"A~\u{7E}\(special.replacing(" ", with: ""))\(latin)\"\n")
  }
}
