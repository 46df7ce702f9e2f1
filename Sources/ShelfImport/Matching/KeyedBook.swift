import ShelfModel
import ShelfStore
import ShelfText

/// What tells books with one key apart.
struct KeyedBook {
  let likeness: Likeness
  let titleText: String
  /// The first author.
  let author: String
  let year: String
  /// Whether it is what an earlier state of the same file said.
  var isOfSameFile = false
  /// What earlier states of the file called it, by their checksums.
  var formerNames: [String] = []
  /// What the file said of it last, without what the record has beside it; nil unless each file is a source of its own.
  var statement: [String]?

  var makers: Set<String> { likeness.makers }
  var number: ISBN? { likeness.number }

  /// The title with its article, who made it, and the number.
  var whole: [String] {
    [String(decoding: likeness.title, as: UTF8.self)] + makers.sorted() + [number?.digits ?? ""]
  }

  /// A checksum of what it is called.
  var nameMark: String { String(SourceKey.hash(whole.joined(separator: "\u{1F}")).prefix(8)) }

  init(_ texts: (FieldHandle) -> [String]) {
    let authors = texts(.author)
    likeness = Likeness(
      title: texts(.title).first ?? "", makers: authors,
      number: texts(.isbn).first.flatMap { ISBN(exported: $0) })
    titleText = String(decoding: likeness.plainTitle, as: UTF8.self)
    author = authors.first.map(Likeness.name) ?? ""
    year = texts(.year).first ?? ""
  }

  init(_ draft: Draft) { self.init { draft.clean($0) } }

  /// Returns whether something else has a title in common with it and nothing else.
  func isNamesake(of other: KeyedBook) -> Bool {
    guard let number, let known = other.number, makers.isEmpty, other.makers.isEmpty else { return false }
    return number != known
  }

  /// Returns whether something that has the same key, which may be that of any book in another file, is the same book.
  ///
  /// Two of number, title and authors have to agree, or one of them if nothing is said of the others. A newer state of one
  /// file may have another title, but not together with another number or other authors.
  func agrees(with other: KeyedBook) -> Bool {
    if !other.formerNames.isEmpty, other.formerNames.contains(nameMark) { return true }
    let sharesMaker = likeness.sharesMaker(with: other.likeness)
    let isOneNumber = number.flatMap { number in other.number.map { $0 == number } }
    if isOneNumber ?? false {
      return other.isOfSameFile || sharesMaker || titleText == other.titleText
        || likeness.hasSimilarTitle(to: other.likeness)
    }
    if !titleText.isEmpty, titleText == other.titleText {
      if likeness.contradictsMakers(of: other.likeness) { return false }
      let isSilent = makers.isEmpty || other.makers.isEmpty
      return !isSilent || isOneNumber == nil
    }
    return other.isOfSameFile && isOneNumber == nil && !makers.isEmpty && makers == other.makers
  }
}
