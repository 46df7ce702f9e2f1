import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// Separates rows that share a key: different books, and editions and copies of a book.
extension SourceBatch {
  /// Assigns a new key to a book if a different book already has the same key, as happens when a BibTeX entry is
  /// copied.
  mutating func separate(_ draft: inout Draft) {
    let title = draft.title.map(Folding.fold)
    guard draft.kind == .book, draft.id == nil, draft.statedID == nil, draft.rows > 0, !draft.isLoan, let title
    else { return }
    let own = draft.key
    if places[draft.keyInBatch] == nil { return }
    let traits = EditionTraits(draft)
    func isOther(_ number: Int) -> Bool {
      var key = draft.keyInBatch
      key.text = SourceKey.numbered(own, number)
      guard let other = places[key].map({ drafts[$0] }), other.rows > 0,
        other.isPrimary == draft.isPrimary, let first = other.title
      else { return false }
      // A key has no meaning outside its bibliography. An entry from a different file is compared with the library
      // after the first file has been imported.
      if draft.isOfBibliography, draft.file != other.file { return true }
      if draft.isOfBibliography, Likeness(draft).contradictsCreators(of: Likeness(other)) { return true }
      return Folding.fold(first) != title || SourceBatch.isAnother(draft, traits, than: other)
    }
    // Only books with the same title have to be compared one by one.
    let twins = numbers[draft.keyInBatch]?.byTitle[title]?.suffix(SourceBatch.maxTwins) ?? []
    guard isOther(1) else { return }
    let last = numbers[draft.keyInBatch]?.last ?? 1
    let number = twins.first { !isOther($0) } ?? last + 1
    if number > last {
      draft.isOtherEdition = noteEdition(draft)
      numbers[draft.keyInBatch, default: (1, [:])].last = number
      numbers[draft.keyInBatch, default: (1, [:])].byTitle[title, default: []].append(number)
    }
    let key = SourceKey.numbered(own, number)
    draft.rename(to: key)
    draft.sharedKey = own
    if draft.sources.isEmpty || draft.isKnownByTitle || self.draft(.book, own)?.file != draft.file { return }
    note(
      "“\(CleanText.short(own))” is also the key of another book; this one is identified by its title or author",
      line: draft.line)
  }

  /// The maximum number of books with the same title and key to compare a row with.
  private static let maxTwins = 100

  /// Returns whether two rows with the same title and without an identifier from their source describe two different
  /// books, editions or copies.
  private static func isAnother(_ draft: Draft, _ traits: EditionTraits, than other: Draft) -> Bool {
    guard draft.isKnownByTitle, other.isKnownByTitle, Set(draft.sources).isDisjoint(with: other.sources) else {
      return false
    }
    if SourceKey.tellApart(draft.sources, other.sources) { return true }
    if Likeness(draft).creators != Likeness(other).creators { return true }
    return !traits.contradictions(of: EditionTraits(other)).isEmpty
  }

  /// Reports that a row is another edition or copy of a book in an earlier row.
  ///
  /// - Returns: false if it is a different book.
  private mutating func noteEdition(_ draft: Draft) -> Bool {
    guard draft.isKnownByTitle, let other = places[draft.keyInBatch].map({ drafts[$0] }), other.isKnownByTitle,
      Likeness(draft).creators == Likeness(other).creators
    else { return false }
    otherEditions += 1
    let fields = EditionTraits(draft).contradictions(of: EditionTraits(other))
    let first = other.line.map { "the book in line \($0)" } ?? "an earlier book"
    let verb = fields.count == 1 ? "differs" : "differ"
    let reason = fields.isEmpty ? "" : ": \(fields.joined(separator: ", ")) \(verb)"
    note("another edition or copy of \(first)\(reason)", line: draft.line)
    return true
  }

  /// Reports how many rows are other editions or copies of books in the same file.
  mutating func reportEditions() {
    if otherEditions == 0 { return }
    notes.append(
      otherEditions == 1
        ? "1 row is another edition or copy of a book in this file"
        : "\(otherEditions.grouped) rows are other editions or copies of books in this file")
  }
}
