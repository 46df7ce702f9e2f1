import ShelfModel
import ShelfStore

/// An index of books by the properties that show whether two books are the same.
struct LikenessTable {
  private var byNumber: [ISBN: [RecordID]] = [:]
  private var byTitle: [[UInt8]: [RecordID]] = [:]
  /// The books by their titles without subtitles and articles, if this form differs from the whole title.
  private var byNearTitle: [[UInt8]: [RecordID]] = [:]

  mutating func add(_ id: RecordID, _ likeness: Likeness) {
    add(id, title: likeness.title, near: likeness.nearTitle, number: likeness.number)
  }

  mutating func add(_ id: RecordID, title: [UInt8], near: [UInt8], number: ISBN?) {
    byTitle[title, default: []].append(id)
    if near != title { byNearTitle[near, default: []].append(id) }
    if let number { byNumber[number, default: []].append(id) }
  }

  /// The maximum number of books that share a property to compare a book with.
  private static let maxCandidates = 100

  /// Returns the books with the same ISBN.
  func numbered(like likeness: Likeness) -> ArraySlice<RecordID> {
    (likeness.number.flatMap { byNumber[$0] } ?? []).prefix(LikenessTable.maxCandidates)
  }

  /// Returns the books with the same title.
  func titled(like likeness: Likeness) -> ArraySlice<RecordID> {
    (byTitle[likeness.title] ?? []).prefix(LikenessTable.maxCandidates)
  }

  /// Returns the first book that may be the same, because it has the same ISBN, or the same title apart from the
  /// subtitle and article.
  func first(like likeness: Likeness, _ others: (RecordID) -> Likeness?) -> RecordID? {
    numbered(like: likeness).first ?? near(likeness).first { others($0).map { likeness.mayBeSame(as: $0) } ?? false }
  }

  /// Returns all books that may be the same, because they have the same title apart from the subtitle and article.
  func all(like likeness: Likeness, _ others: (RecordID) -> Likeness?) -> Set<RecordID> {
    var found: Set<RecordID> = []
    for id in near(likeness) where others(id).map({ likeness.mayBeSame(as: $0) }) ?? false { found.insert(id) }
    return found
  }

  /// Returns the books with the same or a similar title, the same title first. A book may occur twice.
  private func near(_ likeness: Likeness) -> FlattenSequence<[ArraySlice<RecordID>]> {
    let near = likeness.nearTitle
    return [byTitle[likeness.title], byTitle[near], byNearTitle[near]]
      .map { ($0 ?? []).prefix(LikenessTable.maxCandidates) }.joined()
  }
}
