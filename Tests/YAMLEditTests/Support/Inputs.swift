@testable import YAMLEdit

/// Texts that are difficult to write as YAML.
enum Inputs {
  static let texts: [String] = [
    "", " ", "plain", "two words", " leading", "trailing ", "a: b", "a #b", "# c", "- a", "-", "---", "--- a", "...",
    "null", "~", "1", "-1.5", "1e3", "0x1F", "2024-01-01", "12:30:00", "yes", "No", "=", "<<", ".inf", "it's", "'",
    "say \"hi\"", "\"", "back\\slash", "''\"\"", "a\nb", "a\nb\n", "a\n\n\nb\n\n", "\n", "\n\n", "\na", " a\nb",
    "  a\n b\n", "a\n  b\nc\n", "a \nb", "\ta\nb", "a\n\tb", "a\tb", "tab\t", "\r", "a\r\nb", "a\rb", "\0",
    "\u{1}\u{7F}",
    "\u{85}", "a\u{85}b", "\u{2028}", "x\u{2029}\ny", "\u{FEFF}", "a\u{FEFF}b\nc", "\u{FFFE}\u{FFFF}", "\u{E000}",
    "👩‍👩‍👧‍👦", "e\u{301}", "三体", "\u{A0}", "[a, b]", "{a: b}", "a, b", "a]", "*a", "&a b", "!t",
    "!!str x", "%YAML 1.2", "@x", "`x`", "|", ">", "|-\n  x", "? a", ": a", "a:", ":", "::", "a:b", "a:]", "a:?",
    "http://x.y/z?a=b#c", "C#",
    "a: |\n  b\n", "# c\n# d\n", "--- a\n... b\n", "- a\n- b\n", "<<<<<<< x\n=======\n>>>>>>> y\n", "x #", "x #\ny",
    "\u{1F600}: \u{1F600}", "end\n ", "\n ", "a\n \nb",
  ]

  /// Long texts.
  static let longTexts: [String] = [
    String(repeating: "word ", count: 500) + "end", String(repeating: "x", count: 3000),
    String(repeating: "line\n", count: 300), String(repeating: "é", count: 1100),
  ]

  /// Keys for new entries, and new keys for renamed entries.
  static let keys = [
    "fresh", "a: b", "null", "two words", "# x", "- x", "?", "'q'", "\"dq\"", "ключ", "[x]", "a,b", "", " ", "x\ny",
    "<<", "yes", "\u{1F4DA}", ":", "\\",
  ]

  static let comments = [
    "note", "# double", "Łódź: 100% \"ok\"", "two\nlines", "\u{7} bell", "- x", "tab\there", " padded ", "\u{85}x",
  ]

  /// Returns a file and its variants with CRLF, with a byte order mark, and without a final line break.
  static func variants(of file: Corpus.File) -> [Corpus.File] {
    var result = [file]
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    func add(_ name: String, _ bytes: [UInt8]) {
      if !result.contains(where: { $0.bytes == bytes }) {
        result.append(Corpus.File(name: file.name + " " + name, bytes: bytes))
      }
    }
    add("(LF)", withLineFeeds(file.bytes))
    add("(CRLF)", withLineFeeds(file.bytes).flatMap { $0 == 10 ? [13, 10] : [$0] })
    add("(BOM)", file.bytes.starts(with: mark) ? Array(file.bytes.dropFirst(3)) : mark + file.bytes)
    var bytes = file.bytes
    if bytes.last == 10 {
      bytes.removeLast()
      if bytes.last == 13 {
        bytes.removeLast()
      }
    }
    add("(no final line break)", bytes)
    return result
  }

  private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    bytes.indices.filter { bytes[$0] != 13 || $0 + 1 == bytes.count || bytes[$0 + 1] != 10 }.map { bytes[$0] }
  }
}
