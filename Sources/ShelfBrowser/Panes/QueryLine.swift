/// The terms of a query as it is typed, for a menu that adds some and takes them away.
enum QueryLine {
  /// Returns the words, of which those in quotation marks hold spaces.
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

  /// Returns a query with a term, in place of others about the same key, or without it if it has it.
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
