import ShelfModel

/// Parses a query; `shelf help query` describes the language.
///
/// `QueryLexer` first splits the text into tokens. The parser then combines the tokens by recursive descent. `or` has
/// the lowest precedence, followed by `and` and plain sequences of terms, then negation; parentheses group terms. The
/// parser does not stop at a mistake, but records it and continues, so that the user sees all mistakes at once. It
/// gives up only if the query is nested too deeply.
///
/// An unquoted name can span several words, and without a library the parser cannot know where it ends. The parser
/// therefore stores a value together with all words after it as `Query.open`, and leaves the decision to
/// `QueryCompiler`. Names that contain `and`, `or` or `not` have to be recognized earlier, while operators are parsed.
/// For such names, the caller passes a function that knows the library.
///
/// Parsing takes linear time, and the depth of the result is limited.
struct QueryParser {
  /// The maximum depth of nested parentheses and negations.
  static let depthLimit = 64
  /// The maximum size of a query in bytes.
  static let lengthLimit = 64 << 10

  private let text: [UInt8]
  private let tokens: [(token: QueryLexer.Token, range: Range<Int>)]
  private let names: Names?
  private var position = 0
  private var problems: [QueryProblem]
  private var depth = 0

  /// A function that returns how many of the words after a key and its value belong to the name of a record.
  typealias Names = (_ key: QueryText, _ value: QueryText, _ words: [QueryText]) -> Int

  /// Parses a query.
  ///
  /// - Parameter names: recognizes names that contain the words `and`, `or` or `not`. If it is nil, these words are
  ///   always operators.
  /// - Throws: every mistake in the text.
  static func parse(_ text: String, names: Names? = nil) throws(QueryError) -> Query {
    guard text.utf8.count <= lengthLimit else {
      let problem = QueryProblem(.tooLong(limit: lengthLimit), at: lengthLimit..<text.utf8.count)
      throw QueryError(text: String(text.prefix(1000)), problems: [problem])
    }
    var parser = QueryParser(text, names)
    var query = parser.alternatives() ?? .everything
    while parser.position < parser.tokens.count {
      // Only an unmatched closing parenthesis ends the query early.
      parser.problems.append(QueryProblem(.unexpectedParenthesis, at: parser.tokens[parser.position].range))
      parser.position += 1
      if let rest = parser.alternatives() { query = query.and(rest) }
    }
    // The rest was not parsed, so the other mistakes may be consequences of this one.
    if let tooDeep = parser.problems.first(where: { $0.reason == .tooDeep(limit: depthLimit) }) {
      throw QueryError(text: text, problems: [tooDeep])
    }
    if !parser.problems.isEmpty { throw QueryError(text: text, problems: parser.problems) }
    return query
  }

  private init(_ text: String, _ names: Names?) {
    let lexer = QueryLexer(text)
    self.text = Array(text.utf8)
    self.names = names
    tokens = lexer.tokens
    problems = lexer.problems
  }

  private var token: QueryLexer.Token? { position < tokens.count ? tokens[position].token : nil }

  /// Parses `a or b`. Returns nil if there is nothing to parse.
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

  /// Parses `a b` and `a and b`. Returns nil if there is nothing to parse.
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
        parts.append(part)
      }
    }
    return parts.count < 2 ? parts.first : .all(parts)
  }

  /// Returns a term together with the following words, which may continue its value.
  private mutating func continued(_ part: Query) -> Query {
    // The next word may be the currency of an amount, as in `price:>10 EUR`.
    if case .field(let key, let comparison, let value) = part, comparison.needsOrder, value.isPlain,
      case .word(let word)? = token, word.isPlain, Money.currency(typed: word.text) != nil
    {
      position += 1
      return .open(key: key, comparison, value, [word], isNegated: false)
    }
    guard case .field(let key, let comparison, let value) = part, comparison == .matches || comparison == .equals,
      value.isPlain
    else { return part }
    if let name = name(key, value) { return .field(key: key, comparison, name) }
    var words: [QueryText] = []
    while case .word(let word)? = token {
      words.append(word)
      position += 1
    }
    return words.isEmpty ? part : .open(key: key, comparison, value, words, isNegated: false)
  }

  /// Returns a value extended by the following words if they complete a name that contains `and`, `or` or `not`.
  /// Returns nil if there is no such name.
  private mutating func name(_ key: QueryText, _ value: QueryText) -> QueryText? {
    guard let names else { return nil }
    let run = tokens[position...].prefix { token, _ in
      switch token {
      case .word, .and, .or, .not: true
      case .term, .open, .close, .minus: false
      }
    }
    let words = run.map { QueryText(String(decoding: text[$0.range], as: UTF8.self), range: $0.range) }
    func isWord(_ token: QueryLexer.Token) -> Bool { if case .word = token { true } else { false } }
    guard !run.allSatisfy({ isWord($0.token) }) else { return nil }
    let count = names(key, value, words)
    guard !run.prefix(count).allSatisfy({ isWord($0.token) }) else { return nil }
    position += count
    return value.continued(by: words.prefix(count))
  }

  /// Parses one term, a negation, or a group in parentheses. Returns nil after a mistake.
  private mutating func part() -> Query? {
    let (token, range) = tokens[position]
    position += 1
    switch token {
    case .term(let query): return continued(query)
    case .word(let word): return .text(word)
    case .not, .minus: return nested(range) { $0.negation(token == .minus ? "-" : "not", range) }
    case .open: return nested(range) { $0.group(range) }
    case .close, .and, .or: return nil
    }
  }

  private mutating func negation(_ sign: String, _ range: Range<Int>) -> Query? {
    guard let token, token != .and, token != .or, token != .close else {
      problems.append(QueryProblem(.nothingToJoin(sign), at: range))
      return nil
    }
    // The words after a negated term may not belong to its value, so they are not negated. A group in parentheses is
    // negated as a whole.
    let isGroup = token == .open
    guard let part = part() else { return nil }
    if !isGroup, case .open(let key, let comparison, let value, let words, let isNegated) = part {
      return .open(key: key, comparison, value, words, isNegated: !isNegated)
    }
    return .not(part)
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

  /// Parses a negation or a group, which is one level deeper. Beyond the limit, records a mistake and skips the rest of
  /// the query.
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
