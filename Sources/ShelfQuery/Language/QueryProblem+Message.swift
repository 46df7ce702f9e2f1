import ShelfModel
import ShelfText

extension QueryProblem.Reason {
  /// The description of the mistake, in lower case and without a period.
  package var message: String {
    switch self {
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
      "“\(short(text))” is not a valid value for “\(key)”: expected \(expected.words)"
    case .ageWithoutSign(let age): "the age “\(age)” needs < or > in front"
    case .noOrder(let key): "“\(short(key))” cannot be compared with < or >"
    case .noPattern(let key): "“\(short(key))” is not text, so it cannot be matched with a regular expression"
    case .unknownName(let name, let kind, _): "no \(kind.singular) is called “\(short(name))”"
    case .unknownState(let word, _, _): "unknown state “\(short(word))”"
    case .pattern(let reason): "invalid regular expression: " + reason.message
    }
  }

  private func short(_ text: String) -> String {
    DisplayWidth.truncate(text.split(whereSeparator: \.isNewline).joined(separator: " "), to: 60)
  }
}

extension PatternProblem.Reason {
  fileprivate var message: String {
    switch self {
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
}

extension QueryExpectation {
  /// The description of the expected values.
  package var words: String {
    switch self {
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
}
