/// The changes between two lists of lines. The lines are represented by numbers, which are equal for equal lines.
///
/// The algorithm is Eugene Myers's "An O(ND) Difference Algorithm and Its Variations" (1986) in linear space. It
/// searches from both ends at once for a path through the edit graph with the fewest changes. Where the two searches
/// meet, it splits the lists and continues with both halves. Lines that exist in only one of the lists are excluded
/// before the search. If the lists have too little in common, a search stops after a number of steps and splits at the
/// furthest point so far, which bounds the time but may miss the shortest script. Finally, `LineSliding` moves groups
/// of changed lines to the positions where git would put them.
package struct LineDifference {
  /// A range of old lines, and the new lines that replace it.
  package struct Change: Hashable {
    package var old: Range<Int>
    package var new: Range<Int>
  }

  /// The changes, in order. Consecutive changes are separated by at least one unchanged line.
  package let changes: [Change]

  package init(from old: [Int], to new: [Int]) {
    var search = Search(old, new)
    search.run()
    let sliding = LineSliding(old: old, new: new, isRemoved: search.isRemoved, isAdded: search.isAdded)
    changes = LineDifference.changes(sliding.isRemoved, sliding.isAdded)
  }

  private static func changes(_ isRemoved: [Bool], _ isAdded: [Bool]) -> [Change] {
    var changes: [Change] = []
    var (i, j) = (0, 0)
    while i < isRemoved.count || j < isAdded.count {
      let (oldStart, newStart) = (i, j)
      while i < isRemoved.count, isRemoved[i] { i += 1 }
      while j < isAdded.count, isAdded[j] { j += 1 }
      if i > oldStart || j > newStart { changes.append(Change(old: oldStart..<i, new: newStart..<j)) }
      (i, j) = (i + 1, j + 1)
    }
    return changes
  }

  /// A search for the lines to remove and to add. All other lines are in both lists, in the same order.
  private struct Search {
    var isRemoved: [Bool]
    var isAdded: [Bool]
    /// The lines of both lists that also occur in the other list, and their positions.
    private let old: [Int]
    private let new: [Int]
    private let oldPlaces: [Int]
    private let newPlaces: [Int]
    /// The furthest point reached on each diagonal, from the start and from the end.
    private var forward: [Int]
    private var backward: [Int]
    private let offset: Int
    /// The maximum number of steps in the search for a shortest path. After that, the search settles for a good path.
    private let maxCost = 256

    init(_ old: [Int], _ new: [Int]) {
      let (inOld, inNew) = (Set(old), Set(new))
      oldPlaces = old.indices.filter { inNew.contains(old[$0]) }
      newPlaces = new.indices.filter { inOld.contains(new[$0]) }
      isRemoved = old.map { !inNew.contains($0) }
      isAdded = new.map { !inOld.contains($0) }
      self.old = oldPlaces.map { old[$0] }
      self.new = newPlaces.map { new[$0] }
      let diagonals = oldPlaces.count + newPlaces.count + 3
      forward = Array(repeating: 0, count: diagonals)
      backward = forward
      offset = newPlaces.count + 1
    }

    mutating func run() {
      var open = [(0..<old.count, 0..<new.count)]
      while var (a, b) = open.popLast() {
        while let x = a.first, let y = b.first, old[x] == new[y] { (a, b) = (a.dropFirst(), b.dropFirst()) }
        while let x = a.last, let y = b.last, old[x] == new[y] { (a, b) = (a.dropLast(), b.dropLast()) }
        if a.isEmpty || b.isEmpty {
          for i in a { isRemoved[oldPlaces[i]] = true }
          for j in b { isAdded[newPlaces[j]] = true }
          continue
        }
        let (x, y) = middle(a, b)
        open.append((x..<a.upperBound, y..<b.upperBound))
        open.append((a.lowerBound..<x, b.lowerBound..<y))
      }
    }

    /// Returns a point on a shortest path through both ranges or, if that takes too long, on a good path.
    private mutating func middle(_ a: Range<Int>, _ b: Range<Int>) -> (Int, Int) {
      let minimum = a.lowerBound - b.upperBound
      let maximum = a.upperBound - b.lowerBound
      let start = a.lowerBound - b.lowerBound
      let end = a.upperBound - b.upperBound
      let isOdd = (start - end) & 1 != 0
      var (fromStart, fromEnd) = (start...start, end...end)
      self[forward: start] = a.lowerBound
      self[backward: end] = a.upperBound
      var cost = 0
      while true {
        cost += 1
        fromStart = widen(fromStart, minimum, maximum) { $0[forward: $1] = -1 }
        for diagonal in stride(from: fromStart.upperBound, through: fromStart.lowerBound, by: -2) {
          let (before, after) = (self[forward: diagonal - 1], self[forward: diagonal + 1])
          var x = before >= after ? before + 1 : after
          while x < a.upperBound, x - diagonal < b.upperBound, old[x] == new[x - diagonal] { x += 1 }
          self[forward: diagonal] = x
          if isOdd, fromEnd.contains(diagonal), self[backward: diagonal] <= x { return (x, x - diagonal) }
        }
        fromEnd = widen(fromEnd, minimum, maximum) { $0[backward: $1] = .max / 2 }
        for diagonal in stride(from: fromEnd.upperBound, through: fromEnd.lowerBound, by: -2) {
          let (before, after) = (self[backward: diagonal - 1], self[backward: diagonal + 1])
          var x = before < after ? before : after - 1
          while x > a.lowerBound, x - diagonal > b.lowerBound, old[x - 1] == new[x - 1 - diagonal] { x -= 1 }
          self[backward: diagonal] = x
          if !isOdd, fromStart.contains(diagonal), x <= self[forward: diagonal] { return (x, x - diagonal) }
        }
        if cost >= maxCost { return furthest(a, b, fromStart, fromEnd) }
      }
    }

    /// Returns the diagonals that the next step reaches, and marks those just outside as unreachable.
    private mutating func widen(
      _ range: ClosedRange<Int>, _ minimum: Int, _ maximum: Int, _ close: (inout Search, Int) -> Void
    ) -> ClosedRange<Int> {
      var (lower, upper) = (range.lowerBound, range.upperBound)
      if lower > minimum {
        lower -= 1
        close(&self, lower - 1)
      } else {
        lower += 1
      }
      if upper < maximum {
        upper += 1
        close(&self, upper + 1)
      } else {
        upper -= 1
      }
      return lower...max(lower, upper)
    }

    /// Returns the point that is furthest from where its search started.
    private func furthest(
      _ a: Range<Int>, _ b: Range<Int>, _ fromStart: ClosedRange<Int>, _ fromEnd: ClosedRange<Int>
    ) -> (Int, Int) {
      var best = (point: (a.lowerBound, b.lowerBound), way: -1)
      func consider(_ x: Int, _ y: Int, _ way: Int) { if way > best.way { best = ((x, y), way) } }
      for diagonal in stride(from: fromStart.upperBound, through: fromStart.lowerBound, by: -2) {
        let x = min(self[forward: diagonal], a.upperBound, b.upperBound + diagonal)
        if x >= a.lowerBound, x - diagonal >= b.lowerBound {
          consider(x, x - diagonal, x - a.lowerBound + x - diagonal - b.lowerBound)
        }
      }
      for diagonal in stride(from: fromEnd.upperBound, through: fromEnd.lowerBound, by: -2) {
        let x = max(self[backward: diagonal], a.lowerBound, b.lowerBound + diagonal)
        if x <= a.upperBound, x - diagonal <= b.upperBound {
          consider(x, x - diagonal, a.upperBound - x + b.upperBound - x + diagonal)
        }
      }
      return best.point
    }

    private subscript(forward diagonal: Int) -> Int {
      get { forward[diagonal + offset] }
      set { forward[diagonal + offset] = newValue }
    }

    private subscript(backward diagonal: Int) -> Int {
      get { backward[diagonal + offset] }
      set { backward[diagonal + offset] = newValue }
    }
  }
}
