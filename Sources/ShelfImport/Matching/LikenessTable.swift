import ShelfModel
import ShelfStore

/// Books by what tells whether they are one.
struct LikenessTable {
  private var byNumber: [ISBN: Books] = [:]
  private var byTitle: [Title: Books] = [:]
  /// Books by their titles without subtitles and articles, where those are not their whole titles.
  private var byNearTitle: [Title: Books] = [:]

  /// The hash of a title as titles are compared. The titles of the books that are found are compared anyway, so that
  /// two titles of one hash do no harm.
  private struct Title: Hashable {
    let hash: Int

    init(_ bytes: [UInt8]) {
      var hasher = Hasher()
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      hash = hasher.finalize()
    }
  }

  /// One book, for most titles and numbers, and those that came later.
  private struct Books {
    let first: RecordID
    var others: [RecordID] = []
  }

  /// Makes room for a number of books.
  mutating func reserveCapacity(_ count: Int) { byTitle.reserveCapacity(count) }

  mutating func add(_ id: RecordID, _ likeness: Likeness) {
    add(id, title: likeness.title, near: likeness.nearTitle, number: likeness.number)
  }

  mutating func add(_ id: RecordID, title: [UInt8], near: [UInt8], number: ISBN?) {
    LikenessTable.add(id, to: &byTitle, Title(title))
    if near != title { LikenessTable.add(id, to: &byNearTitle, Title(near)) }
    if let number { LikenessTable.add(id, to: &byNumber, number) }
  }

  private static func add<Key>(_ id: RecordID, to table: inout [Key: Books], _ key: Key) {
    let place = table.index(forKey: key)
    if let place { table.values[place].others.append(id) } else { table[key] = Books(first: id) }
  }

  private static func ids(_ books: Books?) -> ArraySlice<RecordID> {
    books.map { ([$0.first] + $0.others).prefix(LikenessTable.most) } ?? []
  }

  /// How many books that have something in common with one are looked at.
  private static let most = 100

  /// Returns the books with the same number.
  func numbered(like likeness: Likeness) -> ArraySlice<RecordID> {
    LikenessTable.ids(likeness.number.flatMap { byNumber[$0] })
  }

  /// Returns the books with the same title, and perhaps others, which is to be looked at.
  func titled(like likeness: Likeness) -> ArraySlice<RecordID> { LikenessTable.ids(byTitle[Title(likeness.title)]) }

  /// Returns the first book that may be the same: of one number, or of one title but for its subtitle and article.
  func first(like likeness: Likeness, _ others: (RecordID) -> Likeness?) -> RecordID? {
    if let id = numbered(like: likeness).first { return id }
    func isLike(_ id: RecordID) -> Bool { others(id).map { likeness.mayBeSame(as: $0) } ?? false }
    let near = Title(likeness.nearTitle)
    return titled(like: likeness).first(where: isLike) ?? LikenessTable.ids(byTitle[near]).first(where: isLike)
      ?? LikenessTable.ids(byNearTitle[near]).first(where: isLike)
  }
}
