import ShelfModel
import ShelfStore
import ShelfText
import ShelfWidgets

/// What a library suggests for the fields of a new record: the values that others have.
struct Suggestions {
  let library: Library

  /// How many are offered.
  static let limit = 50

  /// Returns what completes a text: values that begin like it, then those with a word that does, the frequent ones first.
  func completing(_ field: Field, of kind: Kind) -> (String) -> [Candidate] {
    var counts: [String: Int] = [:]
    for record in library.records(of: kind) { for text in record.texts(of: field) { counts[text, default: 0] += 1 } }
    let known = counts.map { (text: $0.key, folded: Folding.fold($0.key), count: $0.value) }
      .sorted { ($1.count, $0.folded) < ($0.count, $1.folded) }
    return { typed in
      let wanted = Folding.fold(typed)
      let starting = known.filter { $0.folded.hasPrefix(wanted) }
      let inside = known.filter { !$0.folded.hasPrefix(wanted) && $0.folded.contains(" " + wanted) }
      return (starting + inside).prefix(Suggestions.limit).map { Candidate($0.text, note: kind.counted($0.count)) }
    }
  }
}
