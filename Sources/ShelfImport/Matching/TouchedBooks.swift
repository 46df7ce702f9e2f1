import ShelfModel
import ShelfStore

/// What the drafts of a round say of books, beyond those that it makes: a draft of another file that resembles one of them
/// waits for the next round, since only the library as this one leaves it shows which book that draft is about.
struct TouchedBooks {
  private var books: [(likeness: Likeness, file: String, isAside: Bool)] = []
  private var byNumber: [ISBN: [Int]] = [:]
  private var byTitle: [[UInt8]: [Int]] = [:]
  /// The files that state where books came from; several if a draft was left to the next round.
  private var files: [String: Set<String>] = [:]

  /// The maximum number of books with the same number or title that are compared.
  private static let most = 100

  /// Adds what a draft says of a book that was there already, or that the next round is for.
  mutating func add(_ draft: Draft, _ likeness: Likeness, isAside: Bool = false) {
    if let number = likeness.number { byNumber[number, default: []].append(books.count) }
    byTitle[likeness.title, default: []].append(books.count)
    books.append((likeness, draft.file, isAside))
    add(sources: draft)
  }

  /// Adds what a draft says of where its book came from, and which id it states.
  mutating func add(sources draft: Draft) {
    for source in draft.sources { files[source, default: []].insert(draft.file) }
    if let id = draft.statedID { files[id.description, default: []].insert(draft.file) }
  }

  /// Returns whether another file than a draft's states an id.
  func states(_ id: RecordID, beside draft: Draft) -> Bool { files[id.description].map { $0 != [draft.file] } ?? false }

  /// Returns whether a draft may be about the same book as one that was left to the next round, and comes after it
  /// therefore.
  func isLikeOneAside(_ likeness: Likeness) -> Bool { alike(likeness).contains { books[$0].isAside } }

  /// Returns whether a draft may be about a book that another file says something of.
  func mayBring(_ draft: Draft, _ likeness: Likeness) -> Bool {
    if draft.sources.contains(where: { files[$0].map { $0 != [draft.file] } ?? false }) { return true }
    return alike(likeness).contains { place in
      let book = books[place]
      let isOneNumber = likeness.number != nil && likeness.number == book.likeness.number
      return book.file != draft.file && (isOneNumber || likeness.isSame(as: book.likeness))
    }
  }

  /// Returns the places of books with the same number or title.
  private func alike(_ likeness: Likeness) -> [Int] {
    Array((likeness.number.flatMap { byNumber[$0] } ?? []).prefix(TouchedBooks.most))
      + (byTitle[likeness.title] ?? []).prefix(TouchedBooks.most)
  }
}
