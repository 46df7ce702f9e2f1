/// Remarks that shops append to the titles of e-books: `(German Edition)`, `(Kindle Edition)`, `(Penguin Classics)`.
///
/// They are not part of the title. Other words in parentheses, such as `(Second Edition)`, are treated as part of it.
package enum ShopRemark {
  private static let open = UInt8(ascii: "(")
  private static let close = UInt8(ascii: ")")
  /// The maximum number of remarks to remove from a title.
  private static let maxRemarks = 4
  /// The maximum length of a remark in bytes. Longer text in parentheses is not examined.
  private static let maxBytes = 64

  /// Returns a title without the remarks at its end. A remark that is the whole title is kept.
  package static func removed(from title: String) -> String {
    var rest = Substring(title)
    for _ in 0..<maxRemarks {
      let scalars = rest.unicodeScalars
      guard let last = scalars.last, last == ")" || last == "）",
        let start = scalars.lastIndex(where: { $0 == "(" || $0 == "（" }),
        isRemark(Folding.fold(String(rest[scalars.index(after: start)...])).utf8.dropLast())
      else { break }
      let before = rest[..<start].trimmed
      if before.isEmpty { break }
      rest = before[...]
    }
    return rest.utf8.count == title.utf8.count ? title : String(rest)
  }

  /// Returns a folded title without the remarks at its end.
  package static func removed(fromFolded title: [UInt8]) -> ArraySlice<UInt8> {
    var rest = title[...]
    for _ in 0..<maxRemarks {
      guard rest.last == close, let start = rest.lastIndex(of: open), isRemark(rest[(start + 1)...].dropLast()) else {
        break
      }
      let before = rest[..<start]
      guard let end = before.lastIndex(where: { $0 != 0x20 }) else { break }
      rest = before[...end]
    }
    return rest
  }

  /// Returns whether the folded text between parentheses is a remark of a shop.
  private static func isRemark(_ folded: some Collection<UInt8>) -> Bool {
    if folded.count > maxBytes { return false }
    let words = String(decoding: folded, as: UTF8.self).split { $0 == " " || $0 == "-" }.map(String.init)
    if words.count < 2 { return false }
    if words.last == "classics" || publisherSeries.contains(words.joined(separator: " ")) { return true }
    if words.count == 2, words.contains("kindle") { return words.contains(where: editions.contains) }
    guard words.last == "edition" else { return false }
    return languages.contains(words.dropLast().filter { $0 != "language" }.joined(separator: " "))
  }

  /// The words for “edition” in the languages of the shops.
  private static let editions: Set<String> = [
    "edition", "ausgabe", "edicion", "edizione", "edicao", "editie", "uitgave",
  ]

  /// The series of publishers that do not end with “classics”.
  private static let publisherSeries: Set<String> = Set(
    """
    modern library,everyman's library,everyman's library classics series,penguin english library,
    penguin classics deluxe edition,dover thrift editions,dover thrift edition,norton critical edition,
    norton critical editions,norton critical edition series,macmillan collector's library,library of america,
    the library of america,sf masterworks,s.f. masterworks,s.f. masterwork,fantasy masterworks,reclams universal
    bibliothek,fischer klassik,fischer taschenbibliothek,suhrkamp taschenbuch,insel taschenbuch,folio classique,
    bibliotheque de la pleiade,le livre de poche,great ideas,penguin great ideas,loeb classical library
    """.replacing("\n", with: " ").replacing(", ", with: ",").split(separator: ",").map(String.init))

  private static let languages: Set<String> = Set(
    """
    afrikaans,albanian,arabic,armenian,basque,bengali,brazilian portuguese,breton,bulgarian,catalan,chinese,
    croatian,czech,danish,dutch,english,estonian,european portuguese,farsi,finnish,french,frisian,galician,german,
    greek,gujarati,hebrew,hindi,hungarian,icelandic,indonesian,irish,italian,japanese,kannada,korean,latin,latvian,
    lithuanian,luxembourgish,malay,malayalam,marathi,norwegian,persian,polish,portuguese,provencal,punjabi,romanian,
    romansh,russian,scots,serbian,simplified chinese,slovak,slovene,slovenian,spanish,swedish,tamil,telugu,
    traditional chinese,turkish,ukrainian,urdu,vietnamese,welsh,yiddish
    """.split { $0 == "," || $0 == "\n" }.map(String.init))
}
