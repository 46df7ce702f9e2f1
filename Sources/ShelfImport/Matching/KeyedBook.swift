import ShelfModel
import ShelfStore

/// A description of a book, to distinguish it from other books with the same key.
struct KeyedBook {
  let likeness: Likeness
  let titleText: String
  /// The first author, normalized for comparison.
  let author: String
  let year: String
  /// Whether this describes the book in an earlier state of the same file.
  var isOfSameFile = false
  /// The checksums of the book's names in earlier states of the file.
  var formerNames: [String] = []
  /// The last statement of a bibliography about the book, without values from the record, or nil for other sources.
  var statement: [String]?

  var creators: Set<String> { likeness.creators }
  var number: ISBN? { likeness.number }

  /// The title with its article, the authors, and the ISBN.
  var whole: [String] {
    [String(decoding: likeness.title, as: UTF8.self)] + creators.sorted() + [number?.digits ?? ""]
  }

  /// A checksum of the title, the authors and the ISBN.
  var nameMark: String { String(SourceKey.hash(whole.joined(separator: "\u{1F}")).prefix(8)) }

  init(_ texts: (FieldHandle) -> [String]) {
    let authors = texts(.author)
    likeness = Likeness(
      title: texts(.title).first ?? "", creators: authors,
      number: texts(.isbn).first.flatMap { ISBN(exported: $0) })
    titleText = String(decoding: likeness.plainTitle, as: UTF8.self)
    author = authors.first.map(Likeness.name) ?? ""
    year = texts(.year).first ?? ""
  }

  init(_ draft: Draft) { self.init { draft.clean($0) } }

  /// Returns whether this book and another have only the title in common: neither has authors, and their ISBNs differ.
  func isNamesake(of other: KeyedBook) -> Bool {
    guard let number, let known = other.number, creators.isEmpty, other.creators.isEmpty else { return false }
    return number != known
  }

  /// Returns whether another book with the same key is the same book, for keys that may belong to any book in other
  /// files.
  ///
  /// At least two of the ISBN, the title and the authors must agree, or only one if the others are unknown. For two
  /// states of the same file, one is enough unless the ISBNs differ.
  func agrees(with other: KeyedBook) -> Bool {
    if !other.formerNames.isEmpty, other.formerNames.contains(nameMark) { return true }
    let sharesCreator = likeness.sharesCreator(with: other.likeness)
    let isOneNumber = number.flatMap { number in other.number.map { $0 == number } }
    if isOneNumber ?? false {
      return other.isOfSameFile || sharesCreator || titleText == other.titleText
        || likeness.hasSimilarTitle(to: other.likeness)
    }
    if !titleText.isEmpty, titleText == other.titleText {
      if likeness.contradictsCreators(of: other.likeness) { return other.isOfSameFile && isOneNumber == nil }
      let isSilent = creators.isEmpty || other.creators.isEmpty
      return !isSilent || isOneNumber == nil
    }
    return other.isOfSameFile && isOneNumber == nil && !creators.isEmpty && creators == other.creators
  }
}
