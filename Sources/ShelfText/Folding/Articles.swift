/// The articles that are ignored when titles are sorted or compared: “The Trial” is sorted under T-r-i.
package enum Articles {
  /// Returns the length of a folded title's article in bytes, including the space after it, or 0 if the title has none.
  ///
  /// - Parameter language: returns the book's language as written in its file. It is called only if the title may start
  ///   with an article. If a book has no language, the recognized articles are those of the library's language and
  ///   those that are rarely ordinary words in another language.
  /// - Parameter libraryLanguage: the language of the library, or nil.
  package static func length(in title: [UInt8], libraryLanguage: String? = nil, language: () -> String?) -> Int {
    guard let end = title.prefix(longest).firstIndex(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "'") })
    else {
      return 0
    }
    let isElided = title[end] == UInt8(ascii: "'")
    // A title does not consist only of an article.
    guard end > 0, end + 1 < title.count else { return 0 }
    let word = String(decoding: title[...end], as: UTF8.self)
    guard all.contains(word) else { return 0 }
    let language = language()
    var articles = self.articles(of: language)
    if language == nil, let libraryLanguage { articles.formUnion(self.articles(of: libraryLanguage)) }
    return articles.contains(isElided ? word : String(word.dropLast())) ? end + 1 : 0
  }

  private static func articles(of language: String?) -> Set<String> {
    guard let language else { return usual }
    let name = Folding.fold(language).prefix { $0.isLetter }
    if name.isEmpty { return usual }
    return byLanguage[String(name)] ?? []
  }

  /// The folded codes and names of the languages, with their folded articles. An article that is joined to the next
  /// word includes the apostrophe.
  private static let table: [(languages: Set<String>, articles: Set<String>)] = [
    (["en", "eng", "english"], ["the", "a", "an"]),
    (["de", "deu", "ger", "german", "deutsch"], ["der", "die", "das", "ein", "eine"]),
    (["fr", "fra", "fre", "french", "francais"], ["le", "la", "les", "l'", "un", "une"]),
    (
      ["es", "spa", "spanish", "espanol", "castellano"], ["el", "la", "lo", "los", "las", "un", "una", "unos", "unas"]
    ),
    (["it", "ita", "italian", "italiano"], ["il", "lo", "la", "i", "gli", "le", "l'", "un", "uno", "una", "un'"]),
    (["pt", "por", "portuguese", "portugues"], ["o", "a", "os", "as", "um", "uma"]),
    (["ca", "cat", "catalan", "catala"], ["el", "la", "els", "les", "l'", "un", "una"]),
    (["nl", "nld", "dut", "dutch", "nederlands"], ["de", "het", "een"]),
    (["sv", "swe", "swedish", "svenska"], ["en", "ett", "den", "det", "de"]),
    (["da", "dan", "danish", "dansk"], ["en", "et", "den", "det", "de"]),
    (
      ["no", "nb", "nn", "nor", "nob", "nno", "norwegian", "norsk", "bokmal", "nynorsk"],
      ["en", "ei", "et", "den", "det", "de"]
    ),
    (["hu", "hun", "hungarian", "magyar"], ["a", "az", "egy"]),
    (["ro", "ron", "rum", "romanian", "romana"], ["un", "o"]),
    (["eo", "epo", "esperanto"], ["la"]),
    (["el", "ell", "gre", "greek", "ελληνικα"], ["ο", "η", "το", "οι", "τα", "ενας", "μια", "ενα"]),
  ]

  private static let byLanguage = Dictionary(
    table.flatMap { row in row.languages.map { ($0, row.articles) } }, uniquingKeysWith: { first, _ in first })

  /// The articles that are recognized if a book has no language.
  private static let usual: Set<String> = [
    "the", "a", "an", "der", "das", "ein", "eine", "le", "la", "les", "l'", "el", "los", "las", "il", "gli", "het",
    "un",
    "une", "una",
  ]

  /// All articles, each with the space or apostrophe that ends it.
  package static let all: Set<String> = Set(
    (table.flatMap(\.articles) + usual).map { $0.hasSuffix("'") ? $0 : $0 + " " })

  /// The length of the longest of `all` in bytes.
  package static let longest = all.map(\.utf8.count).max() ?? 0
}
