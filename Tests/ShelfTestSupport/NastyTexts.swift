import Testing

/// A text that breaks code that counts characters instead of terminal cells.
package struct NastyText: Sendable, CustomTestStringConvertible {
  package let text: String

  /// The start of the text in escaped form, so that the name of a failing test is a short line.
  package var testDescription: String {
    let shown = text.prefix(12).unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    return text.count > 12 ? "\"\(shown)…\", \(text.count) characters" : "\"\(shown)\""
  }
}

package enum NastyTexts {
  package static let all = texts.map { NastyText(text: $0) }

  package static let texts: [String] = [
    "", " ", "a", "plain text", "Zoë Müller", "e\u{301}cole", "三体", "Ａｌｐｈａ", "한국어", "\u{1112}\u{1161}\u{11AB}",
    "हिन्दी", "👩‍🚀", "👨‍👩‍👧‍👦 family", "🇩🇪🇯🇵", "❤️", "1️⃣", "👍🏽", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{200B}", "\u{301}",
    "a" + String(repeating: "\u{316}", count: 300),
    "\u{1B}[31mred\u{1B}[0m", "\u{202E}evil\u{202C}", "\u{2066}x\u{2069}", "a\u{2028}b", "one\ntwo\r\nthree\rfour",
    "\t",
    "\u{0}", "\u{7F}", "\u{9B}31m", "\u{85}", "\n\n", "שלום עולם", "…", "\\", "\"",
    String(repeating: "長い", count: 5000),
    String(repeating: "long ", count: 2000), String(repeating: "x", count: 10_000),
  ]
}
