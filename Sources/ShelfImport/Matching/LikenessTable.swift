import ShelfModel
import ShelfStore

/// Books by what tells whether they are one.
struct LikenessTable {
  private var byNumber: [ISBN: [RecordID]] = [:]
  private var byTitle: [Title: [RecordID]] = [:]
  /// Books by their titles without subtitles and articles, where those are not their whole titles.
  private var byNearTitle: [Title: [RecordID]] = [:]

  /// A title as titles are compared; its bytes are hashed together, and not one by one.
  private struct Title: Hashable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  /// Makes room for a number of books.
  mutating func reserveCapacity(_ count: Int) { byTitle.reserveCapacity(count) }

  mutating func add(_ id: RecordID, _ likeness: Likeness) {
    add(id, title: likeness.title, near: likeness.nearTitle, number: likeness.number)
  }

  mutating func add(_ id: RecordID, title: [UInt8], near: [UInt8], number: ISBN?) {
    byTitle[Title(bytes: title), default: []].append(id)
    if near != title { byNearTitle[Title(bytes: near), default: []].append(id) }
    if let number { byNumber[number, default: []].append(id) }
  }

  /// How many books that have something in common with one are looked at.
  private static let most = 100

  /// Returns the books with the same number.
  func numbered(like likeness: Likeness) -> ArraySlice<RecordID> {
    likeness.number.flatMap { byNumber[$0] }?.prefix(LikenessTable.most) ?? []
  }

  /// Returns the books with the same title.
  func titled(like likeness: Likeness) -> ArraySlice<RecordID> {
    byTitle[Title(bytes: likeness.title)]?.prefix(LikenessTable.most) ?? []
  }

  /// Returns the first book that may be the same: of one number, or of one title but for its subtitle and article.
  func first(like likeness: Likeness, _ others: (RecordID) -> Likeness?) -> RecordID? {
    if let id = numbered(like: likeness).first { return id }
    func isLike(_ id: RecordID) -> Bool { others(id).map { likeness.mayBeSame(as: $0) } ?? false }
    let near = Title(bytes: likeness.nearTitle)
    return titled(like: likeness).first(where: isLike) ?? byTitle[near]?.prefix(LikenessTable.most).first(where: isLike)
      ?? byNearTitle[near]?.prefix(LikenessTable.most).first(where: isLike)
  }
}
