import Testing

@testable import ShelfText

/// The languages of published pages.
struct PageLanguageTests {
  private static let others = PageLanguage.all.filter { $0.code != "en" }

  /// The words that are the same in a language and in English. Any other word that is the same has not been translated.
  private static let shared: [String: Set<String>] = [
    "de": ["genres", "genre", "status", "isbn", "comma", "listComma", "fullStop"],
    "fr": [
      "genres", "genre", "genreCount", "pages", "pageCount", "pageFact", "titleOfPage", "isbn", "comma", "listComma",
      "fullStop", "hours", "minutes", "hoursAndMinutes",
    ],
    "es": ["series", "isbn", "comma", "listComma", "fullStop", "no", "hours", "minutes", "hoursAndMinutes"],
    "pl": ["status", "isbn", "comma", "listComma", "fullStop", "minutes"],
    "zh": ["isbn"],
  ]

  @Test(arguments: others.map(\.code)) func noWordIsMissing(_ code: String) throws {
    let language = try #require(PageLanguage.named(code))
    let english = Dictionary(
      uniqueKeysWithValues: Mirror(reflecting: PageLanguage.english.words).children.map {
        ($0.label ?? "", "\($0.value)")
      })
    var same: Set<String> = []
    for word in Mirror(reflecting: language.words).children {
      // English has no translations of the library's own values, and no second conjunction.
      let name = word.label ?? ""
      if name != "andBeforeI", english[name] == "\(word.value)" { same.insert(name) }
    }
    #expect(same == Self.shared[code])
  }

  /// Every plural has as many forms as the language's rule requires.
  @Test(arguments: PageLanguage.all.map(\.code)) func everyPluralHasItsForms(_ code: String) throws {
    let language = try #require(PageLanguage.named(code))
    for word in Mirror(reflecting: language.words).children {
      let all =
        (word.value as? Counted).map { [$0] } ?? (word.value as? [String: Counted]).map { Array($0.values) } ?? []
      for counted in all { #expect(counted.forms.count == language.plural.count, "\(code): \(word.label ?? "")") }
    }
    #expect(language.dates.months.count == 12 && language.dates.shortMonths.count == 12)
    #expect((language.dates.inflectedMonths ?? language.dates.months).count == 12)
  }

  /// Each form of a template has the same placeholders as the English plural, so that no value is lost. The two
  /// placeholders for a date are interchangeable.
  @Test(arguments: others.map(\.code)) func everyTemplateHasItsNames(_ code: String) throws {
    let language = try #require(PageLanguage.named(code))
    func names(_ template: String) -> Set<String> {
      var names: Set<String> = []
      Template.visit(template) { _ in
      } name: {
        names.insert($0 == "inflected" ? "date" : String($0))
      }
      return names
    }
    func templates(_ value: Any) -> [[String]] {
      if let text = value as? String { return [[text]] }
      if let counted = value as? Counted { return [counted.forms] }
      if let phrase = value as? DatePhrase { return [[phrase.day, phrase.month, phrase.year]] }
      if let figures = value as? [String: Counted] { return figures.sorted { $0.key < $1.key }.map(\.value.forms) }
      return []
    }
    let pairs = zip(
      Mirror(reflecting: PageLanguage.english.words).children, Mirror(reflecting: language.words).children)
    for (english, other) in pairs where english.label != "andBeforeI" {
      let expected = templates(english.value)
      #expect(expected.count == templates(other.value).count, "\(english.label ?? "")")
      for (one, forms) in zip(expected, templates(other.value)) {
        let wanted = one.map(names).last ?? []
        for form in forms { #expect(names(form) == wanted, "\(code): \(english.label ?? "")") }
      }
    }
  }

  @Test(arguments: [
    ("en", [1: "1 book", 2: "2 books", 0: "0 books", 1234: "1,234 books"]),
    ("de", [1: "1 Buch", 0: "0 Bücher", 12_345: "12.345 Bücher"]),
    ("fr", [0: "0 livre", 1: "1 livre", 2: "2 livres", 1234: "1\u{202F}234 livres"]),
    ("es", [1: "1 libro", 5: "5 libros", 1234: "1234 libros", 12_345: "12\u{202F}345 libros"]),
    (
      "pl",
      [
        1: "1 książka", 2: "2 książki", 4: "4 książki", 5: "5 książek", 0: "0 książek", 12: "12 książek",
        14: "14 książek", 21: "21 książek", 22: "22 książki", 112: "112 książek", 1234: "1234 książki",
      ]
    ), ("zh", [1: "1本书", 2: "2本书", 1234: "1,234本书"]),
  ])
  func plurals(_ code: String, _ expected: [Int: String]) throws {
    let language = try #require(PageLanguage.named(code))
    for (number, text) in expected {
      let form = language.words.bookCount.forms[language.plural.form(of: number)]
      #expect(Template.filled(form, ["n": language.numbers.text(number)]) == text)
    }
  }

  /// A separate letter of an alphabet follows the letter that it is derived from. Other accents are ignored.
  @Test(arguments: [
    ("en", ["Ącki", "Cad", "Łoś", "Lubo", "Zorn", "Źdźbło", "Żak"], "cad,lubo,zorn"),
    (
      "pl", ["Żak", "Źdźbło", "Zorn", "Łoś", "Lubo", "Ącki", "Azur", "Ćma", "Cyd"],
      "Azur,Ącki,Cyd,Ćma,Lubo,Łoś,Zorn,Źdźbło,Żak"
    ),
    ("es", ["Ñandú", "Nuez", "Oca", "Ábaco", "Azul", "Llano", "Luz"], "Ábaco,Azul,Llano,Luz,Nuez,Ñandú,Oca"),
    ("de", ["Öl", "Ober", "Pan", "Straße", "Strasse 2"], "Ober,Öl,Pan,Straße,Strasse 2"),
    ("fr", ["Été", "Eté 2", "Eau", "Œuvre", "Ode"], "Eau,Été,Eté 2,Ode,Œuvre"),
    ("zh", ["王小波", "阿城", "鲁迅", "Lu Yao", "莫言", "张爱玲", "Asimov", "刘慈欣"], "阿城,Asimov,刘慈欣,鲁迅,Lu Yao,莫言,王小波,张爱玲"),
  ])
  func theOrderOfTheAlphabet(_ code: String, _ names: [String], _ expected: String) throws {
    let alphabet = try #require(PageLanguage.named(code)).alphabet
    let sorted = names.sorted { alphabet.key(of: $0) < alphabet.key(of: $1) }
    if code == "en" {
      #expect(alphabet.isPlain && sorted == ["Ącki", "Cad", "Łoś", "Lubo", "Żak", "Źdźbło", "Zorn"])
    } else {
      #expect(sorted.joined(separator: ",") == expected)
    }
  }

  @Test(arguments: [
    ("pl", "Łoś", "Ł"), ("pl", "żak", "Ż"), ("pl", "Źdźbło", "Ź"), ("pl", "Zorn", "Z"), ("pl", "Émile", "E"),
    ("es", "ñu", "Ñ"), ("de", "Öl", "O"), ("zh", "王小波", "W"), ("zh", "Lu", "L"), ("en", "1984", ""),
  ])
  func headings(_ code: String, _ name: String, _ letter: String) throws {
    let alphabet = try #require(PageLanguage.named(code)).alphabet
    #expect(alphabet.heading(ofKey: alphabet.key(of: name)) == (letter.isEmpty ? nil : letter))
  }
}

extension PluralRule {
  /// The number of forms.
  fileprivate var count: Int {
    switch self {
    case .single: 1
    case .oneAndOther, .zeroAndOther: 2
    case .polish: 3
    }
  }
}
