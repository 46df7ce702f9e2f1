/// The names and codes of languages.
///
/// People write a language as a word of their own language or as a code, so `English`, `Englisch`, `en` and `eng` are
/// one language.
package enum LanguageName {
  /// For each tag, the ISO 639-2 codes, the folded names in English and in the language itself, and those in other
  /// languages and in LaTeX. A tag is an ISO 639-1 code or, for a language without one, an ISO 639-2 code. An
  /// underscore represents a space.
  private static let table: [(tag: String, names: String)] = [
    ("af", "afr afrikaans"), ("ang", "ang old_english anglo-saxon"), ("ar", "ara arabic arabisch arabe arabo"),
    ("be", "bel belarusian беларуская weissrussisch belarussisch bielorusse"),
    ("bg", "bul bulgarian bulgarisch bulgare bulgaro bulgaars"), ("bn", "ben bengali bangla bengalisch"),
    ("bs", "bos bosnian bosanski bosnisch"), ("ca", "cat catalan catala katalanisch catalano catalaans"),
    ("cs", "ces cze czech cestina tschechisch tcheque checo ceco tsjechisch tcheco"),
    ("cy", "cym wel welsh cymraeg walisisch gallois gales gallese"),
    ("da", "dan danish dansk danisch daenisch danois danes danese deens dinamarques"),
    ("de", "deu ger german deutsch dt allemand aleman tedesco duits alemao ngerman austrian naustrian"),
    ("el", "ell gre greek ελληνικα griechisch grec griego greco grieks grego"),
    ("en", "eng english englisch engl anglais ingles inglese engels british american ukenglish usenglish"),
    ("enm", "enm middle_english"), ("eo", "epo esperanto"),
    ("es", "spa spanish espanol span castellano spanisch espagnol spagnolo spaans espanhol"),
    ("et", "est estonian eesti estnisch estonien"), ("eu", "eus baq basque euskara baskisch vasco basco"),
    ("fa", "fas per persian farsi persisch persan persa perzisch"),
    ("fi", "fin finnish suomi finnisch finnois finlandes finlandese fins"),
    ("fr", "fra fre french francais franzosisch franzoesisch frz franz frances francese frans"),
    ("ga", "gle irish gaeilge irisch irlandais irlandes irlandese"), ("gl", "glg galician galego galicisch gallego"),
    ("gmh", "gmh middle_high_german"), ("grc", "grc ancient_greek classical_greek"),
    ("he", "heb hebrew hebraisch hebraeisch hebreu hebreo ebraico hebreeuws hebraico"), ("hi", "hin hindi"),
    ("hr", "hrv croatian hrvatski kroatisch croate croata"),
    ("hu", "hun hungarian magyar ungarisch hongrois hungaro ungherese hongaars"), ("hy", "hye arm armenian armenisch"),
    ("id", "ind indonesian indonesisch"),
    ("is", "isl ice icelandic islenska islandisch islaendisch islandais islandes islandese ijslands"),
    ("it", "ita italian italiano italienisch ital italien italiaans"),
    ("ja", "jpn japanese 日本語 japanisch japonais japones giapponese japans"), ("ka", "kat geo georgian georgisch"),
    ("ko", "kor korean 한국어 koreanisch coreen coreano koreaans"),
    ("la", "lat latin latina latein lateinisch latino latijn latim"),
    ("lb", "ltz luxembourgish letzebuergesch luxemburgisch"), ("lt", "lit lithuanian lietuviu litauisch lituanien"),
    ("lv", "lav latvian latviesu lettisch letton"), ("mk", "mkd mac macedonian"), ("ms", "msa may malay"),
    ("nb", "nob norwegian_bokmal bokmal"),
    (
      "nl",
      "nld dut dutch nederlands niederlandisch niederlaendisch hollandisch hollaendisch neerlandais neerlandes holandes "
        + "olandese"
    ),
    ("nn", "nno norwegian_nynorsk nynorsk"),
    ("no", "nor norwegian norsk norwegisch norvegien noruego norvegese noors noruegues"),
    ("pl", "pol polish polski polnisch polonais polaco polacco pools"),
    ("pt", "por portuguese portugues portugiesisch portugais portoghese portugees portuges brazilian brazil"),
    ("ro", "ron rum romanian romana rumanisch rumaenisch roumain rumano rumeno roemeens romeno"),
    ("ru", "rus russian русскии russisch russe ruso russo"), ("sa", "san sanskrit"),
    ("sk", "slk slo slovak slovencina slowakisch slovaque eslovaco slovacco slowaaks"),
    ("sl", "slv slovenian slovenscina slowenisch slovene esloveno sloveno sloveens"),
    ("sq", "sqi alb albanian shqip albanisch albanais"),
    ("sr", "srp serbian srpski serbisch serbe serbio serbo servisch servio"),
    ("sv", "swe swedish svenska schwedisch suedois sueco svedese zweeds"), ("sw", "swa swahili kiswahili"),
    ("ta", "tam tamil"), ("th", "tha thai ไทย"), ("tr", "tur turkish turkce turkisch tuerkisch turc turco turks"),
    ("uk", "ukr ukrainian українська ukrainisch ukrainien ucraniano ucraino oekraiens"), ("ur", "urd urdu"),
    ("vi", "vie vietnamese vietnamesisch vietnamien vietnamita vietnamees"), ("yi", "yid yiddish jiddisch"),
    ("zh", "zho chi chinese 中文 chinesisch chinois chino cinese chinees chines mandarin"),
  ]

  /// The names in English, folded, by tag.
  package static let english = Dictionary(
    table.compactMap { row in names(of: row).first { $0.count > 3 }.map { (row.tag, $0) } },
    uniquingKeysWith: { first, _ in first })

  private static let tagsByName = Dictionary(
    table.flatMap { row in (names(of: row) + [row.tag]).map { ($0, row.tag) } }, uniquingKeysWith: { a, _ in a })

  private static func names(of row: (tag: String, names: String)) -> [String] {
    row.names.split(separator: " ").map { String($0.replacing("_", with: " ")) }
  }

  /// Returns the tag of the language with a name or code, such as `de` for `German`, `ger` or `dt.`. Returns nil if the
  /// language is unknown.
  package static func tag(of text: String) -> String? { tagsByName[Folding.fold(text).trimmingEnd(".")] }

  /// Returns the name of a single language in LaTeX's packages, such as `german` for `Deutsch` and `ngerman` for
  /// itself. Returns nil if the language is unknown or has no such name.
  package static func latex(of text: String) -> String? {
    let name = Folding.fold(text)
    if latexVariants.contains(name) { return name }
    return tag(of: text).flatMap { english[$0] }.flatMap { $0.contains { $0 == " " || $0 == "-" } ? nil : $0 }
  }

  private static let latexVariants: Set<String> = [
    "american", "austrian", "brazilian", "british", "naustrian", "ngerman", "ukenglish", "usenglish",
  ]

  /// Returns the languages in a text such as `de-AT` or `German, English`, in a form that is the same for all names and
  /// codes of a language. A language that is unknown is represented by its folded name, and a region is ignored.
  package static func keys(of text: String) -> [String] {
    text.split { ",;/&".contains($0) }.map(\.trimmed).filter { !$0.isEmpty }.map { name in
      tag(of: name) ?? name.firstIndex { "-_".contains($0) }.flatMap { tag(of: String(name[..<$0])) }
        ?? Folding.fold(name)
    }
  }

  /// Returns whether two texts name the same languages. If only one of them states a region, the region is ignored.
  package static func areSame(_ one: String, _ other: String) -> Bool {
    func hasRegion(_ text: String) -> Bool { text.contains { "-_".contains($0) } }
    return Set(keys(of: one)) == Set(keys(of: other))
      && (!hasRegion(one) || !hasRegion(other) || Folding.letters(one) == Folding.letters(other))
  }
}
