import ShelfModel
import ShelfQuery
import ShelfText

/// Hints for problems in a query.
package enum QueryProblemText {
  /// Hints for terms that other tools support in a query but shelf does not.
  private static let options = [
    "sort": "to sort a list, use the option --sort FIELD or --sort FIELD:desc",
    "limit": "to limit a list, use the option --limit N",
    "in": "a plain word is searched for in every text; title:WORD searches only the title",
  ]

  package static func hint(_ reason: QueryProblem.Reason) -> String? {
    switch reason {
    case .noValue(let key):
      return key == "#"
        ? "write #TAG without a space"
        : "write \(key)VALUE without a space; to search for text with a colon, quote it: \"\(key)\""
    case .unknownField(let key, _, _, _, true) where options[key.lowercased()] != nil:
      return options[key.lowercased()]
    case .unknownField(let key, let kinds, _, _, true)
    where ContributorRole(rawValue: key.lowercased()) != nil && kinds.contains(.book):
      return "write contributors:NAME, which finds every contributor"
    case .unknownField(let key, _, let nearest, let all, let isKey):
      if let name = nearest.first { return "did you mean “\(name)\(isKey ? ":" : "")”?" }
      return "the fields are \(all.joined(separator: ", "))"
        + (isKey ? "; to search for text with a colon, quote it: \"\(short(key)):\"" : "")
    case .wrongValue(let value, let key, _, let nearest):
      if ["none", "null", "nil", "empty", "~", "missing"].contains(value.lowercased()) { return "write no:\(key)" }
      if ["any", "*", "some"].contains(value.lowercased()) { return "write has:\(key)" }
      return alternatives(value, key) ?? suggestion(nearest)
    case .unknownName(let name, let kind, let nearest):
      return alternatives(name, kind.singular) ?? suggestion(nearest)
        ?? "`shelf \(kind.singular) list` shows all \(kind.plural)"
    case .unknownState(_, let nearest, let all):
      return suggestion(nearest) ?? "the states are " + all.joined(separator: ", ")
    case .nothingEscaped: return "write \\\\ for a literal backslash"
    case .negatedValue("has", _, let value, _): return "write has:\(value) or no:\(value)"
    case .negatedValue(let key, let sign, let value, let isText):
      let term = "\(key):" + (value.contains(where: \.isWhitespace) ? "\"\(value)\"" : value)
      return "write -\(term) to exclude it" + (isText ? ", or \(key):\"\(sign)\(value)\" to search for that text" : "")
    case .group(let key): return "write (\(key):a or \(key):b)"
    case .alternatives(let word):
      let words = word.split(separator: "|").map(String.init)
      return "write (\(words.joined(separator: " or "))), or \"\(word)\" to search for that text"
    case .wildcard(let word) where word.contains("*"):
      return "write a regular expression: /\(word.replacing("*", with: ".*"))/"
    case .wildcard: return "a search ignores case and accents and finds parts of words, but not similar words"
    case .ageWithoutSign(let age): return "write <\(age) for anything more recent, or >\(age) for anything older"
    case .noOrder: return "< and > work with numbers, amounts, dates, priorities and counts such as quotes:>3"
    case .nothingToJoin(let word):
      return "to search for “\(word)” itself, quote it: \"\(word)\""
    case .pattern(.backreference), .pattern(.unknownGroup), .pattern(.unknownEscape):
      return "`shelf help query` lists the supported syntax"
    case .unclosedPattern: return "write \\/ for a literal slash, or put text with a slash in quotation marks"
    case .unclosedQuotation: return "write \\\" for a literal quotation mark"
    default: return nil
    }
  }

  /// Returns a hint with the query for any of the values in a comma-separated list, which other tools support, or nil
  /// if the value is not such a list.
  private static func alternatives(_ value: String, _ key: String) -> String? {
    let values = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard values.count > 1, values.allSatisfy({ !$0.isEmpty }) else { return nil }
    let terms = values.map { $0.contains(where: \.isWhitespace) ? "\(key):\"\($0.trimmed)\"" : "\(key):\($0)" }
    return "a comma does not separate values; to match any of them, write (\(terms.joined(separator: " or ")))"
  }

  private static func suggestion(_ nearest: [String]) -> String? {
    nearest.isEmpty ? nil : "did you mean " + nearest.map { "“\(short($0))”" }.joined(separator: " or ") + "?"
  }

  private static func short(_ text: String) -> String { Wording.short(text) }
}
