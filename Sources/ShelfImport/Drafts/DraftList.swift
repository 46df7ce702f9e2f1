/// Drafts in their order, in pieces: adding one moves no other, and a piece whose drafts were all taken needs no room.
package struct DraftList: RandomAccessCollection, MutableCollection, Sendable, ExpressibleByArrayLiteral {
  private var pieces: [[Draft]] = []
  /// How many drafts of each piece were taken.
  private var taken: [Int] = []
  package private(set) var count = 0

  private static let size = 512

  package init() {}

  package init(arrayLiteral elements: Draft...) { for draft in elements { append(draft) } }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  /// - Precondition: the draft was not taken.
  package subscript(position: Int) -> Draft {
    _read { yield pieces[position / DraftList.size][position % DraftList.size] }
    _modify { yield &pieces[position / DraftList.size][position % DraftList.size] }
  }

  package mutating func append(_ draft: Draft) {
    if count % DraftList.size == 0 {
      var piece: [Draft] = []
      piece.reserveCapacity(DraftList.size)
      pieces.append(piece)
      taken.append(0)
    }
    pieces[pieces.count - 1].append(draft)
    count += 1
  }

  /// Returns a draft, which is then no longer to be asked for.
  mutating func take(_ position: Int) -> Draft {
    let piece = position / DraftList.size
    var draft = Draft(pieces[piece][position % DraftList.size].kind, key: "")
    swap(&draft, &pieces[piece][position % DraftList.size])
    taken[piece] += 1
    if taken[piece] == pieces[piece].count { pieces[piece] = [] }
    return draft
  }

  /// Whether a draft is there, and was not taken with all of its piece.
  func has(_ position: Int) -> Bool { !pieces[position / DraftList.size].isEmpty }
}
