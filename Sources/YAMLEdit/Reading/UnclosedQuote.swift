/// Finds an unclosed quotation mark, for which libyaml reports an error only at the next quotation mark.
///
/// For example, if `title: "Dune` is followed by `note: "x"`, the quoted text extends from before Dune to before the x,
/// so libyaml reports an error at the x. But the mistake is in the line of the title, so the error should point there.
struct UnclosedQuote {
  private let source: UnsafeBufferPointer<UInt8>

  /// If an unclosed quotation mark causes a syntax error, returns an error at the opening mark instead. Returns any
  /// other error unchanged.
  static func find(in source: UnsafeBufferPointer<UInt8>, instead error: YAMLError) -> YAMLError {
    guard error.code == .syntax,
      let start = UnclosedQuote(source: source).opening(before: min(error.offset, source.count))
    else { return error }
    let line = Place(of: error.offset, in: source).line
    return YAMLError(
      code: .syntax,
      message: "the quoted text that starts here does not end on its line, but is noticed only in line \(line)",
      offset: start)
  }

  /// Returns the start of the quoted text that causes the error, or nil if none does.
  ///
  /// Quoted text causes the error if it is never closed. Text that starts on an earlier line and reaches the line of
  /// the error, or goes beyond it, also does, provided that it is followed by text that cannot follow a value.
  private func opening(before error: Int) -> Int? {
    let errorLine = LineBreak.start(ofLineAt: error, in: source)
    var line = source.starts(with: ASCII.byteOrderMark) ? 3 : 0
    while line < errorLine {
      let end = LineBreak.end(ofLineAt: line, in: source)
      var next = end + max(1, LineBreak.length(at: end, in: source))
      if let quote = startOfQuote(inLineAt: line, until: end) {
        guard let close = endOfQuote(at: quote) else { return quote }
        if close > end {
          let closeEnd = LineBreak.end(ofLineAt: close, in: source)
          if error <= closeEnd, !mayEndValue(at: close, until: closeEnd) { return quote }
          next = closeEnd + max(1, LineBreak.length(at: closeEnd, in: source))
        }
      } else if startsBlock(inLineAt: line, until: end) {
        next = endOfBlock(below: line, from: next)
      }
      line = next
    }
    return nil
  }

  /// Returns the start of quoted text that is an item or the value of a key, or nil if the line has none.
  private func startOfQuote(inLineAt start: Int, until end: Int) -> Int? {
    var offset = skipBlanks(start)
    while offset + 1 < end, source[offset] == ASCII.dash, ASCII.isBlank(source[offset + 1]) {
      offset = skipBlanks(offset + 1)
    }
    if isQuote(offset, end) { return offset }
    while offset + 1 < end {
      if source[offset] == ASCII.hash { return nil }
      if source[offset] == ASCII.colon, ASCII.isBlank(source[offset + 1]) {
        let value = skipBlanks(offset + 1)
        return isQuote(value, end) ? value : nil
      }
      offset += 1
    }
    return nil
  }

  private func isQuote(_ offset: Int, _ end: Int) -> Bool {
    offset < end && (source[offset] == ASCII.doubleQuote || source[offset] == ASCII.singleQuote)
  }

  /// Returns whether quoted text may end at the offset, because nothing follows, or only a comment, a comma or a
  /// closing bracket.
  private func mayEndValue(at offset: Int, until end: Int) -> Bool {
    let next = skipBlanks(offset)
    return next >= end || [ASCII.hash, ASCII.comma, ASCII.closeBracket, ASCII.closeBrace].contains(source[next])
  }

  /// Returns the offset after the closing quotation mark, or nil if there is none.
  private func endOfQuote(at start: Int) -> Int? {
    let mark = source[start]
    var offset = start + 1
    while offset < source.count {
      if mark == ASCII.doubleQuote, source[offset] == ASCII.backslash {
        offset += 2
      } else if source[offset] != mark {
        offset += 1
      } else if mark == ASCII.singleQuote, offset + 1 < source.count, source[offset + 1] == mark {
        offset += 2
      } else {
        return offset + 1
      }
    }
    return nil
  }

  // MARK: - Block scalars, where quotation marks are text

  private func startsBlock(inLineAt start: Int, until end: Int) -> Bool {
    var offset = start
    while offset + 2 < end {
      let isIndicator = source[offset] == ASCII.colon || source[offset] == ASCII.dash
      if isIndicator, ASCII.isBlank(source[offset + 1]) {
        let value = skipBlanks(offset + 1)
        if value < end, source[value] == ASCII.pipe || source[value] == ASCII.greater { return true }
      }
      offset += 1
    }
    return false
  }

  /// Returns the start of the first line that is not indented further than the line that starts the block.
  private func endOfBlock(below start: Int, from first: Int) -> Int {
    let indent = skipBlanks(start) - start
    var line = first
    while line < source.count {
      let end = LineBreak.end(ofLineAt: line, in: source)
      let text = skipBlanks(line)
      if text < end, text - line <= indent { return line }
      line = end + max(1, LineBreak.length(at: end, in: source))
    }
    return line
  }

  private func skipBlanks(_ offset: Int) -> Int {
    var offset = offset
    while offset < source.count, ASCII.isBlank(source[offset]) {
      offset += 1
    }
    return offset
  }
}
