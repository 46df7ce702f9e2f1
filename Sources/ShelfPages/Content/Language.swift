import ShelfText

/// A language, with the name that the library uses and the tag for HTML.
struct Language: Hashable, Sendable {
  let name: String
  /// The BCP 47 tag, or nil if the text is neither the name of a known language nor a tag.
  let tag: String?

  init(_ text: String) {
    name = text
    tag = LanguageName.tag(of: text) ?? LanguageTag(text, primary: { LanguageName.tag(of: $0) ?? $0 })?.text
  }

  /// The languages and scripts that are written from right to left.
  private static let rightToLeft: Set<String> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ug", "ur", "yi", "Adlm", "Arab", "Hebr", "Nkoo", "Syrc",
    "Thaa",
  ]

  /// Returns whether a book is written from right to left, based on its language or, if that is unknown, on the first
  /// letter of its title. If the tag contains a script, the script decides: `az-Arab` is written from right to left,
  /// and `yi-Latn` is not.
  static func isRightToLeft(_ language: Language?, _ title: String) -> Bool {
    if let tag = language?.tag {
      let parts = tag.split(separator: "-").map(String.init)
      return rightToLeft.contains(LanguageTag.script(in: parts) ?? parts[0])
    }
    guard let first = title.unicodeScalars.first(where: \.properties.isAlphabetic) else { return false }
    return (0x590...0x8FF).contains(first.value) || (0xFB1D...0xFEFC).contains(first.value)
  }

  /// The names in English, by tag.
  static let english = LanguageName.english.mapValues { name in
    name.split(separator: " ").map { SiteText.capitalized(String($0)) }.joined(separator: " ")
  }.merging(["nb": "Norwegian Bokmål"]) { $1 }
}
