import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

/// What a query that is being typed may go on with.
package struct QueryCompletion {
  private let library: Library

  /// How many candidates are offered.
  private static let limit = 200

  package init(_ library: Library) { self.library = library }

  /// Returns what completes the last word of a query: whole queries.
  ///
  /// - Parameter kind: the kind of the records that are looked for; nil for all.
  package func completing(_ text: String, _ kind: Kind?) -> [Candidate] {
    // The word that is being typed begins behind the last space that is not in quotation marks.
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
      Folding.fold($0).hasPrefix(wanted)
    }
    return terms.prefix(QueryCompletion.limit).map { term in
      Candidate(before + QueryCompletion.quoted(term), note: suggestions.note(of: term, kinds))
    }
  }

  /// Returns a term whose value is between quotation marks if it has spaces.
  private static func quoted(_ term: String) -> String {
    guard term.contains(" ") else { return term }
    let key = term.hasPrefix("#") ? "#" : String(term.prefix { $0 != ":" }) + ":"
    return key + "\"" + term.dropFirst(key.count) + "\""
  }
}
