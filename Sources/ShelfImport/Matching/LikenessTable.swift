import ShelfModel
import ShelfStore

/// Books by what tells whether they are one.
struct LikenessTable {
  private var byNumber: [ISBN: [RecordID]] = [:]
  private var byTitle: [[UInt8]: [RecordID]] = [:]
  /// Books by their titles without subtitles and articles, where those are not their whole titles.
  private var byNearTitle: [[UInt8]: [RecordID]] = [:]

  mutating func add(_ id: RecordID, _ likeness: Likeness) {
    add(id, title: likeness.title, near: likeness.nearTitle, number: likeness.number)
  }

  mutating func add(_ id: RecordID, title: [UInt8], near: [UInt8], number: ISBN?) {
    byTitle[title, default: []].append(id)
    if near != title { byNearTitle[near, default: []].append(id) }
    if let number { byNumber[number, default: []].append(id) }
  }

  /// How many books that have something in common with one are looked at.
  private static let most = 100

  /// Returns the books with the same number.
  func numbered(like likeness: Likeness) -> ArraySlice<RecordID> {
    (likeness.number.flatMap { byNumber[$0] } ?? []).prefix(LikenessTable.most)
  }

  /// Returns the books with the same title.
  func titled(like likeness: Likeness) -> ArraySlice<RecordID> {
    (byTitle[likeness.title] ?? []).prefix(LikenessTable.most)
  }

  /// Returns the first book that may be the same: of one number, or of one title but for its subtitle and article.
  func first(like likeness: Likeness, _ others: (RecordID) -> Likeness?) -> RecordID? {
    if let id = numbered(like: likeness).first { return id }
    func isLike(_ id: RecordID) -> Bool { others(id).map { likeness.mayBeSame(as: $0) } ?? false }
    let near = likeness.nearTitle
    return titled(like: likeness).first(where: isLike)
      ?? byTitle[near]?.prefix(LikenessTable.most).first(where: isLike)
      ?? byNearTitle[near]?.prefix(LikenessTable.most).first(where: isLike)
  }
}
