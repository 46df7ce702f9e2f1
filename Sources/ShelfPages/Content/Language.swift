import ShelfText

/// A language, with the name that the library uses and the tag for HTML.
struct Language: Hashable, Sendable {
  let name: String
  /// The BCP 47 tag, or nil if the text is neither the name of a known language nor a tag.
  let tag: String?

  init(_ text: String) {
    name = text
    tag = Language.names[Folding.fold(text)] ?? LanguageTag(text, primary: { Language.names[$0] ?? $0 })?.text
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

  /// For each tag, the ISO 639-2 codes and the folded names in English and in the language itself. A tag is an ISO
  /// 639-1 code or, for a language without one, an ISO 639-2 code. An underscore represents a space.
  private static let table: [(tag: String, names: String)] = [
    ("af", "afr afrikaans"), ("ang", "ang old_english anglo-saxon"), ("ar", "ara arabic"),
    ("be", "bel belarusian беларуская"), ("bg", "bul bulgarian"), ("bn", "ben bengali bangla"),
    ("bs", "bos bosnian bosanski"), ("ca", "cat catalan catala"), ("cs", "ces cze czech cestina"),
    ("cy", "cym wel welsh cymraeg"), ("da", "dan danish dansk"), ("de", "deu ger german deutsch"),
    ("el", "ell gre greek ελληνικα"), ("en", "eng english"), ("enm", "enm middle_english"), ("eo", "epo esperanto"),
    ("es", "spa spanish espanol"), ("et", "est estonian eesti"), ("eu", "eus baq basque euskara"),
    ("fa", "fas per persian farsi"), ("fi", "fin finnish suomi"), ("fr", "fra fre french francais"),
    ("ga", "gle irish gaeilge"), ("gl", "glg galician galego"), ("gmh", "gmh middle_high_german"),
    ("grc", "grc ancient_greek classical_greek"), ("he", "heb hebrew"), ("hi", "hin hindi"),
    ("hr", "hrv croatian hrvatski"), ("hu", "hun hungarian magyar"), ("hy", "hye arm armenian"),
    ("id", "ind indonesian"),
    ("is", "isl ice icelandic islenska"), ("it", "ita italian italiano"), ("ja", "jpn japanese 日本語"),
    ("ka", "kat geo georgian"), ("ko", "kor korean 한국어"), ("la", "lat latin latina"),
    ("lb", "ltz luxembourgish letzebuergesch"), ("lt", "lit lithuanian lietuviu"), ("lv", "lav latvian latviesu"),
    ("mk", "mkd mac macedonian"), ("ms", "msa may malay"), ("nb", "nob norwegian_bokmal bokmal"),
    ("nl", "nld dut dutch nederlands"), ("nn", "nno norwegian_nynorsk nynorsk"), ("no", "nor norwegian norsk"),
    ("pl", "pol polish polski"), ("pt", "por portuguese portugues"),
    ("ro", "ron rum romanian romana"), ("ru", "rus russian русскии"), ("sa", "san sanskrit"),
    ("sk", "slk slo slovak slovencina"), ("sl", "slv slovenian slovenscina"), ("sq", "sqi alb albanian shqip"),
    ("sr", "srp serbian srpski"), ("sv", "swe swedish svenska"), ("sw", "swa swahili kiswahili"), ("ta", "tam tamil"),
    ("th", "tha thai ไทย"), ("tr", "tur turkish turkce"), ("uk", "ukr ukrainian українська"), ("ur", "urd urdu"),
    ("vi", "vie vietnamese"), ("yi", "yid yiddish"), ("zh", "zho chi chinese 中文"),
  ]

  static let english = Dictionary(
    table.compactMap { row in
      names(of: row).first { $0.count > 3 }.map { name in
        (row.tag, name.split(separator: " ").map { SiteText.capitalized(String($0)) }.joined(separator: " "))
      }
    }, uniquingKeysWith: { first, _ in first }
  ).merging(["nb": "Norwegian Bokmål"]) { $1 }
  static let tags = Set(table.map(\.tag))
  private static let names = Dictionary(
    table.flatMap { row in names(of: row).map { ($0, row.tag) } }, uniquingKeysWith: { a, _ in a })

  private static func names(of row: (tag: String, names: String)) -> [String] {
    row.names.split(separator: " ").map { String($0.replacing("_", with: " ")) }
  }
}
