/// Cuts the text of a query into its tokens.
struct QueryLexer {
  enum Token: Hashable {
    case open, close, and, or, not
    /// `-` right before what it negates.
    case minus
    case term(Query)
  }

  /// The tokens; a term with a mistake is replaced by everything.
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
    case UInt8(ascii: "\""): quotation(from: start)
    case UInt8(ascii: "#"):
      position += 1
      let key = QueryText("tag", range: start..<position)
      let value = value(of: key)
      tokens.append((.term(value.map { .field(key: key, .matches, $0) } ?? .everything), start..<position))
    case UInt8(ascii: "/"):
      if let pattern = pattern(), isEnd(position) {
        tokens.append((.term(.pattern(pattern)), start..<position))
      } else {
        position = start
        word()
      }
    default: word()
    }
  }

  /// Reads a text in quotation marks, which is a key if a colon follows.
  private mutating func quotation(from start: Int) {
    guard let text = quoted() else {
      tokens.append((.term(.everything), start..<position))
      return
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ":"), !isEnd(position + 1) {
      position += 1
      term(text, from: start)
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
      if bytes[position] == UInt8(ascii: ":"), isPlain, let key = QueryLexer.key(text) {
        position += 1
        return term(QueryText(key, range: start..<position - 1), from: start)
      }
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count {
        isPlain = false
        position += 1
      }
      text.append(bytes[position])
      position += 1
    }
    let word = String(decoding: text, as: UTF8.self)
    let range = start..<position
    switch isPlain ? word : "" {
    case "and", "AND": tokens.append((.and, range))
    case "or", "OR": tokens.append((.or, range))
    case "not", "NOT": tokens.append((.not, range))
    default: tokens.append((.term(.text(QueryText(word, range: range))), range))
    }
  }

  /// Reads what comes after a key and its colon.
  private mutating func term(_ key: QueryText, from start: Int) {
    let comparison = comparison()
    guard let value = value(of: key, isPattern: comparison == .pattern) else {
      tokens.append((.term(.everything), start..<position))
      return
    }
    let query: Query
    switch (key.isQuoted ? "" : key.text.lowercased(), comparison) {
    case ("has", .matches): query = .has(value)
    case ("no", .matches): query = .not(.has(value))
    case ("is", .matches): query = .state(value)
    default: query = .field(key: key, comparison, value)
    }
    tokens.append((.term(query), start..<position))
  }

  private mutating func comparison() -> QueryComparison {
    let signs: [(sign: StaticString, comparison: QueryComparison)] = [
      (">=", .atLeast), ("<=", .atMost), (">", .greater), ("<", .less), ("=", .equals),
    ]
    if position < bytes.count, bytes[position] == UInt8(ascii: "/") { return .pattern }
    for (sign, comparison) in signs {
      let count = sign.utf8CodeUnitCount
      let isThere = sign.withUTF8Buffer { bytes[position...].starts(with: $0) }
      if isThere {
        position += count
        return comparison
      }
    }
    return .matches
  }

  private mutating func value(of key: QueryText, isPattern: Bool = false) -> QueryText? {
    let start = position
    if isPattern {
      if let pattern = pattern() { return pattern }
      position = bytes.count
      problems.append(QueryProblem(.unclosedPattern, at: start..<bytes.count))
      return nil
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: "\"") { return quoted() }
    var text: [UInt8] = []
    while !isEnd(position) {
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
      text.append(bytes[position])
      position += 1
    }
    if text.isEmpty {
      let isTag = bytes[key.range.lowerBound] == UInt8(ascii: "#")
      problems.append(QueryProblem(.noValue(key: isTag ? "#" : key.text + ":"), at: key.range.lowerBound..<start))
      return nil
    }
    return QueryText(String(decoding: text, as: UTF8.self), range: start..<position)
  }

  /// Reads `"…"`, in which `\"` and `\\` stand for themselves.
  private mutating func quoted() -> QueryText? {
    let start = position
    var text: [UInt8] = []
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
      text.append(bytes[position])
      position += 1
    }
    guard position < bytes.count else {
      problems.append(QueryProblem(.unclosedQuotation, at: start..<bytes.count))
      return nil
    }
    position += 1
    return QueryText(String(decoding: text, as: UTF8.self), range: start..<position, isQuoted: true)
  }

  /// Reads `/…/`, in which `\/` stands for a slash and every other `\` belongs to the expression.
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

  /// Returns the text if it can be a key: a letter, then letters, digits, `_`, `-` and `.`.
  private static func key(_ text: [UInt8]) -> String? {
    let key = String(decoding: text, as: UTF8.self)
    guard let first = key.first, first.isLetter else { return nil }
    return key.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) } ? key : nil
  }

  private mutating func add(_ token: Token, length: Int) {
    tokens.append((token, position..<position + length))
    position += length
  }

  private mutating func skipBlanks() {
    while position < bytes.count {
      let length = blank(at: position)
      if length == 0 { return }
      position += length
    }
  }

  /// Returns whether a word ends here: at a space, a parenthesis or the end.
  private func isEnd(_ position: Int) -> Bool {
    guard position < bytes.count else { return true }
    return bytes[position] == UInt8(ascii: "(") || bytes[position] == UInt8(ascii: ")") || blank(at: position) > 0
  }

  private func isOpening(_ position: Int) -> Bool {
    position < bytes.count && bytes[position] == UInt8(ascii: "(")
  }

  /// Returns the length of the space at a position, 0 if there is none; the ideographic space counts too.
  private func blank(at position: Int) -> Int {
    switch bytes[position] {
    case 0x09...0x0D, 0x20: 1
    case 0xC2 where bytes[position...].starts(with: [0xC2, 0xA0]): 2
    case 0xE3 where bytes[position...].starts(with: [0xE3, 0x80, 0x80]): 3
    default: 0
    }
  }
}
