import ShelfModel
import ShelfText

/// What tells whether two records are of one thing: a title, those who made it, and the number that its publisher gave it.
///
/// All that have to know whether a book is there already use it: commands that add one, imports, and doctor.
package struct Likeness: Sendable {
  /// The title as titles are compared.
  package let title: [UInt8]
  /// The title as it is compared, without its subtitle and what is in parentheses.
  package let mainTitle: [UInt8]
  /// The names of those who made it as names are compared.
  package let makers: Set<String>
  package let number: ISBN?

  /// Why two things are the same.
  package enum Reason: Sendable {
    case number, title
  }

  package init(title: String, makers: [String], number: ISBN?) {
    self.title = Likeness.title(title)
    mainTitle = Likeness.withoutSubtitle(title).map { Likeness.title($0) } ?? self.title
    self.makers = Set(makers.map(Likeness.name))
    self.number = number
  }

  /// Reads what a record says of itself.
  package init(_ record: Record, _ schema: Schema) {
    self.init(
      title: record.title, makers: schema.field(.maker, of: record.kind).map { record.texts(of: $0) } ?? [],
      number: schema.field(.isbn, of: record.kind).flatMap { record.texts(of: $0).first }.flatMap { ISBN($0) })
  }

  /// Returns why something else is most likely the same; nil if it is not.
  ///
  /// Of one title, they need someone in common who made them: who does not say it may mean the same.
  package func reason(toTake other: Likeness) -> Reason? {
    if let number, number == other.number { return .number }
    if title != other.title { return nil }
    return makers.isEmpty || other.makers.isEmpty || sharesMaker(with: other) ? .title : nil
  }

  /// Returns whether something else is the same beyond doubt: neither a title nor a number, which may be mistyped, or
  /// stand for several volumes, tells that alone.
  package func isSame(as other: Likeness) -> Bool {
    if let number, number == other.number, sharesMaker(with: other) || hasSimilarTitle(to: other) { return true }
    if title != other.title { return false }
    if sharesMaker(with: other) { return true }
    // Of two books without a known author, numbers tell whether they have more in common than their title.
    return makers.isEmpty && other.makers.isEmpty && (number == nil || other.number == nil || number == other.number)
  }

  /// Returns whether anything but a name in its source says that something else is the same: its number, its title, or
  /// all of those who made it.
  package func agrees(with other: Likeness) -> Bool {
    if let number, number == other.number { return true }
    return title == other.title || !makers.isEmpty && makers == other.makers
  }

  /// Returns whether something else may be the same, so that the user should look: the titles are one but for subtitles
  /// and articles, and of the makers one has all the names of another one.
  package func mayBeSame(as other: Likeness) -> Bool {
    if let number, number == other.number { return true }
    if nearTitle != other.nearTitle { return false }
    if makers.isEmpty || other.makers.isEmpty || sharesMaker(with: other) { return true }
    return makers.contains { maker in
      let names = Set(maker.split(separator: " "))
      return other.makers.contains { other in
        let others = Set(other.split(separator: " "))
        return names.isSubset(of: others) || others.isSubset(of: names)
      }
    }
  }

  package func sharesMaker(with other: Likeness) -> Bool { !makers.isDisjoint(with: other.makers) }

  /// Returns whether both say who made them, and no person named in one can be a person named in the other.
  package func contradictsMakers(of other: Likeness) -> Bool {
    if makers.isEmpty || other.makers.isEmpty || sharesMaker(with: other) { return false }
    return !makers.contains { maker in other.makers.contains { Likeness.mayBeOne(maker, $0) } }
  }

  /// Returns whether two names may be of one person: each word of the shorter one is in the other one, or is the initial
  /// of a word there, and they have a word in common.
  private static func mayBeOne(_ one: String, _ other: String) -> Bool {
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

  /// The title as it is compared, without the article that it begins with.
  package var plainTitle: [UInt8] { Likeness.withoutArticle(title) }

  /// Returns whether the titles are one but for a subtitle.
  package func hasSimilarTitle(to other: Likeness) -> Bool {
    title == other.title || mainTitle == other.mainTitle || title.starts(with: other.title + [0x20])
      || other.title.starts(with: title + [0x20])
  }

  // MARK: - What is compared

  /// The title as it is compared, without its subtitle and the article that it begins with.
  package var nearTitle: [UInt8] { Likeness.withoutArticle(mainTitle) }

  /// Returns a title in the form that `nearTitle` has.
  package static func nearTitle(of text: String) -> [UInt8] {
    withoutArticle(title(withoutSubtitle(text) ?? text))
  }

  /// Returns a title without its subtitle and what is in parentheses; nil if it has neither.
  private static func withoutSubtitle(_ text: String) -> String? {
    let main = text.unicodeScalars.prefix { $0 != ":" && $0 != "(" && $0 != "—" }
    return main.isEmpty || main.count == text.unicodeScalars.count ? nil : String(main)
  }

  private static func withoutArticle(_ title: [UInt8]) -> [UInt8] {
    // The longest has four letters.
    guard let space = title.prefix(5).firstIndex(of: 0x20), space + 1 < title.count,
      articles.contains(Array(title[..<space]))
    else { return title }
    return Array(title[(space + 1)...])
  }

  private static let articles: Set<[UInt8]> = Set(
    "the a an der die das ein eine le la les un une el los las il lo gli de het een o os as".split(separator: " ")
      .map { Array($0.utf8) })

  /// Returns a title in the form that is compared: without regard to case, accents and punctuation.
  package static func title(_ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { title(utf8: $0) }
  }

  package static func title(of record: Record) -> [UInt8] { record.withTitle { title(utf8: $0) } }

  private static func title(utf8 text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let folded = Folding.fold(text)
    let words = Folding.words(ofFolded: folded)
    // A title may be nothing but punctuation.
    return words.isEmpty ? folded : words
  }

  /// Returns a name in the form that is compared, by which “Herbert, Frank” is “Frank Herbert”.
  package static func name(_ text: String) -> String {
    let words = Folding.words(text)
    return words.isEmpty ? Folding.fold(text) : words.sorted().joined(separator: " ")
  }
}
