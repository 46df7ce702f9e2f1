import ShelfModel
import ShelfQuery
import ShelfText

/// The messages for problems in a query.
package enum QueryProblemText {
  package static func message(_ reason: QueryProblem.Reason) -> String {
    switch reason {
    case .unclosedQuotation: "unclosed quotation mark"
    case .unclosedPattern: "unclosed regular expression: the / at its end is missing"
    case .unclosedParenthesis: "unclosed parenthesis"
    case .unexpectedParenthesis: "closing parenthesis without an opening one"
    case .emptyParentheses: "the parentheses are empty"
    case .nothingToJoin(let word) where word == "and" || word == "or": "“\(word)” needs a term on both sides"
    case .nothingToJoin(let word): "“\(word)” needs a term after it"
    case .noValue(let key): "“\(key)” has no value"
    case .nothingEscaped: "a backslash cannot be the last character"
    case .negatedValue(let key, let sign, let value, _):
      "“\(short(key)):\(sign)\(short(value))” is not a valid negation"
    case .group(let key): "“\(short(key)):” takes one value, not parentheses"
    case .alternatives(let word): "“|” does not mean “or” in “\(short(word))”"
    case .wildcard(let word):
      "“\(word.contains("*") ? "*" : "~")” has no special meaning in “\(short(word))”"
    case .emptyText: "the text to search for is empty"
    case .tooDeep(let limit): "the query is nested more than \(limit) levels deep"
    case .tooLong(let limit): "the query is longer than \(limit >> 10) KiB"
    case .unknownField(let key, let kinds, _, _, _):
      kinds.count == 1
        ? "\(kinds[0].withArticle) has no field “\(short(key))”" : "no record has a field “\(short(key))”"
    case .wrongValue(let text, let key, let expected, _):
      "“\(short(text))” is not a valid value for “\(key)”: expected \(words(expected))"
    case .ageWithoutSign(let age): "the age “\(age)” needs < or > in front"
    case .noOrder(let key): "“\(short(key))” cannot be compared with < or >"
    case .noPattern(let key): "“\(short(key))” is not text, so it cannot be matched with a regular expression"
    case .unknownName(let name, let kind, _): "no \(kind.singular) is called “\(short(name))”"
    case .unknownState(let word, _, _): "unknown state “\(short(word))”"
    case .pattern(let reason): "invalid regular expression: " + message(reason)
    }
  }

  /// Hints for terms that are part of the query in other tools, but an option here.
  private static let options = [
    "sort": "to sort a list, use the option --sort FIELD or --sort FIELD:desc",
    "limit": "to limit a list, use the option --limit N",
    "in": "a plain word is searched for in every text; title:WORD searches only the title",
  ]

  /// Returns the query for a state that the user called by another common name, or nil for an unknown word.
  private static func state(called word: String, among words: [String], key: String) -> String? {
    FieldType.state(called: word, among: words).map { "write \($0.isNegated ? "-" : "")\(key):\($0.state)" }
  }

  package static func hint(_ reason: QueryProblem.Reason) -> String? {
    switch reason {
    case .noValue(let key):
      return key == "#"
        ? "write #TAG without a space"
        : "write \(key)VALUE without a space; to search for text with a colon, quote it: \"\(key)\""
    case .unknownField(let key, _, _, _, true) where options[key.lowercased()] != nil:
      return options[key.lowercased()]
    case .unknownField(let key, _, let nearest, let all, let isKey):
      if let name = nearest.first { return "did you mean “\(name)\(isKey ? ":" : "")”?" }
      return "the fields are \(all.joined(separator: ", "))"
        + (isKey ? "; to search for text with a colon, quote it: \"\(short(key)):\"" : "")
    case .wrongValue(let value, let key, let expected, let nearest):
      if ["none", "null", "nil", "empty", "~", "missing"].contains(value.lowercased()) { return "write no:\(key)" }
      if ["any", "*", "some"].contains(value.lowercased()) { return "write has:\(key)" }
      let words = if case .value(.choice(let words)) = expected { words } else { [String]() }
      return state(called: value, among: words, key: key) ?? alternatives(value, key) ?? suggestion(nearest)
    case .unknownName(let name, let kind, let nearest):
      return alternatives(name, kind.singular) ?? suggestion(nearest)
        ?? "`shelf \(kind.singular) list` shows all \(kind.plural)"
    case .unknownState(let word, let nearest, let all):
      return state(called: word, among: all, key: "is") ?? suggestion(nearest)
        ?? "the states are " + all.joined(separator: ", ")
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
    case .unclosedQuotation: return "write \\\" for a literal quotation mark"
    default: return nil
    }
  }

  /// If the value is a list with commas, as in other tools, returns the query for any of its items. Otherwise, returns
  /// nil.
  private static func alternatives(_ value: String, _ key: String) -> String? {
    let values = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard values.count > 1, values.allSatisfy({ !$0.isEmpty }) else { return nil }
    let terms = values.map { $0.contains(where: \.isWhitespace) ? "\(key):\"\($0.trimmed)\"" : "\(key):\($0)" }
    return "a comma does not separate values; to match any of them, write (\(terms.joined(separator: " or ")))"
  }

  private static func message(_ reason: PatternProblem.Reason) -> String {
    switch reason {
    case .empty: "it is empty"
    case .unclosedGroup: "a parenthesis is not closed"
    case .unexpectedParenthesis: "a closing parenthesis has no opening one"
    case .unclosedSet: "a bracket is not closed"
    case .wrongOrder: "a range ends before it begins"
    case .nothingToRepeat: "there is nothing to repeat"
    case .wrongRepetition(let limit):
      "a repetition must be {m}, {m,} or {m,n} with numbers up to \(limit); write \\{ for a literal {"
    case .unknownEscape(let text): "unknown escape sequence “\(text)”"
    case .backreference: "backreferences are not supported"
    case .unknownGroup: "only the groups (…) and (?:…) are supported"
    case .tooDeep: "its groups are nested too deeply"
    case .tooLarge: "its repetitions make it too large"
    }
  }

  private static func words(_ expected: QueryExpectation) -> String {
    switch expected {
    case .count: "a number, a comparison such as >0, or a range such as 2..5"
    case .position: "a position such as 3 or 3.5, a comparison such as >3, or a range such as 1..3"
    case .idStart: "the first digits of an id"
    case .words(let words): words.joined(separator: ", ")
    case .value(.integer): "a whole number, a comparison such as >=4, or a range such as 100..300"
    case .value(.decimal): "a number such as 4.5, a comparison such as >=4.5, or a range such as 1..2.5"
    case .value(.money): "an amount such as 12.50 or 12.50 EUR, a comparison such as >=10, or a range such as 5..20"
    case .value(.duration): "hours and minutes such as 12:30, a comparison such as <5:00, or a range such as 2:00..5:00"
    case .value(.rating): "stars from 0 to 5 such as 4.5, a comparison such as >=4, or a range such as 3..5"
    case .value(.date), .value(.timestamp):
      "a date such as 2024, 2024-03 or 2024-03-05, a range such as 2024-03.., or an age such as <7d"
    case .value(let type): type.description
    }
  }

  private static func suggestion(_ nearest: [String]) -> String? {
    nearest.isEmpty ? nil : "did you mean " + nearest.map { "“\(short($0))”" }.joined(separator: " or ") + "?"
  }

  private static func short(_ text: String) -> String { Wording.short(text) }
}
