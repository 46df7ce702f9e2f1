import ShelfText

extension Query {
  /// Returns whether this query provably matches only records that another query also matches.
  ///
  /// While the user types, each keystroke usually narrows the query, so only the records that the previous query found
  /// have to be searched again. If the result is false, this query may still be narrower.
  package func narrows(_ other: Query) -> Bool {
    let parts = conjuncts
    return other.conjuncts.allSatisfy { wider in parts.contains { $0.implies(wider) } }
  }

  /// The parts of the query that all have to match.
  private var conjuncts: [Query] {
    if case .all(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
  }

  private func implies(_ wider: Query) -> Bool {
    switch (self, wider) {
    case (.text(let long), .text(let short)):
      long.text == short.text && long.isPlain == short.isPlain
        // An ISBN may match a record whose fields contain it in a different format. The longer text must therefore
        // contain a letter that occurs in neither an ISBN nor an id.
        || Query.isOnlyAWord(long.text) && Folding.fold(long.text).contains(Folding.fold(short.text))
    default: withoutPlaces == wider.withoutPlaces
    }
  }

  private static func isOnlyAWord(_ text: String) -> Bool {
    text.contains { $0.isLetter && !($0.isHexDigit || $0 == "x" || $0 == "X") }
  }

  /// The query without positions, for comparison.
  private var withoutPlaces: Query {
    func bare(_ text: QueryText) -> QueryText {
      var bare = text
      bare.range = 0..<0
      return bare
    }
    return switch self {
    case .all(let parts): .all(parts.map(\.withoutPlaces))
    case .any(let parts): .any(parts.map(\.withoutPlaces))
    case .not(let part): .not(part.withoutPlaces)
    case .text(let text): .text(bare(text))
    case .pattern(let text): .pattern(bare(text))
    case .field(let key, let comparison, let value): .field(key: bare(key), comparison, bare(value))
    case .open(let key, let comparison, let value, let words, let isNegated):
      .open(key: bare(key), comparison, bare(value), words.map(bare), isNegated: isNegated)
    case .has(let text): .has(bare(text))
    case .state(let text): .state(bare(text))
    case .related(let kind, let query): .related(kind, query.withoutPlaces)
    }
  }
}
