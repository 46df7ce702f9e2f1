/// The steps that turn one list into another while keeping as many items as possible.
///
/// New items are inserted before old ones are removed, so the list is never empty in between. The standard library
/// computes the difference. (`LineDifference` in ShelfText has its own implementation, because its results have to
/// match git's.)
struct ListDifference {
  /// The indices of the new items, each with its position at the time of insertion. The insertions have to be made in
  /// this order.
  private(set) var insertions: [(item: Int, position: Int)] = []
  /// The positions of the items to remove after all insertions, in ascending order.
  private(set) var removals: [Int] = []

  init(from old: [[UInt8]], to new: [[UInt8]]) {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var next = 0
    var position = 0
    for item in new.indices {
      if inserted.contains(item) {
        insertions.append((item, position))
      } else {
        while removed.contains(next) {
          removals.append(position)
          next += 1
          position += 1
        }
        next += 1
      }
      position += 1
    }
    removals += (next..<max(next, old.count)).map { position + $0 - next }
  }
}
