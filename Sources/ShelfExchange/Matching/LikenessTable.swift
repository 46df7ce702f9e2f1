import ShelfModel
import ShelfStore

/// Books by what tells whether they are one.
struct LikenessTable {
  private var byNumber: [ISBN: [RecordID]] = [:]
  private var byTitle: [[UInt8]: [RecordID]] = [:]

  mutating func add(_ id: RecordID, title: [UInt8], number: ISBN?) {
    byTitle[title, default: []].append(id)
    if let number { byNumber[number, default: []].append(id) }
  }

  /// Returns the books with the same number.
  func numbered(like likeness: Likeness) -> [RecordID] { likeness.number.flatMap { byNumber[$0] } ?? [] }

  /// Returns the books with the same title.
  func titled(like likeness: Likeness) -> [RecordID] { byTitle[likeness.title] ?? [] }

  /// Returns the first book that is most likely the same, or is without its subtitle.
  func first(like likeness: Likeness, _ others: (RecordID) -> Likeness?) -> RecordID? {
    func isLike(_ id: RecordID, _ likeness: Likeness) -> Bool {
      others(id).flatMap { likeness.reason(toTake: $0) } != nil
    }
    if let id = numbered(like: likeness).first { return id }
    let main = likeness.withoutSubtitle
    return titled(like: likeness).first { isLike($0, likeness) } ?? titled(like: main).first { isLike($0, main) }
  }
}
