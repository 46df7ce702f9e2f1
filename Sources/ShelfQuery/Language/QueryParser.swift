/// Reads the text of a query; `shelf help query` describes the language.
///
/// The work is linear in the length of the text, and the depth of the result is bounded.
struct QueryParser {
  /// The maximum depth of nested parentheses and negations.
  static let depthLimit = 64
  /// The maximum size of a query in bytes.
  static let lengthLimit = 64 << 10

  private let tokens: [(token: QueryLexer.Token, range: Range<Int>)]
  private var position = 0
  private var problems: [QueryProblem]
  private var depth = 0

  /// Reads a query.
  ///
  /// - Throws: every mistake in the text.
  static func parse(_ text: String) throws(QueryError) -> Query {
    guard text.utf8.count <= lengthLimit else {
      let problem = QueryProblem(.tooLong(limit: lengthLimit), at: lengthLimit..<text.utf8.count)
      throw QueryError(text: String(text.prefix(1000)), problems: [problem])
    }
    var parser = QueryParser(text)
    var query = parser.alternatives() ?? .everything
    while parser.position < parser.tokens.count {
      // Only an unmatched closing parenthesis ends the query early.
      parser.problems.append(QueryProblem(.unexpectedParenthesis, at: parser.tokens[parser.position].range))
      parser.position += 1
      if let rest = parser.alternatives() { query = query.and(rest) }
    }
    // What was not read any further has no mistakes of its own.
    if let tooDeep = parser.problems.first(where: { $0.reason == .tooDeep(limit: depthLimit) }) {
      throw QueryError(text: text, problems: [tooDeep])
    }
    if !parser.problems.isEmpty { throw QueryError(text: text, problems: parser.problems) }
    return query
  }

  private init(_ text: String) {
    let lexer = QueryLexer(text)
    tokens = lexer.tokens
    problems = lexer.problems
  }

  private var token: QueryLexer.Token? { position < tokens.count ? tokens[position].token : nil }

  /// Reads `a or b`; nil if there is nothing.
  private mutating func alternatives() -> Query? {
    var parts: [Query] = []
    if let first = conjunction() { parts.append(first) }
    while token == .or {
      let range = tokens[position].range
      position += 1
      let next = conjunction()
      if parts.isEmpty || next == nil {
        problems.append(QueryProblem(.nothingToJoin("or"), at: range))
      }
      if let next { parts.append(next) }
    }
    return parts.count < 2 ? parts.first : .any(parts)
  }

  /// Reads `a b` and `a and b`; nil if there is nothing.
  private mutating func conjunction() -> Query? {
    var parts: [Query] = []
    while let token, token != .or, token != .close {
      if token == .and {
        let range = tokens[position].range
        position += 1
        let isLast = self.token == nil || self.token == .or || self.token == .close || self.token == .and
        if parts.isEmpty || isLast {
          problems.append(QueryProblem(.nothingToJoin("and"), at: range))
        }
      } else if let part = part() {
        parts.append(continued(part))
      }
    }
    return parts.count < 2 ? parts.first : .all(parts)
  }

  /// Adds the words after a field to it, which may continue the name of a record.
  private mutating func continued(_ part: Query) -> Query {
    guard case .field(let key, let comparison, let value) = part, comparison == .matches || comparison == .equals,
      value.isPlain
    else { return part }
    var words: [QueryText] = []
    while case .word(let word)? = token {
      words.append(word)
      position += 1
    }
    return words.isEmpty ? part : .open(key: key, comparison, value, words)
  }

  /// Reads one term, a negation, or a group in parentheses; nil after a mistake.
  private mutating func part() -> Query? {
    let (token, range) = tokens[position]
    position += 1
    switch token {
    case .term(let query): return query
    case .word(let word): return .text(word)
    case .not, .minus: return nested(range) { $0.denial(token == .minus ? "-" : "not", range) }
    case .open: return nested(range) { $0.group(range) }
    case .close, .and, .or: return nil
    }
  }

  private mutating func denial(_ sign: String, _ range: Range<Int>) -> Query? {
    guard let token, token != .and, token != .or, token != .close else {
      problems.append(QueryProblem(.nothingToJoin(sign), at: range))
      return nil
    }
    return part().map { .not($0) }
  }

  private mutating func group(_ range: Range<Int>) -> Query? {
    let isEmpty = token == .close
    let query = alternatives()
    guard token == .close else {
      problems.append(QueryProblem(.unclosedParenthesis, at: range))
      return query
    }
    if isEmpty {
      problems.append(QueryProblem(.emptyParentheses, at: range.lowerBound..<tokens[position].range.upperBound))
    }
    position += 1
    return query
  }

  /// Reads something one level deeper; past the limit it reports that and gives up on the rest.
  private mutating func nested(_ range: Range<Int>, _ body: (inout QueryParser) -> Query?) -> Query? {
    guard depth < QueryParser.depthLimit else {
      problems.append(QueryProblem(.tooDeep(limit: QueryParser.depthLimit), at: range))
      position = tokens.count
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    return body(&self)
  }
}
