/// A parser of regular expressions: `.`, `[…]`, `[^…]`, `\w \d \s \b` and their opposites, `^ $`, `* + ? {m,n}`, `|`,
/// groups.
///
/// Letters in the expression are folded, like the text that it is matched against.
struct PatternParser {
  /// The largest number in `{m,n}`.
  static let repetitionLimit = 255
  private static let depthLimit = 64

  private let scalars: [(scalar: Unicode.Scalar, offset: Int)]
  private let length: Int
  private var position = 0
  private var depth = 0

  static func parse(_ text: String) throws(PatternProblem) -> PatternNode {
    var parser = PatternParser(text)
    if text.isEmpty { throw PatternProblem(reason: .empty, range: 0..<0) }
    let node = try parser.alternatives()
    if parser.position < parser.scalars.count { throw parser.problem(.unexpectedParenthesis, from: parser.position) }
    return node
  }

  private init(_ text: String) {
    var offset = 0
    scalars = text.unicodeScalars.map { scalar in
      defer { offset += UTF8.width(scalar) }
      return (scalar, offset)
    }
    length = text.utf8.count
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position].scalar : nil }

  private mutating func alternatives() throws(PatternProblem) -> PatternNode {
    var parts = [try sequence()]
    while take("|") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .either(parts)
  }

  private mutating func sequence() throws(PatternProblem) -> PatternNode {
    var parts: [PatternNode] = []
    while let next, next != "|", next != ")" { parts.append(try repeated()) }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func repeated() throws(PatternProblem) -> PatternNode {
    let node = try atom()
    let start = position
    guard let (minimum, maximum) = try repetition() else { return node }
    if case .assertion = node { throw problem(.nothingToRepeat, from: start) }
    // Callers do not depend on which of several matches is found, so `*?` means the same as `*`.
    _ = take("?")
    return .repeated(node, minimum, maximum)
  }

  private mutating func repetition() throws(PatternProblem) -> (Int, Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = position
    guard take("{") else { return nil }
    let minimum = number()
    var maximum = minimum
    if take(",") { maximum = number() }
    let isOpen = scalars[start..<position].last?.scalar == ","
    guard take("}"), let minimum, minimum <= PatternParser.repetitionLimit,
      maximum.map({ $0 >= minimum && $0 <= PatternParser.repetitionLimit }) ?? isOpen
    else { throw problem(.wrongRepetition(limit: PatternParser.repetitionLimit), from: start) }
    return (minimum, isOpen ? nil : maximum)
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let next, ("0"..."9").contains(next), digits.utf8.count < 6 {
      digits.unicodeScalars.append(next)
      position += 1
    }
    return Int(digits)
  }

  private mutating func atom() throws(PatternProblem) -> PatternNode {
    let start = position
    guard let scalar = next else { return .nothing }
    position += 1
    switch scalar {
    case ".": return .scalar(.any)
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case "*", "+", "?": throw problem(.nothingToRepeat, from: start)
    case "{": throw problem(.wrongRepetition(limit: PatternParser.repetitionLimit), from: start)
    case "[": return .scalar(try set(from: start))
    case "(": return try group(from: start)
    case "\\": return try escape(from: start)
    default: return PatternParser.literal(scalar)
    }
  }

  private mutating func group(from start: Int) throws(PatternProblem) -> PatternNode {
    if take("?"), !take(":") { throw problem(.unknownGroup, from: start) }
    guard depth < PatternParser.depthLimit else { throw problem(.tooDeep, from: start) }
    depth += 1
    let node = try alternatives()
    depth -= 1
    guard take(")") else { throw problem(.unclosedGroup, from: start) }
    return node
  }

  private mutating func escape(from start: Int) throws(PatternProblem) -> PatternNode {
    guard let scalar = next else { throw problem(.unknownEscape("\\"), from: start) }
    position += 1
    switch scalar {
    case "b": return .assertion(.wordBoundary)
    case "B": return .assertion(.noWordBoundary)
    case "1"..."9": throw problem(.backreference, from: start)
    default: break
    }
    var set = PatternSet()
    if PatternParser.addTraits(scalar, to: &set) { return .scalar(set) }
    return PatternParser.literal(try escaped(scalar, from: start))
  }

  private func escaped(_ scalar: Unicode.Scalar, from start: Int) throws(PatternProblem) -> Unicode.Scalar {
    switch scalar {
    // Folded text contains no white space other than single spaces.
    case "n", "t", "r": return " "
    case "a"..."z", "A"..."Z", "0"..."9": throw problem(.unknownEscape("\\" + String(scalar)), from: start)
    default: return scalar
    }
  }

  private static func addTraits(_ scalar: Unicode.Scalar, to set: inout PatternSet) -> Bool {
    switch scalar {
    case "w": set.traits.insert(.word)
    case "d": set.traits.insert(.digit)
    case "s": set.traits.insert(.space)
    case "W": set.lacking.append(.word)
    case "D": set.lacking.append(.digit)
    case "S": set.lacking.append(.space)
    default: return false
    }
    return true
  }

  private mutating func set(from start: Int) throws(PatternProblem) -> PatternSet {
    var set = PatternSet(isNegated: take("^"))
    var isFirst = true
    while let scalar = next, scalar != "]" || isFirst {
      isFirst = false
      let itemStart = position
      position += 1
      var lower = scalar
      if scalar == "\\", let escaped = next {
        position += 1
        if PatternParser.addTraits(escaped, to: &set) { continue }
        lower = try self.escaped(escaped, from: itemStart)
      }
      guard next == "-", position + 1 < scalars.count, scalars[position + 1].scalar != "]" else {
        set.ranges += PatternParser.folded(lower...lower)
        continue
      }
      position += 2
      var upper = scalars[position - 1].scalar
      if upper == "\\", let escaped = next {
        position += 1
        upper = try self.escaped(escaped, from: itemStart)
      }
      guard lower <= upper else { throw problem(.wrongOrder, from: itemStart) }
      set.ranges += PatternParser.folded(lower...upper)
    }
    guard take("]") else { throw problem(.unclosedSet, from: start) }
    return set
  }

  /// Returns the range and the range between its folded bounds, so that `[A-Z]` also matches `a` to `z`, and `[é]` also
  /// matches `e`.
  private static func folded(_ range: ClosedRange<Unicode.Scalar>) -> [ClosedRange<UInt32>] {
    let plain = range.lowerBound.value...range.upperBound.value
    let (lower, upper) = (Folding.scalars(of: range.lowerBound), Folding.scalars(of: range.upperBound))
    guard lower.count == 1, upper.count == 1, lower[0] <= upper[0] else { return [plain] }
    return [plain, lower[0].value...upper[0].value]
  }

  private static func literal(_ scalar: Unicode.Scalar) -> PatternNode {
    let nodes = Folding.scalars(of: scalar).map { PatternNode.scalar(.one($0)) }
    return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .nothing : .sequence(nodes)
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  private func problem(_ reason: PatternProblem.Reason, from start: Int) -> PatternProblem {
    func offset(_ position: Int) -> Int { position < scalars.count ? scalars[position].offset : length }
    return PatternProblem(reason: reason, range: offset(start)..<offset(max(position, start + 1)))
  }
}
