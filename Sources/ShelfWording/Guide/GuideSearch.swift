import ShelfText

/// Finds the sections of the guide that answer a question, such as `merge two books`.
///
/// Words such as `how`, `do` and `my` are ignored. Every other word matches words with the same stem or the same start,
/// so `merging duplicates` finds “Merge duplicate books”. Only the sections that match the most words are found. A
/// match in the heading counts more than matches in the text.
package struct GuideSearch {
  /// A section that matches.
  package struct Match: Sendable {
    package let page: GuidePage
    /// The index of the section within its page.
    package let index: Int
    /// Whether the heading alone matches every word.
    package let isInHeading: Bool

    package var section: GuidePage.Section { page.sections[index] }
  }

  private let words: [String]

  /// - Parameter question: the words as typed, in one string.
  package init(_ question: String) {
    let words = GuideSearch.words(of: question)
    let significant = words.filter { !GuideSearch.common.contains($0) }
    self.words = (significant.isEmpty ? words : significant).map(GuideSearch.stem)
  }

  /// Returns the matching sections, best first. Matching sections are those that match every word or, if none does,
  /// those that match the most words.
  package func matches(in pages: [GuidePage]) -> [Match] {
    var found: [(match: Match, words: Int, score: Int)] = []
    for page in pages {
      for index in page.sections.indices {
        let section = page.sections[index]
        let heading = GuideSearch.words(of: section.heading).map(GuideSearch.stem)
        let text = GuideSearch.words(of: section.text).map(GuideSearch.stem)
        let inHeading = words.filter { word in heading.contains { matches(word, $0) } }.count
        let inText = words.map { word in text.count { matches(word, $0) } }
        let count = inText.count { $0 > 0 }
        guard count > 0 else { continue }
        let match = Match(page: page, index: index, isInHeading: inHeading == words.count)
        // Long sections contain any word more often, so the count is relative to the length.
        let often = inText.reduce(0) { $0 + min($1, 5) }
        found.append((match, count, inHeading * 100 + often * 100 / (text.count + 200)))
      }
    }
    let maximum = found.map(\.words).max() ?? 0
    let best = found.filter { $0.words == maximum || $0.match.isInHeading }
    return best.enumerated().sorted { a, b in
      (a.element.score, b.offset) > (b.element.score, a.offset)
    }.map(\.element.match)
  }

  /// Returns whether the text, such as the summary of a command, matches all words.
  package func matches(_ text: String) -> Bool {
    let text = GuideSearch.words(of: text).map(GuideSearch.stem)
    return words.allSatisfy { word in text.contains { matches(word, $0) } }
  }

  private func matches(_ word: String, _ other: String) -> Bool {
    word == other || word.utf8.count >= 4 && other.hasPrefix(word)
  }

  private static func words(of text: String) -> [String] {
    Folding.fold(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Returns a word without a common English ending.
  private static func stem(_ word: String) -> String {
    for ending in ["ing", "ied", "ies", "ed", "es", "s", "e", "y"] where word.utf8.count >= ending.utf8.count + 3 {
      if word.hasSuffix(ending) { return String(word.dropLast(ending.utf8.count)) }
    }
    return word
  }

  /// Words that are common in questions about any subject.
  private static let common: Set<String> = [
    "a", "all", "an", "and", "are", "at", "by", "can", "did", "do", "does", "for", "from", "get", "have", "how", "i",
    "in", "is", "it", "its", "me", "my", "of", "on", "or", "out", "shelf", "some", "that", "the", "them", "this",
    "to", "up", "was", "we", "what", "when", "where", "which", "who", "why", "will", "with", "you", "your",
  ]
}
