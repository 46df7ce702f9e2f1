import ShelfText

/// The order of a record's entries, or a list's items, after a merge.
enum PieceOrder {
  /// Returns the order of ours; what only theirs has comes after what it follows there, and after all that ours added
  /// in the same place.
  ///
  /// - Parameters:
  ///   - isKept: whether a piece is kept.
  ///   - precedes: whether a piece of theirs comes before one that ours added in the same place.
  static func merged<Name: Hashable>(
    ours: [Name], theirs: [Name], isKept: (Name) -> Bool, precedes: (Name, Name) -> Bool = { _, _ in false }
  ) -> [Name] {
    let inTheirs = Set(theirs)
    let kept = ours.filter(isKept)
    // For each place, the end of the run that only ours has.
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

  /// Returns the lines between pieces: comments and blank lines.
  ///
  /// They never conflict: if both sides changed the same ones, ours come first, followed by the comments that are new
  /// in theirs.
  static func above(ours: [TextLine], base: [TextLine], theirs: [TextLine]) -> [TextLine] {
    let known = Set(base.contents + ours.contents)
    return LineMerge(ours: ours.contents, base: base.contents, theirs: theirs.contents)
      .lines(ours, theirs) { first, _, second in
        ours[first] + theirs[second].filter { $0.isComment && !known.contains($0.content) }
      }
  }
}
