import ShelfModel
import ShelfStore
import ShelfText

/// Corrects the spelling of a query that found nothing, such as `author:tolkein`, using the words in a library's
/// titles, authors, genres, tags and other short texts.
///
/// A word is correct if a record contains it or a longer word that begins with it. Any other word is replaced with the
/// nearest word that differs by one letter, or by two if the word is long. If there is no such word, the query cannot
/// be corrected.
package struct QuerySpelling {
  /// A word as a record spells it, and the number of its occurrences.
  private typealias Spelling = (word: String, count: Int)

  private let spellings: [String: Spelling]

  package init(_ library: Library) {
    var spellings: [String: Spelling] = [:]
    for record in library.records {
      let fields = library.schema.fields(of: record.kind)
      for field in fields where field.isSearched && !field.isLong && record.has(field) {
        for text in record.texts(of: field) {
          for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) where word.count >= Self.shortest {
            spellings[Folding.fold(String(word)), default: (String(word), 0)].count += 1
          }
        }
      }
    }
    self.spellings = spellings
  }

  /// The minimum length of a word that is corrected.
  private static let shortest = 4

  /// Returns the query with corrected words, or nil if no word is wrong or a wrong word cannot be corrected.
  package func corrected(_ query: String) -> String? {
    var isChanged = false
    var words: [String] = []
    for word in query.split(separator: " ", omittingEmptySubsequences: false) {
      let start = word.lastIndex { ":#=".contains($0) }.map { word.index(after: $0) } ?? word.startIndex
      let text = String(word[start...])
      guard text.count >= Self.shortest, text.allSatisfy(\.isLetter), !isKnown(text) else {
        words.append(String(word))
        continue
      }
      guard let correct = nearest(to: text) else { return nil }
      words.append(word[..<start] + correct)
      isChanged = true
    }
    return isChanged ? words.joined(separator: " ") : nil
  }

  private func isKnown(_ word: String) -> Bool {
    let wanted = Folding.fold(word)
    return spellings[wanted] != nil || spellings.keys.contains { $0.hasPrefix(wanted) }
  }

  private func nearest(to word: String) -> String? {
    let wanted = Array(Folding.fold(word).utf8)
    let limit = wanted.count < 8 ? 1 : 2
    var best: (distance: Int, spelling: Spelling)?
    for (folded, spelling) in spellings {
      let distance = Nearest.distance(wanted, Array(folded.utf8), limit: limit)
      guard distance <= limit else { continue }
      guard let (least, other) = best else {
        best = (distance, spelling)
        continue
      }
      if (distance, -spelling.count, spelling.word) < (least, -other.count, other.word) { best = (distance, spelling) }
    }
    return best?.spelling.word
  }
}
