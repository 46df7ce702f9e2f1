import ShelfText

/// A language, with its name and its tag for HTML.
struct Language: Hashable, Sendable {
  let name: String
  /// The BCP 47 tag, or nil if the language is unknown.
  let tag: String?

  init(_ text: String) {
    let tag = Language.names[Folding.fold(text)] ?? Language.plainTag(text)
    // A code is replaced with the English name, whereas a name is kept as the owner wrote it.
    let isCode = text.count == 2 || text.count == 3 && text == text.lowercased()
    name = (isCode ? tag.flatMap { Language.english[$0] } : nil) ?? text
    self.tag = tag
  }

  /// Returns whether a book is written from right to left: by its language or, if that is unknown, by the first letter of
  /// its title.
  static func isRightToLeft(_ language: Language?, _ title: String) -> Bool {
    if let tag = language?.tag { return ["ar", "fa", "he", "ur", "yi"].contains(tag.split(separator: "-")[0]) }
    guard let first = title.unicodeScalars.first(where: \.properties.isAlphabetic) else { return false }
    return (0x590...0x8FF).contains(first.value) || (0xFB1D...0xFEFC).contains(first.value)
  }

  /// Returns the text if it is already a tag: two letters, with an optional region.
  private static func plainTag(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, tags.contains(first.lowercased()), parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return first.lowercased() }
    guard parts[1].count == 2, parts[1].allSatisfy({ $0.isASCII && $0.isLetter }) else { return first.lowercased() }
    return first.lowercased() + "-" + parts[1].uppercased()
  }

  /// For each tag, the ISO 639-2 codes and the folded names in English and in the language itself. A tag is an ISO 639-1
  /// code or, for a language without one, an ISO 639-2 code. An underscore stands for a space.
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
    ("mk", "mkd mac macedonian"), ("ms", "msa may malay"), ("nl", "nld dut dutch nederlands"),
    ("no", "nor nob nno norwegian norsk"), ("pl", "pol polish polski"), ("pt", "por portuguese portugues"),
    ("ro", "ron rum romanian romana"), ("ru", "rus russian русскии"), ("sa", "san sanskrit"),
    ("sk", "slk slo slovak slovencina"), ("sl", "slv slovenian slovenscina"), ("sq", "sqi alb albanian shqip"),
    ("sr", "srp serbian srpski"), ("sv", "swe swedish svenska"), ("sw", "swa swahili kiswahili"), ("ta", "tam tamil"),
    ("th", "tha thai ไทย"), ("tr", "tur turkish turkce"), ("uk", "ukr ukrainian українська"), ("ur", "urd urdu"),
    ("vi", "vie vietnamese"), ("yi", "yid yiddish"), ("zh", "zho chi chinese 中文"),
  ]

  private static let english = Dictionary(
    table.compactMap { row in
      names(of: row).first { $0.count > 3 }.map { name in
        (row.tag, name.split(separator: " ").map { SiteText.capitalized(String($0)) }.joined(separator: " "))
      }
    }, uniquingKeysWith: { first, _ in first })
  static let tags = Set(table.map(\.tag))
  private static let names = Dictionary(
    table.flatMap { row in names(of: row).map { ($0, row.tag) } }, uniquingKeysWith: { a, _ in a })

  private static func names(of row: (tag: String, names: String)) -> [String] {
    row.names.split(separator: " ").map { String($0.replacing("_", with: " ")) }
  }
}
