/// Splits a query into tokens: parentheses, operators, and complete terms such as `rating:>3` or `"a phrase"`.
///
/// The lexer works on bytes, from left to right, and determines the kind of each token by its first byte. Syntax from
/// other tools is accepted if it is unambiguous: `rating>3`, `author = "X"`, typographic quotation marks, `du*`, `!a`,
/// `&&`, `||`, `/a/i`. If the syntax could be misread, it is reported as a mistake, and the message shows the correct
/// form. If a term cannot be read, the lexer replaces it with `Query.everything` and continues, so that all mistakes in
/// a query are found at once.
struct QueryLexer {
  enum Token: Hashable {
    case open, close, and, or, not
    /// `-` or `!` directly before the term that it negates.
    case minus
    case term(Query)
    /// A plain word, which may also continue a name that starts before it.
    case word(QueryText)
  }

  /// The tokens. A term that cannot be read is replaced with `Query.everything`.
  private(set) var tokens: [(token: Token, range: Range<Int>)] = []
  private(set) var problems: [QueryProblem] = []
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    while true {
      skipBlanks()
      if position == bytes.count { return }
      next()
    }
  }

  private mutating func next() {
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "("): add(.open, length: 1)
    case UInt8(ascii: ")"): add(.close, length: 1)
    case UInt8(ascii: "-") where !isEnd(position + 1) || isOpening(position + 1): add(.minus, length: 1)
    // A hyphen on its own negates nothing, and is unlikely to be a search term.
    case UInt8(ascii: "-"):
      problems.append(QueryProblem(.nothingToJoin("-"), at: start..<start + 1))
      add(.term(.everything), length: 1)
    case UInt8(ascii: "!") where (!isEnd(position + 1) || isOpening(position + 1)) && !isSign(at: position):
      add(.minus, length: 1)
    // In some tools `+` marks a required term. Here, every term is required.
    case UInt8(ascii: "+") where !isEnd(position + 1): position += 1
    case UInt8(ascii: "#"):
      position += 1
      let key = QueryText("tag", range: start..<position)
      let value = value(of: key)
      tokens.append((.term(value.map { .field(key: key, .matches, $0) } ?? .everything), start..<position))
    case UInt8(ascii: "/"):
      if let pattern = pattern(), skipFlag() {
        tokens.append((.term(.pattern(pattern)), start..<position))
      } else {
        position = start
        word()
      }
    case UInt8(ascii: "'") where isPhrase:
      if let text = quoted(inApostrophes: true) { tokens.append((.term(.text(text)), start..<position)) }
    default: if closing(at: position) != nil { quotation(from: start) } else { word() }
    }
  }

  /// Reads quoted text, which is a key if a colon follows.
  private mutating func quotation(from start: Int) {
    guard let text = quoted() else {
      tokens.append((.term(.everything), start..<position))
      return
    }
    let colon = colon(at: position)
    if colon > 0, !isEnd(position + colon) {
      position += colon
      term(text, from: start, hasColon: true)
    } else {
      tokens.append((.term(.text(text)), start..<position))
    }
  }

  /// Reads a word, or a key and its value.
  private mutating func word() {
    let start = position
    var text: [UInt8] = []
    var isPlain = true
    while !isEnd(position) {
      if isPlain, let key = QueryLexer.key(text) {
        let colon = colon(at: position)
        if colon == 0, isFuzzy(at: position) {
          while !isEnd(position) { position += 1 }
          problems.append(
            QueryProblem(.wildcard(String(decoding: bytes[start..<position], as: UTF8.self)), at: start..<position))
          break
        }
        if colon > 0 || isSign(at: position) {
          let end = position
          position += colon
          // A second colon is ignored.
          if colon > 0 { position += self.colon(at: position) }
          return term(QueryText(key, range: start..<end), from: start, hasColon: colon > 0)
        }
      }
      if bytes[position] == UInt8(ascii: "\\") {
        isPlain = false
        position += 1
        if position == bytes.count {
          problems.append(QueryProblem(.nothingEscaped, at: position - 1..<position))
          break
        }
        // Quoted text cannot start in the middle of a word, so a quotation mark there is reported as unclosed.
      } else if bytes[position] == UInt8(ascii: "\"") {
        problems.append(QueryProblem(.unclosedQuotation, at: position..<position + 1))
      }
      text.append(bytes[position])
      position += 1
    }
    let end = position
    if isPlain, let key = QueryLexer.key(text), skipToSign() {
      return term(QueryText(key, range: start..<end), from: start, hasColon: false)
    }
    finish(text, isPlain, start..<end)
  }

  private mutating func finish(_ text: [UInt8], _ isPlain: Bool, _ range: Range<Int>) {
    let word = String(decoding: text, as: UTF8.self)
    switch isPlain ? word : "" {
    case "and", "AND", "&&", "&": tokens.append((.and, range))
    case "or", "OR", "||", "|": tokens.append((.or, range))
    case "not", "NOT": tokens.append((.not, range))
    case "*", "**": tokens.append((.term(.everything), range))
    default:
      let text = isPlain ? plain(word, range) : word
      tokens.append(
        (isPlain ? .word(QueryText(text, range: range)) : .term(.text(QueryText(text, range: range))), range))
    }
  }

  /// Returns a word without the asterisks around it. They have no effect, because a word is always found within longer
  /// words.
  private mutating func plain(_ word: String, _ range: Range<Int>) -> String {
    if word.contains("|") { problems.append(QueryProblem(.alternatives(word), at: range)) }
    guard word.contains("*"), word.contains(where: { $0 != "*" }) else { return word }
    let inner = word.drop { $0 == "*" }.reversed().drop { $0 == "*" }.reversed()
    if inner.contains("*") { problems.append(QueryProblem(.wildcard(word), at: range)) }
    return String(inner)
  }

  /// Reads the comparison and the value after a key.
  private mutating func term(_ key: QueryText, from start: Int, hasColon: Bool) {
    let (comparison, isNegated) = comparison(hasColon: hasColon)
    // A sign may have spaces around it: `rating > 3`.
    if !hasColon { skipBlanks() }
    guard let value = value(of: key, isPattern: comparison == .pattern) else {
      tokens.append((.term(.everything), start..<position))
      return
    }
    if comparison == .pattern, !skipFlag() {
      problems.append(QueryProblem(.unclosedPattern, at: value.range))
    }
    let query: Query
    switch (key.isQuoted ? "" : key.text.lowercased(), comparison) {
    case ("has", .matches): query = .has(value)
    case ("no", .matches): query = .not(.has(value))
    case ("is", .matches): query = .state(value)
    default: query = .field(key: key, comparison, value)
    }
    tokens.append((.term(isNegated ? .not(query) : query), start..<position))
  }

  /// Reads a comparison sign. Returns the comparison, and whether the sign negates it.
  ///
  /// After a colon, `=` requires the whole value to be equal. Without a colon, `=` means the same as a colon, as in
  /// other tools.
  private mutating func comparison(hasColon: Bool) -> (QueryComparison, isNegated: Bool) {
    let signs: [(sign: StaticString, comparison: QueryComparison, isNegated: Bool)] = [
      (">=", .atLeast, false), ("<=", .atMost, false), ("≥", .atLeast, false), ("≤", .atMost, false),
      ("≠", hasColon ? .equals : .matches, true), ("~", .matches, false), ("!=", hasColon ? .equals : .matches, true),
      ("==", .equals, false), ("=~", .pattern, false), (">", .greater, false), ("<", .less, false),
      ("=", hasColon ? .equals : .matches, false),
    ]
    if position < bytes.count, bytes[position] == UInt8(ascii: "/") { return (.pattern, false) }
    for (sign, comparison, isNegated) in signs {
      let isThere = sign.withUTF8Buffer { bytes[position...].starts(with: $0) }
      guard isThere else { continue }
      if comparison == .pattern, position + 2 == bytes.count || bytes[position + 2] != UInt8(ascii: "/") { continue }
      position += sign.utf8CodeUnitCount
      return (comparison, isNegated)
    }
    return (.matches, false)
  }

  private mutating func value(of key: QueryText, isPattern: Bool = false) -> QueryText? {
    var start = position
    if isPattern {
      if let pattern = pattern() { return pattern }
      position = bytes.count
      problems.append(QueryProblem(.unclosedPattern, at: start..<bytes.count))
      return nil
    }
    if position < bytes.count, closing(at: position) != nil { return quoted() }
    if position < bytes.count, isApostrophed { return quoted(inApostrophes: true) }
    let isTag = bytes[key.range.lowerBound] == UInt8(ascii: "#")
    if isOpening(position) {
      problems.append(QueryProblem(.group(key: key.text), at: key.range.lowerBound..<position + 1))
      return nil
    }
    // `status:-completed` looks like a negation, but the value could also be text that starts with a hyphen. Only the
    // compiler knows the field and can tell which.
    var negation: Character?
    if !isTag, position + 1 < bytes.count, "-!".utf8.contains(bytes[position]),
      QueryLexer.beginsWord(bytes[position + 1])
    {
      negation = Character(Unicode.Scalar(bytes[position]))
      position += 1
      start = position
      if closing(at: position) != nil {
        var text = quoted()
        text?.negation = negation
        return text
      }
    }
    var text: [UInt8] = []
    var isPlain = true
    while !isEnd(position) {
      if bytes[position] == UInt8(ascii: "\\") {
        isPlain = false
        position += 1
        if position == bytes.count {
          problems.append(QueryProblem(.nothingEscaped, at: position - 1..<position))
          return nil
        }
      }
      text.append(bytes[position])
      position += 1
    }
    if text.isEmpty {
      problems.append(QueryProblem(.noValue(key: isTag ? "#" : key.text + ":"), at: key.range.lowerBound..<start))
      return nil
    }
    let word = String(decoding: text, as: UTF8.self)
    var value = QueryText(
      isPlain ? plain(word, start..<position) : word, range: start..<position, isPlain: isPlain, negation: negation)
    value.hadAsterisks = value.text != word
    return value
  }

  // MARK: - Quotation marks

  /// The opening quotation marks, each with the marks that can close it.
  private static let marks: [(open: StaticString, close: [StaticString])] = [
    ("\"", ["\""]), ("“", ["”", "“"]), ("„", ["“", "”"]), ("«", ["»"]), ("»", ["«", "»"]), ("「", ["」"]),
  ]

  /// Returns the length of the opening quotation mark at a position and the marks that can close it, or nil if there is
  /// none.
  private func closing(at position: Int) -> (length: Int, ends: [StaticString])? {
    for (open, close) in QueryLexer.marks where open.withUTF8Buffer({ bytes[position...].starts(with: $0) }) {
      return (open.utf8CodeUnitCount, close)
    }
    return nil
  }

  /// Whether a value in single quotation marks starts at the current position. Its closing mark is followed by a space,
  /// a parenthesis or the end.
  private var isApostrophed: Bool {
    guard bytes[position] == UInt8(ascii: "'") else { return false }
    return bytes[(position + 1)...].indices.contains { bytes[$0] == UInt8(ascii: "'") && isEnd($0 + 1) }
  }

  /// Whether a phrase of several words in single quotation marks starts at the current position. Around a single word,
  /// the marks could be apostrophes.
  private var isPhrase: Bool {
    let end = bytes.indices.first { $0 > position && bytes[$0] == UInt8(ascii: "'") && isEnd($0 + 1) }
    return end.map { bytes[position..<$0].contains(UInt8(ascii: " ")) } ?? false
  }

  /// Reads `"…"`, where a backslash escapes the next character.
  ///
  /// - Parameter inApostrophes: whether the text is in single quotation marks. Within a word, these are apostrophes and
  ///   do not end the text.
  private mutating func quoted(inApostrophes: Bool = false) -> QueryText? {
    let start = position
    let (length, ends) = closing(at: position) ?? (1, ["'"])
    var text: [UInt8] = []
    position += length
    while position < bytes.count {
      for end in ends where end.withUTF8Buffer({ bytes[position...].starts(with: $0) }) {
        if inApostrophes, !isEnd(position + 1) { continue }
        position += end.utf8CodeUnitCount
        return QueryText(String(decoding: text, as: UTF8.self), range: start..<position, isQuoted: true)
      }
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
      text.append(bytes[position])
      position += 1
    }
    problems.append(QueryProblem(.unclosedQuotation, at: start..<bytes.count))
    return nil
  }

  /// Reads `/…/`, where `\/` is a slash and any other backslash is part of the regular expression.
  private mutating func pattern() -> QueryText? {
    let start = position
    var text: [UInt8] = []
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "/") {
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count {
        if bytes[position + 1] != UInt8(ascii: "/") { text.append(bytes[position]) }
        position += 1
      }
      text.append(bytes[position])
      position += 1
    }
    guard position < bytes.count else { return nil }
    position += 1
    return QueryText(String(decoding: text, as: UTF8.self), range: start..<position)
  }

  /// Skips the `i` of `/…/i`, which has no effect because patterns ignore case. Returns whether the expression ends at
  /// the resulting position.
  private mutating func skipFlag() -> Bool {
    if isEnd(position) { return true }
    guard bytes[position] == UInt8(ascii: "i"), isEnd(position + 1) else { return false }
    position += 1
    return true
  }

  // MARK: - Keys and signs

  /// Returns the text if it can be a key, or nil if it cannot. A key is a letter followed by letters, digits, `_`, `-`
  /// and `.`.
  private static func key(_ text: [UInt8]) -> String? {
    let key = String(decoding: text, as: UTF8.self)
    guard let first = key.first, first.isLetter else { return nil }
    return key.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) } ? key : nil
  }

  private static func beginsWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "\"")
  }

  /// Returns the length in bytes of the colon at a position, or 0 if there is none. The full-width colon is also
  /// recognized.
  private func colon(at position: Int) -> Int {
    guard position < bytes.count else { return 0 }
    if bytes[position] == UInt8(ascii: ":") { return 1 }
    return bytes[position...].starts(with: [0xEF, 0xBC, 0x9A]) ? 3 : 0
  }

  /// Returns whether a comparison sign starts at a position.
  private func isSign(at position: Int) -> Bool {
    guard position < bytes.count else { return false }
    switch bytes[position] {
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "~"): return true
    // ≠, ≤ and ≥.
    case 0xE2: return [0xA0, 0xA4, 0xA5].contains { bytes[position...].starts(with: [0xE2, 0x89, $0]) }
    case UInt8(ascii: "!"): return position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "=")
    default: return false
    }
  }

  /// Returns whether the rest of the word at a position is `~` or `~2`, the syntax for a fuzzy search in other tools.
  private func isFuzzy(at position: Int) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "~") else { return false }
    let rest = bytes[(position + 1)...].drop { (0x30...0x39).contains($0) }
    return isEnd(rest.startIndex)
  }

  /// Skips the spaces between a key and a comparison sign. Returns false, without skipping anything, if there is no
  /// such sign.
  private mutating func skipToSign() -> Bool {
    let start = position
    skipBlanks()
    if position > start, isSign(at: position) { return true }
    position = start
    return false
  }

  private mutating func add(_ token: Token, length: Int) {
    tokens.append((token, position..<position + length))
    position += length
  }

  // MARK: - Spaces

  private mutating func skipBlanks() {
    while position < bytes.count {
      let length = blank(at: position)
      if length == 0 { return }
      position += length
    }
  }

  /// Returns whether a position ends a word: whether it is at a space, a parenthesis or the end of the query.
  private func isEnd(_ position: Int) -> Bool {
    guard position < bytes.count else { return true }
    return bytes[position] == UInt8(ascii: "(") || bytes[position] == UInt8(ascii: ")") || blank(at: position) > 0
  }

  private func isOpening(_ position: Int) -> Bool {
    position < bytes.count && bytes[position] == UInt8(ascii: "(")
  }

  /// Returns the length in bytes of the white space character at a position, or 0 if there is none. No-break and
  /// ideographic spaces are also recognized.
  private func blank(at position: Int) -> Int {
    switch bytes[position] {
    case 0x09...0x0D, 0x20: 1
    case 0xC2 where bytes[position...].starts(with: [0xC2, 0xA0]): 2
    case 0xE3 where bytes[position...].starts(with: [0xE3, 0x80, 0x80]): 3
    default: 0
    }
  }
}
