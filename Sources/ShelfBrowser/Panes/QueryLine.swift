/// The terms of a query as typed. The filter menu uses them to add and remove terms.
enum QueryLine {
  /// Splits a query into terms. Spaces within quotation marks do not separate terms.
  static func terms(_ query: String) -> [String] {
    var terms: [String] = []
    var term = ""
    var isQuoted = false
    for character in query {
      if character == "\"" { isQuoted.toggle() }
      if character == " ", !isQuoted {
        if !term.isEmpty { terms.append(term) }
        term = ""
      } else {
        term.append(character)
      }
    }
    return term.isEmpty ? terms : terms + [term]
  }

  /// If the query contains a term, returns the query without it; otherwise, adds the term, which replaces other terms
  /// for the same field.
  static func toggling(_ term: String, in query: String) -> String {
    var terms = terms(query)
    if let index = terms.firstIndex(of: term) {
      terms.remove(at: index)
    } else {
      let key = term.prefix { $0 != ":" } + ":"
      let subject = term.hasPrefix("no:") ? term.dropFirst(3) + ":" : key
      terms.removeAll { $0.hasPrefix(subject) || $0 == "no:\(subject.dropLast())" }
      terms.append(term)
    }
    return terms.joined(separator: " ")
  }
}
