import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

/// Completes a query while the user types it.
package struct QueryCompletion {
  private let library: Library

  /// The maximum number of candidates.
  private static let limit = 200

  package init(_ library: Library) { self.library = library }

  /// Returns completions of the last word, as complete queries.
  ///
  /// - Parameter kind: the kind of the records to search, or nil for all kinds.
  package func completing(_ text: String, _ kind: Kind?) -> [Candidate] {
    // The last word starts after the last space or parenthesis that is not within quotation marks.
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index] == " " || text[index] == "(", !isQuoted { start = text.index(after: index) }
    }
    if text[start...].hasPrefix("-") { start = text.index(after: start) }
    let before = String(text[..<start])
    let word = String(text[start...].replacing("\"", with: ""))
    if word.isEmpty { return [] }
    let kinds = kind.map { [$0] } ?? Kind.allCases
    let wanted = Folding.fold(word)
    let suggestions = Suggestions(library: library)
    let terms = QueryTerms(library: library, kinds: kinds).terms(for: word, limit: QueryCompletion.limit).filter {
      word.hasPrefix("#") || Folding.fold($0).hasPrefix(wanted)
    }
    return terms.prefix(QueryCompletion.limit).map { term in
      Candidate(before + QueryCompletion.quoted(term), note: suggestions.note(of: term, kinds))
    }
  }

  /// Returns a term whose value is quoted if it contains spaces.
  private static func quoted(_ term: String) -> String {
    guard term.contains(" ") else { return term }
    let key = term.hasPrefix("#") ? "#" : String(term.prefix { $0 != ":" }) + ":"
    return key + "\"" + term.dropFirst(key.count) + "\""
  }
}
