import ShelfModel
import ShelfText

/// The properties of a book that show whether two records describe the same book: title, authors and ISBN.
///
/// Imports, doctor and the commands that add a book all use it, so that they recognize duplicates in the same way.
/// Titles and names are compared without regard to case, accents and punctuation, and names without regard to the order
/// of their words. The comparisons differ in certainty. `isSame` needs two properties that match, or a title if neither
/// book has an author, because an ISBN may be mistyped and several volumes may share a title or an ISBN; imports merge
/// such books without asking. `reason(toMatch:)` is satisfied with an ISBN, or with a title unless both books have
/// authors and share none; a command warns before it adds such a book. `mayBeSame` also ignores articles, and missing
/// subtitles and parts of names; it only draws the user's attention to the books. `agrees` confirms a match that an
/// import has found by the id of its source.
package struct Likeness: Sendable {
  /// The title, normalized for comparison.
  package let title: [UInt8]
  /// The title, normalized for comparison, without the subtitle and any part in parentheses.
  package let mainTitle: [UInt8]
  /// The names of the authors or other creators, normalized for comparison.
  package let creators: Set<String>
  package let number: ISBN?
  /// The letters of an elided article, such as `L'`, at the start of the title.
  private let elided: [UInt8]

  /// The property because of which two books are considered the same.
  package enum Reason: Sendable {
    case number, title
  }

  package init(title: String, creators: [String], number: ISBN?) {
    self.title = Likeness.title(title)
    mainTitle = Likeness.withoutSubtitle(title).map { Likeness.title($0) } ?? self.title
    self.creators = Set(creators.map(Likeness.name))
    self.number = number
    elided = Likeness.elided(title)
  }

  /// Creates the likeness of the book that a record describes.
  package init(_ record: Record, _ schema: Schema) {
    self.init(
      title: record.title, creators: schema.field(.creator, of: record.kind).map { record.texts(of: $0) } ?? [],
      number: schema.field(.isbn, of: record.kind).flatMap { record.texts(of: $0).first }.flatMap { ISBN($0) })
  }

  /// Returns the reason why another book is most likely the same, or nil if it is not.
  ///
  /// An equal ISBN is sufficient. If the titles are equal, the books must also have an author in common, whose name may
  /// be abbreviated to initials or lack given names. A book without authors matches any book with its title.
  package func reason(toMatch other: Likeness) -> Reason? {
    if let number, number == other.number { return .number }
    if title != other.title { return nil }
    return contradictsCreators(of: other) ? nil : .title
  }

  /// Returns whether another book is certainly the same.
  ///
  /// A title alone or an ISBN alone is not sufficient, because several volumes may share a title or an ISBN, and an
  /// ISBN may be mistyped.
  package func isSame(as other: Likeness) -> Bool {
    if let number, number == other.number, sharesCreator(with: other) || hasSimilarTitle(to: other) { return true }
    if title != other.title { return false }
    if sharesCreator(with: other) { return true }
    // If neither book has an author, their ISBNs must not contradict each other.
    return creators.isEmpty && other.creators.isEmpty
      && (number == nil || other.number == nil || number == other.number)
  }

  /// Returns whether the ISBN, the title or the complete set of authors confirms that another book with the same id in
  /// the source of an import is the same.
  package func agrees(with other: Likeness) -> Bool {
    if let number, number == other.number { return true }
    return title == other.title || !creators.isEmpty && creators == other.creators
  }

  /// Returns whether another book may be the same, so that the user should check.
  ///
  /// An equal ISBN is sufficient. Otherwise the titles must be equal apart from articles and a subtitle that one of
  /// them lacks or shortens, and the authors must not contradict each other. Different subtitles most likely belong to
  /// different volumes.
  package func mayBeSame(as other: Likeness) -> Bool {
    if let number, number == other.number { return true }
    if nearTitle != other.nearTitle { return false }
    let (title, otherTitle) = (plainTitle, other.plainTitle)
    guard
      lacksSubtitle || other.lacksSubtitle || title == otherTitle || title.starts(with: otherTitle + [0x20])
        || otherTitle.starts(with: title + [0x20])
    else { return false }
    return !contradictsCreators(of: other)
  }

  /// Whether the title has no subtitle.
  package var lacksSubtitle: Bool { title == mainTitle }

  package func sharesCreator(with other: Likeness) -> Bool { !creators.isDisjoint(with: other.creators) }

  /// Returns whether the books may have an author in common. Initials and missing given names do not matter.
  package func mayShareCreator(with other: Likeness) -> Bool {
    sharesCreator(with: other)
      || creators.contains { creator in other.creators.contains { Likeness.mayBeOne(creator, $0) } }
  }

  /// Returns whether both books have authors, and no author of one can be an author of the other.
  package func contradictsCreators(of other: Likeness) -> Bool {
    !creators.isEmpty && !other.creators.isEmpty && !mayShareCreator(with: other)
  }

  /// Returns whether two names may belong to the same person.
  ///
  /// Each word of the shorter name must occur in the longer name, or one of the words must be the initial of the other.
  /// The names must also have a whole word in common. “Müller” and “Mueller” are the same word.
  private static func mayBeOne(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Folding.withoutSpelledOutLetters(one), Folding.withoutSpelledOutLetters(other))
    var (short, long) = (one.split(separator: " "), other.split(separator: " "))
    if short.count > long.count { swap(&short, &long) }
    func isWhole(_ word: Substring) -> Bool { word.unicodeScalars.count > 1 }
    let common = short.filter { word in isWhole(word) && long.contains(word) }
    if common.isEmpty { return false }
    for word in common { long.remove(at: long.firstIndex(of: word) ?? 0) }
    for word in short where !common.contains(word) {
      let place = long.firstIndex { other in
        word == other || (!isWhole(word) || !isWhole(other)) && word.unicodeScalars.first == other.unicodeScalars.first
      }
      guard let place else { return false }
      long.remove(at: place)
    }
    return true
  }

  /// The title, normalized for comparison, without its leading article.
  package var plainTitle: [UInt8] { Likeness.withoutArticle(title, elided: elided) }

  package static func plainTitle(of text: String) -> [UInt8] { withoutArticle(title(text), elided: elided(text)) }

  /// Returns whether the titles are equal apart from a subtitle.
  package func hasSimilarTitle(to other: Likeness) -> Bool {
    title == other.title || mainTitle == other.mainTitle || title.starts(with: other.title + [0x20])
      || other.title.starts(with: title + [0x20])
  }

  // MARK: - Forms that are compared

  /// The title, normalized for comparison, without its subtitle and leading article.
  package var nearTitle: [UInt8] { Likeness.withoutArticle(mainTitle, elided: elided) }

  /// Returns a title normalized in the same way as `nearTitle`.
  package static func nearTitle(of text: String) -> [UInt8] {
    withoutArticle(title(withoutSubtitle(text) ?? text), elided: elided(text))
  }

  /// Returns a title without its subtitle and without any part in parentheses, or nil if it has neither.
  private static func withoutSubtitle(_ text: String) -> String? {
    let text = withColons(text)
    let main = text.unicodeScalars.prefix { $0 != ":" && $0 != "(" && $0 != "—" }
    let title = sentence(in: main) ?? main[...]
    return title.isEmpty || title.count == text.unicodeScalars.count ? nil : String(title)
  }

  /// Returns a title with a colon instead of each underscore that replaces one in a file name: `Beloved_ A Novel`.
  package static func withColons(_ title: String) -> String {
    guard title.utf8.contains(UInt8(ascii: "_")) else { return title }
    return title.replacing(/([\p{L}\p{N}])_\s/) { "\($0.output.1): " }
  }

  /// Returns the title without a subtitle that follows a period, as in `Buddenbrooks. Verfall einer Familie`. Returns
  /// nil if there is no such subtitle, as in `Mrs. Dalloway`.
  private static func sentence(in text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
    for index in text.indices where text[index] == "." {
      let rest = text[text.index(after: index)...]
      let word = text[..<index].reversed().prefix { $0.properties.isAlphabetic }
      if word.count >= 5, rest.first == " ", rest.dropFirst().first?.properties.isUppercase ?? false {
        return text[..<index]
      }
    }
    return nil
  }

  /// Returns a normalized title without its leading article.
  ///
  /// - Parameter elided: the letters of an elided article, which the normalized title joins with the next word.
  package static func withoutArticle(_ title: [UInt8], elided: [UInt8] = []) -> [UInt8] {
    if !elided.isEmpty, title.count > elided.count, title.starts(with: elided) {
      return Array(title.dropFirst(elided.count).drop { $0 == 0x20 })
    }
    guard let space = title.prefix(Articles.longest).firstIndex(of: 0x20), space + 1 < title.count,
      articles.contains(Array(title[...space]))
    else { return title }
    return Array(title[(space + 1)...])
  }

  /// The articles of all languages, each with the space or apostrophe that ends it. The Italian *i* is excluded,
  /// because it may be the number of a volume.
  private static let articles: Set<[UInt8]> = Set(Articles.all.subtracting(["i "]).map { Array($0.utf8) })

  /// The elided prepositions that are treated as articles when titles are compared.
  private static let elidedPrepositions: Set<[UInt8]> = Set(["d'", "dell'"].map { Array($0.utf8) })

  /// Returns the folded letters of the elided article at the start of a title, such as `L'`.
  private static func elided(_ text: String) -> [UInt8] {
    guard text.unicodeScalars.contains(where: { $0 == "'" || $0 == "’" }) else { return [] }
    let title = leadingArticle(of: Array(Folding.fold(text).utf8))
    guard let end = title.prefix(Articles.longest).firstIndex(of: UInt8(ascii: "'")), end + 1 < title.count else {
      return []
    }
    let word = Array(title[...end])
    return articles.contains(word) || elidedPrepositions.contains(word) ? Array(title[..<end]) : []
  }

  /// Returns a title normalized for comparison: folded, with its article at the start, and without punctuation and the
  /// remarks of shops.
  package static func title(_ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { title(utf8: $0) }
  }

  package static func title(of record: Record) -> [UInt8] { record.withTitle { title(utf8: $0) } }

  private static func title(utf8 text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let folded = Folding.fold(text)
    var title = leadingArticle(of: Array(ShopRemark.removed(fromFolded: folded)))
    if title.contains(UInt8(ascii: "&")) {
      title = Array(title.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).joined(separator: and))
    }
    // Apostrophes are removed, because they are often omitted.
    let words = Folding.words(ofFolded: title.filter { $0 != UInt8(ascii: "'") })
    // A title may consist only of punctuation.
    return words.isEmpty ? folded : withOneAnd(words)
  }

  private static let and = Array(" and ".utf8)

  /// The words for “and” in several languages, instead of which a title may contain `&`. One-letter words, such as the
  /// Spanish *y*, are excluded, because they may be numbers of volumes.
  private static let conjunctions = Set("und et och og en oraz".split(separator: " ").map { Array($0.utf8) })

  /// Returns a title in which each word for “and” between other words is replaced with the English one.
  private static func withOneAnd(_ title: [UInt8]) -> [UInt8] {
    let words = title.split(separator: 0x20)
    guard words.dropFirst().dropLast().contains(where: { conjunctions.contains(Array($0)) }) else { return title }
    return Array(
      words.enumerated().map { place, word in
        place > 0 && place < words.count - 1 && conjunctions.contains(Array(word)) ? Array("and".utf8)[...] : word
      }.joined(separator: [0x20]))
  }

  /// Returns `the hobbit` for the folded title `hobbit, the`, and `l'etranger` for `etranger, l'`.
  static func leadingArticle(of title: [UInt8]) -> [UInt8] {
    guard let comma = title.suffix(Articles.longest + 1).lastIndex(of: UInt8(ascii: ",")) else { return title }
    var last = Array(title[(comma + 1)...].drop { $0 == 0x20 })
    if last.last != UInt8(ascii: "'") { last.append(0x20) }
    return articles.contains(last) ? last + title[..<comma] : title
  }

  /// Returns a name normalized for comparison. The result is the same for “Herbert, Frank” and “Frank Herbert”.
  package static func name(_ text: String) -> String {
    let words = Folding.words(text)
    return words.isEmpty ? Folding.fold(text) : words.sorted().joined(separator: " ")
  }
}
