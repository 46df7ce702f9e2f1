/// Text without the lines that cannot be parsed, for programs that read a file while the user edits it.
///
/// The parser stops at the first mistake. Recovery replaces the line of the mistake with spaces and parses again, until
/// the rest is valid. The replacement preserves the length of the text, so every offset in the rest stays the same. The
/// parser often notices a mistake only further down, for instance at the key after an unclosed bracket. So recovery
/// tries several ranges each time: the line of the error, that line with the lines that belong to it, and the line and
/// the field above it. It chooses the range that makes the text valid or, if none does, the one that moves the next
/// error furthest down.
///
/// The result must never be written to a file.
public struct LineRecovery: Sendable {
  /// The text with spaces in place of the lines that cannot be parsed.
  public private(set) var text: [UInt8]
  /// The errors in the order in which the parser found them.
  public private(set) var errors: [YAMLError] = []
  /// The ranges that were replaced with spaces.
  public private(set) var ignored: [Range<Int>] = []

  /// The maximum number of mistakes to recover from in one text.
  private static let rounds = 8
  /// The maximum size of a text that is recovered. Each attempt parses the text from the start.
  private static let maxBytes = 256 << 10

  /// Recovers a text. Returns nil if the text is valid, if it is too large, if it has too many mistakes, or if no line
  /// causes its error.
  public init?(_ source: [UInt8], limits: Limits = Limits()) {
    guard source.count <= LineRecovery.maxBytes, let first = LineRecovery.error(in: source, limits) else { return nil }
    text = source
    var next: YAMLError? = first
    while let error = next {
      guard errors.count < LineRecovery.rounds, LineRecovery.isCausedByLines(error), !isIgnored(error.offset) else {
        return nil
      }
      errors.append(error)
      guard let best = attempts(after: error, limits).max(by: { LineRecovery.isBetter($1, $0) }) else { return nil }
      text = best.text
      ignored.append(best.range)
      next = best.error
    }
  }

  /// The text after one range was replaced with spaces, and the next error in it.
  private struct Attempt {
    let range: Range<Int>
    let text: [UInt8]
    let error: YAMLError?
  }

  private func attempts(after error: YAMLError, _ limits: Limits) -> [Attempt] {
    IndentedLines(text).candidates(at: error.offset).map { range in
      var text = text
      for position in range where text[position] != ASCII.lineFeed && text[position] != ASCII.carriageReturn {
        text[position] = ASCII.space
      }
      return Attempt(range: range, text: text, error: LineRecovery.error(in: text, limits))
    }
  }

  private static func isBetter(_ a: Attempt, _ b: Attempt) -> Bool {
    let (end, other) = (a.error?.offset ?? Int.max, b.error?.offset ?? Int.max)
    return end != other ? end > other : a.range.count < b.range.count
  }

  private func isIgnored(_ offset: Int) -> Bool { ignored.contains { $0.contains(offset) } }

  private static func error(in text: [UInt8], _ limits: Limits) -> YAMLError? {
    var reader = MappingReader(limits: limits)
    return text.withUnsafeBufferPointer { source in
      do throws(YAMLError) {
        _ = try reader.read(source)
        return nil
      } catch {
        return error
      }
    }
  }

  private static func isCausedByLines(_ error: YAMLError) -> Bool {
    switch error.code {
    case .syntax, .duplicateKey, .undefinedAlias, .severalDocuments, .tooDeep: true
    case .encoding, .tooLarge, .conflictMarkers: false
    }
  }
}

/// The lines of a text, grouped by indentation.
private struct IndentedLines {
  private let text: [UInt8]
  /// The ranges of the lines, without their line breaks.
  private let lines: [Range<Int>]

  init(_ text: [UInt8]) {
    self.text = text
    var lines: [Range<Int>] = []
    var start = text.starts(with: ASCII.byteOrderMark) ? 3 : 0
    for position in start..<max(start, text.count) where text[position] == ASCII.lineFeed {
      let isCRLF = position > start && text[position - 1] == ASCII.carriageReturn
      lines.append(start..<(isCRLF ? position - 1 : position))
      start = position + 1
    }
    lines.append(start..<max(start, text.count))
    self.lines = lines
  }

  /// Returns the ranges that may cause an error at an offset.
  func candidates(at offset: Int) -> [Range<Int>] {
    let found = lines.lastIndex { $0.lowerBound <= offset } ?? 0
    guard let line = (0...found).last(where: { !isBlank($0) }) else { return [] }
    var candidates: [Range<Int>] = []
    if !adoptsLinesBelow(line) { candidates.append(lines[line]) }
    candidates += [range(line...lastLine(below: line)), range(field(of: line))]
    if let open = (0...line).last(where: opensBracket) { candidates.append(range(field(of: open))) }
    if let above = (0..<line).last(where: { !isBlank($0) }) {
      if !adoptsLinesBelow(above) { candidates.append(lines[above]) }
      candidates.append(range(field(of: above)))
    }
    return candidates.reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
  }

  private func range(_ part: ClosedRange<Int>) -> Range<Int> {
    lines[part.lowerBound].lowerBound..<lines[part.upperBound].upperBound
  }

  private func indentation(_ line: Int) -> Int { text[lines[line]].prefix { $0 == ASCII.space }.count }

  private func isBlank(_ line: Int) -> Bool { indentation(line) == lines[line].count }

  private func isItem(_ line: Int) -> Bool {
    let rest = text[lines[line]].drop { $0 == ASCII.space }
    return rest.first == ASCII.dash && (rest.count == 1 || ASCII.isBlank(rest[rest.startIndex + 1]))
  }

  private func startsField(_ line: Int) -> Bool {
    !isBlank(line) && indentation(line) == 0 && !isItem(line) && text[lines[line].lowerBound] != ASCII.hash
  }

  /// Returns whether the line contains an unclosed bracket. The parser reads the keys that follow such a bracket as
  /// values.
  private func opensBracket(_ line: Int) -> Bool {
    var depth = 0
    for byte in text[lines[line]] {
      if byte == ASCII.openBracket || byte == ASCII.openBrace { depth += 1 }
      if byte == ASCII.closeBracket || byte == ASCII.closeBrace { depth -= 1 }
    }
    return depth > 0
  }

  /// Returns the last of the lines that belong to a line: those that are indented further and, below a key, the items
  /// of its list.
  private func lastLine(below line: Int) -> Int {
    var last = line
    let own = indentation(line)
    for next in lines.indices.dropFirst(line + 1) where !isBlank(next) {
      guard indentation(next) > own || startsField(line) && isItem(next) else { break }
      last = next
    }
    return last
  }

  private func field(of line: Int) -> ClosedRange<Int> {
    let start = (0...line).last(where: startsField) ?? line
    return start...max(line, lastLine(below: start))
  }

  /// Returns whether the lines below would become part of the wrong value if this line alone were removed, since the
  /// field above, such as a title, would continue with them.
  private func adoptsLinesBelow(_ line: Int) -> Bool {
    guard startsField(line), lastLine(below: line) > line else { return false }
    guard let above = (0..<line).last(where: startsField) else { return true }
    let opener = text[lines[above]].split(separator: ASCII.space)
    guard let last = opener.last else { return true }
    return last.last != ASCII.colon && last.first != ASCII.pipe && last.first != ASCII.greater
  }
}
