import ShelfText

/// Determines the order of a record's fields, or of a list's items, after a merge.
enum PieceOrder {
  /// Returns the merged order. Pieces in our version keep their order. A piece that exists only in their version
  /// follows the piece that precedes it there, and everything that our side added at that position.
  ///
  /// - Parameters:
  ///   - isKept: returns whether a piece is part of the result.
  ///   - precedes: returns whether a piece that their side added precedes a piece that our side added at the same
  ///     position.
  static func merged<Name: Hashable>(
    ours: [Name], theirs: [Name], isKept: (Name) -> Bool, precedes: (Name, Name) -> Bool = { _, _ in false }
  ) -> [Name] {
    let inTheirs = Set(theirs)
    let kept = ours.filter(isKept)
    // For each position, the end of the run of pieces that exist only in our version.
    var ends = Array(0...kept.count)
    for place in kept.indices.reversed() where !inTheirs.contains(kept[place]) { ends[place] = ends[place + 1] }
    let places = Dictionary(zip(kept, kept.indices), uniquingKeysWith: { first, _ in first })
    var added: [Int: [Name]] = [:]
    var place = 0
    for name in theirs where isKept(name) {
      if let known = places[name] {
        place = known + 1
      } else {
        place = (place..<ends[place]).first { precedes(name, kept[$0]) } ?? ends[place]
        added[place, default: []].append(name)
      }
    }
    return added[0, default: []] + kept.indices.flatMap { [kept[$0]] + added[$0 + 1, default: []] }
  }

  /// Merges the comment lines and blank lines between two pieces.
  ///
  /// They never conflict: if both sides changed the same lines, our lines come first, followed by the comments that
  /// their side added.
  static func above(ours: [TextLine], base: [TextLine], theirs: [TextLine]) -> [TextLine] {
    let known = Set(base.contents + ours.contents)
    return LineMerge(ours: ours.contents, base: base.contents, theirs: theirs.contents)
      .lines(ours, theirs) { first, _, second in
        ours[first] + theirs[second].filter { $0.isComment && !known.contains($0.content) }
      }
  }
}
