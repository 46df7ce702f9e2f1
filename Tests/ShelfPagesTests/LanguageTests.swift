import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfPages
@testable import ShelfQuery
@testable import ShelfText

/// Pages in the language of the library.
struct LanguageTests {
  private static let codes = PageLanguage.all.map(\.code)

  private func text(_ code: String) throws -> SiteText {
    let language = try #require(PageLanguage.named(code))
    return SiteText(language)
  }

  @Test(arguments: [
    ("en", "2 January 2026", "January 2026", "2026"), ("de", "2.\u{A0}Januar 2026", "Januar 2026", "2026"),
    ("fr", "2\u{A0}janvier 2026", "janvier 2026", "2026"), ("es", "2 de enero de 2026", "enero de 2026", "2026"),
    ("pl", "2\u{A0}stycznia 2026", "styczeń 2026", "2026"), ("zh", "2026年1月2日", "2026年1月", "2026年"),
  ])
  func dates(_ code: String, _ day: String, _ month: String, _ year: String) throws {
    let text = try text(code)
    #expect(
      ["2026-01-02", "2026-01", "2026"].compactMap { CalendarDate($0) }.map { text.day($0) } == [day, month, year])
  }

  @Test(arguments: [
    ("en", "2–11 April 2024|2 March – 11 April 2024|2 December 2023 – 1 January 2024|March – April 2024"),
    (
      "de",
      "2.–11.\u{A0}April 2024|2.\u{A0}März – 11.\u{A0}April 2024|2.\u{A0}Dezember 2023 – 1.\u{A0}Januar 2024|März – April 2024"
    ),
    (
      "fr",
      "2–11\u{A0}avril 2024|2\u{A0}mars – 11\u{A0}avril 2024|2\u{A0}décembre 2023 – 1er\u{A0}janvier 2024|mars – avril 2024"
    ),
    (
      "es",
      "2–11 de abril de 2024|2 de marzo – 11 de abril de 2024|2 de diciembre de 2023 – 1 de enero de 2024|marzo–abril de 2024"
    ),
    (
      "pl",
      "2–11\u{A0}kwietnia 2024|2\u{A0}marca – 11\u{A0}kwietnia 2024|2\u{A0}grudnia 2023 – 1\u{A0}stycznia 2024|marzec–kwiecień 2024"
    ),
    ("zh", "2024年4月2日至11日|2024年3月2日至4月11日|2023年12月2日至2024年1月1日|2024年3月至4月"),
  ])
  func periods(_ code: String, _ expected: String) throws {
    let text = try text(code)
    let periods = [
      ("2024-04-02", "2024-04-11"), ("2024-03-02", "2024-04-11"), ("2023-12-02", "2024-01-01"), ("2024-03", "2024-04"),
    ]
    let found = periods.compactMap { start, end in
      CalendarDate(end).map { text.span(from: CalendarDate(start), to: $0) }
    }
    #expect(found.joined(separator: "|") == expected)
  }

  @Test func phrasesWithDates() throws {
    func since(_ code: String, _ date: String) throws -> String {
      let (text, date) = (try text(code), try #require(CalendarDate(date)))
      return Template.filled(
        text.template(text.words.since, for: date),
        ["date": text.day(date), "inflected": text.day(date, isInflected: true)])
    }
    #expect(try since("pl", "2024-05-03") == "od 3\u{A0}maja 2024" && since("pl", "2024-05") == "od maja 2024")
    #expect(try since("pl", "2024") == "od 2024 r.")
    #expect(try since("fr", "2024-05-01") == "depuis le 1er\u{A0}mai 2024" && since("fr", "2024") == "depuis 2024")
    #expect(try since("es", "2024-05-03") == "desde el 3 de mayo de 2024")
    #expect(try since("de", "2024-05-03") == "seit dem 3.\u{A0}Mai 2024" && since("de", "2024-05") == "seit Mai 2024")
    #expect(try since("zh", "2024-05") == "自2024年5月起")
  }

  @Test func namesInAList() throws {
    #expect(try text("es").list(["Borges", "Casares"]) == "Borges y Casares")
    #expect(try text("es").list(["Ocampo", "Borges", "Ibáñez"]) == "Ocampo, Borges e Ibáñez")
    #expect(try text("es").list(["Borges", "Hierro"]) == "Borges y Hierro")
    #expect(try text("zh").list(["鲁迅", "老舍", "巴金"]) == "鲁迅、老舍、巴金")
    #expect(try text("fr").decimal(tenths: 42) == "4,2" && text("en").decimal(tenths: 42) == "4.2")
  }

  @Test(arguments: [("de", "S.\u{A0}12"), ("fr", "p.\u{A0}12"), ("pl", "s.\u{A0}12"), ("zh", "第12页")])
  func pagesOfQuotes(_ code: String, _ expected: String) throws {
    #expect(try text(code).page("12") == expected && text(code).page("cover") == "cover")
  }

  /// The table of each language has a translation of every status, role, language and other value from the library.
  @Test(arguments: codes.filter { $0 != "en" }) func theTablesAreComplete(_ code: String) throws {
    let words = try text(code).words
    #expect(Set(words.statuses.keys) == Set(ReadingStatus.allCases.map(\.rawValue)))
    #expect(Set(words.roles.keys) == Set(ContributorRole.allCases.map(\.rawValue)))
    #expect(Set(words.languages.keys) == Set(LanguageName.english.keys))
    let source = try Published.small().content()
    let reader = BookReader(source, genres: [:], shared: [])
    #expect(Set(words.fields.keys) == Set(reader.fields.others.map(\.key)))
    let statistics = Statistics(of: source.library, today: try #require(CalendarDate("2024-12-31")))
    let sections = Set(statistics.sections.map(\.key)).subtracting(ChartsPage.omittedSections)
    #expect(sections.count > 8 && sections.isSubset(of: words.sections.keys))
    #expect(words.sections.count == 13)
    #expect(Set(words.figures.keys) == Set(PageWords().figures.keys))
  }

  /// Creates a library with a value for everything that pages have words for.
  private func full(_ code: String) throws -> Published {
    let published = try Published.small()
    let id = Published.id
    try published.folder.write(
      "shelf.yaml",
      "format: 1\nname: 42\nlanguage: \(code)\ngoal: {2024: 12}\npublish: {goal: true, url: 'https://example.org/', statuses: "
        + "[wanted, onShelf, inProgress, paused, completed, abandoned]}\n")
    for (number, status) in ReadingStatus.allCases.enumerated() {
      try published.folder.write(
        "books/\(number).yaml",
        """
        id: \(id(100 + number))
        title: "\(number)"
        author: ["8", "9"]
        status: \(status)
        year: -44
        place: "1"
        edition: "2"
        editionDate: 2020-05-01
        originalTitle: "3"
        duration: 12:30
        publisher: "4"
        pages: 5
        language: fr
        isbn: "6"
        rating: \(number % 5)
        dateStarted: 2024-01-01
        dateCompleted: \(status == .completed ? "2024-01-05" : "")
        dateAbandoned: \(status == .abandoned ? "2024-01" : "")
        readings: [2019-01-02/2019-02-03]
        contributors: [\(ContributorRole.allCases.map { "7 (\($0.rawValue))" }.joined(separator: ", "))]
        review: "8"
        synopsis: "9"

        """)
    }
    return published
  }

  /// Returns the words that people see or hear on a page: its texts, and attributes such as labels and titles.
  private func wordsOfPage(_ page: String) -> Set<String> {
    let plain = page.replacing(/<(script|style)[^>]*>.*?<\/\1>/, with: "")
    var texts = plain.matches(of: />([^<]+)</).map { String($0.1) }
    texts += plain.matches(of: #/ (?:aria-label|title|alt|placeholder)="([^"]*)"/#).map { String($0.1) }
    texts += plain.matches(of: /name="description" content="([^"]*)"/).map { String($0.1) }
    return Set(texts.flatMap { $0.split { !$0.isLetter && $0 != "’" }.map(String.init) }.filter { $0.count > 1 })
  }

  /// The only words that the pages in a language share with the English pages are names, and words that are the same in
  /// both languages.
  @Test(arguments: codes.filter { $0 != "en" }) func noEnglishWordIsLeft(_ code: String) throws {
    let (english, other) = (try full("en"), try full(code))
    try english.publish()
    try other.publish()
    var shared: Set<String> = []
    let (first, second) = (try english.files(), try other.files())
    #expect(Set(first.keys) == Set(second.keys))
    for name in first.keys where name.hasSuffix(".html") {
      let words = wordsOfPage(String(decoding: first[name] ?? [], as: UTF8.self))
      shared.formUnion(words.intersection(wordsOfPage(String(decoding: second[name] ?? [], as: UTF8.self))))
    }
    let names: Set<String> = [
      "Dune", "Messiah", "Frank", "Herbert", "Someone", "Else", "John", "Schoenherr", "Ann", "Roe", "Bo", "Poe",
      "Science",
      "Fiction", "good", "book", "see", "here", "Fear", "is", "the", "mind", "killer", "letterer", "Letterer", "Atom",
      "JSON", "Feed", "ISBN",
    ]
    let common: [String: Set<String>] = [
      "de": [
        "in", "In", "April", "August", "September", "November", "Genres", "Genre", "Status", "Illustration", "Link",
      ],
      "fr": ["Pages", "page", "pages", "Genres", "Genre", "genre", "av", "J", "site", "Introduction", "note", "min"],
      "es": ["Series", "de", "a", "min"],
      "pl": ["Status", "status", "min"], "zh": [],
    ]
    #expect(shared.subtracting(names).subtracting(common[code] ?? []) == [])
  }

  @Test func theLanguageIsOnThePage() throws {
    let published = try full("pl")
    try published.publish()
    let book = try published.text("books/dune-00000001/index.html")
    for part in [
      "<html lang=\"pl\" dir=\"ltr\">", "<h1 class=\"p-name\" dir=\"auto\" lang=\"en\">Dune</h1>",
      "<blockquote class=\"p-content\" dir=\"auto\" lang=\"en\">", "<div class=\"e-content\" dir=\"auto\" lang=\"en\">",
      "<title>Dune – Frank Herbert i\u{A0}Someone Else · 42</title>",
      "2\u{A0}marca – 11\u{A0}kwietnia 2024", "s.\u{A0}12",
      "angielski",
      "4¼ na 5 gwiazdek", "\"inLanguage\":\"en\"",
    ] {
      #expect(book.contains(part), "\(part)")
    }
    #expect(try published.text("404.html").contains("Ta strona nie istnieje."))
    #expect(try published.text("feed.xml").contains("xml:lang=\"pl\""))
    #expect(try published.text("feed.json").contains("\"language\": \"pl\""))
    #expect(try published.text("quotes.xml").contains("Z\u{A0}książki „Dune”"))
    #expect(try published.text("style.css").contains("hyphens:auto"))
    let script = try published.text("script.js")
    #expect(script.contains("\"{n} książki\"") && !script.contains("books`") && script.utf8.count <= 8192)
  }

  /// `language: en` is the default, so it does not change any byte of the site.
  @Test func englishIsTheDefault() throws {
    let (unset, set) = (try Published.small(), try Published.small())
    try set.folder.write(
      "shelf.yaml", "format: 1\nname: Mine\nlanguage: en\ngoal: {2024: 12}\npublish: {goal: true}\n")
    try unset.publish()
    try set.publish()
    let files = try unset.files()
    #expect(files.count > 10)
    #expect(try set.files() == files)
  }

  @Test func aLanguageIsNamedByItsCodesAndNames() throws {
    func name(_ code: String, _ language: String) throws -> String { try text(code).name(of: Language(language)) }
    #expect(try name("en", "grc") == "Ancient Greek" && Language("grc").tag == "grc")
    #expect(try Language("Old English").tag == "ang" && name("en", "old english") == "Old English")
    #expect(try Language("tha").tag == "th" && name("en", "th") == "Thai" && Language("ENM").tag == "enm")
    #expect(try name("de", "grc") == "Altgriechisch" && name("de", "deutsch") == "Deutsch")
    #expect(try name("en", "deutsch") == "German" && name("zh", "Deutsch") == "德语")
    #expect(try name("en", "nb") == "Norwegian Bokmål" && name("fr", "nynorsk") == "norvégien nynorsk")
    #expect(try name("en", "pt-BR") == "Portuguese (BR)" && name("es", "zh_hant_tw") == "chino (Hant, TW)")
    #expect(try name("en", "fae") == "fae" && name("de", "Klingonisch") == "Klingonisch")
  }

  /// A well-formed language tag is converted to its usual case. A word such as “Elvish” is not a tag.
  @Test(
    arguments: [
      ("th", "th"), ("nb", "nb"), ("NN", "nn"), ("pt-br", "pt-BR"), ("zh-hant", "zh-Hant"), ("zh-TW", "zh-TW"),
      ("SR-LATN-rs", "sr-Latn-RS"), ("por_BR", "pt-BR"), ("grc", "grc"), ("fae", "fae"), ("es-419", "es-419"),
      ("de-1996", "de-1996"), ("sl-rozaj-biske", "sl-rozaj-biske"), ("zh-yue", "zh-yue"),
      ("de-DE-u-co-phonebk", "de-DE-u-co-phonebk"), ("en-x-mine", "en-x-mine"), ("Ido", nil), ("Elvish", nil),
      ("de-", nil), ("-de", nil), ("de--DE", nil), ("de-DE-DE", nil), ("de-Latn-Latn", nil), ("de-u", nil),
      ("x-mine", nil),
      ("en, de", nil), ("e", nil), ("de-österr", nil), ("en-abcdefghi", nil), ("", nil), ("de/en", nil),
    ] as [(String, String?)])
  func aTagIsPassedOn(_ text: String, _ tag: String?) {
    #expect(Language(text).tag == tag)
  }

  @Test(arguments: [
    ("ur-PK", true), ("gl", false), ("az-Arab", true), ("az", false), ("yi-Latn", false), ("ckb", true),
    ("ar-u-nu-latn", true),
  ])
  func theScriptDecidesTheDirection(_ tag: String, _ isRightToLeft: Bool) {
    #expect(Language.isRightToLeft(Language(tag), "A") == isRightToLeft)
  }

  @Test(arguments: [
    ("en", "ch. 11|ch. XIV|Loomings|mix", "13\u{A0}h 32\u{A0}min|45\u{A0}min|2\u{A0}h"),
    ("de", "Kap.\u{A0}11|Kap.\u{A0}XIV|Loomings|mix", "13\u{A0}Std. 32\u{A0}Min.|45\u{A0}Min.|2\u{A0}Std."),
    ("zh", "第11章|第XIV章|Loomings|mix", "13小时32分钟|45分钟|2小时"),
  ])
  func chaptersAndPlayingTimes(_ code: String, _ chapters: String, _ times: String) throws {
    let text = try text(code)
    #expect(["11", "XIV", "Loomings", "mix"].map(text.chapter).joined(separator: "|") == chapters)
    #expect([812, 45, 120].compactMap { PlayingTime(minutes: $0) }.map(text.duration).joined(separator: "|") == times)
  }

  @Test func withoutTheSettingPagesAreEnglish() throws {
    let published = try Published.small()
    try published.publish()
    let page = try published.text("books/dune-00000001/index.html")
    #expect(page.contains("<html lang=\"en\" dir=\"ltr\">") && page.contains("Dune by Frank Herbert and Someone Else"))
  }

  @Test func listsHaveTheOrderOfTheAlphabet() throws {
    let published = try Published()
    try published.folder.write("shelf.yaml", "format: 1\nlanguage: pl\nnames: {Jan Żak: 'Łak, Jan'}\n")
    for (number, name) in ["Ewa Łoś", "Ola Luto", "Jan Żak", "Ala Mak"].enumerated() {
      try published.folder.write(
        "books/\(number).yaml",
        "id: \(Published.id(number + 1))\ntitle: \(["Żar", "Zupa", "Źle", "Zła 10"][number])\nauthor: \(name)\nstatus: completed\n"
      )
    }
    let content = SiteContent(try published.content())
    #expect(content.authors.map(\.name) == ["Ola Luto", "Jan Żak", "Ewa Łoś", "Ala Mak"])
    #expect(
      content.byTitle.map { content.books[$0].title }
        == ["Zła 10", "Zupa", "Źle", "Żar"].sorted {
          Alphabet(["l": "ł", "z": "źż"]).key(of: $0) < Alphabet(["l": "ł", "z": "źż"]).key(of: $1)
        })
    #expect(content.books.map(\.title) == content.byTitle.map { content.books[$0].title })
  }

  @Test(arguments: ["polish", "ar", "[pl]", "PL"]) func anUnknownLanguageIsRefused(_ language: String) throws {
    let published = try Published()
    try published.folder.write("shelf.yaml", "format: 1\nlanguage: \(language)\n")
    let error = #expect(throws: PublicationRefusal.self) { try published.publish() }
    guard case .settings(let file)? = error else { return #expect(Bool(false)) }
    #expect(file.reason == "language must be one of en, de, fr, es, pl, zh" && file.location.hasPrefix("shelf.yaml:2:"))
  }
}
