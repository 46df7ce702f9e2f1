/// Writes text as scalars for one position in a document.
///
/// `renderings` returns the ways to write text in order of preference: a block scalar, if the position allows one and
/// the text is multiline; then one line, without quotes if every parser reads it back unchanged; and finally double
/// quotes, which can represent any text. A scalar that replaces another scalar keeps that scalar's style if possible.
/// `append` does the same for new documents, with a fast path for simple text.
struct ScalarWriter {
  /// Whether the position is inside brackets or braces.
  var isInFlow = false
  /// The layout for block scalars, or nil if this position does not allow them.
  var block: BlockLayout?
  /// The style of the scalar to replace, or nil for a new scalar.
  var replacing: Node.Style?
  /// The quotes for text that must be quoted, unless it replaces a quoted scalar.
  var quotes = WritingStyle.Quotes.double

  /// Returns the ways to write the scalar, best first. The last one uses double quotes, which can represent any text.
  func renderings(of scalar: Scalar) -> [Rendering] {
    if scalar.isNull { return [Rendering(inline: [ASCII.tilde])] }
    let text = Array(scalar.text.utf8)
    let quoted = Rendering(inline: Self.doubleQuoted(text))
    var renderings: [Rendering] = []
    if let block, wantsBlock(text) {
      renderings += BlockWriter(layout: block).renderings(of: text)
    }
    let inline = Rendering(inline: onOneLine(text, form: scalar.form))
    return renderings + (inline == quoted ? [quoted] : [inline, quoted])
  }

  func best(of scalar: Scalar) -> Rendering {
    if scalar.isNull { return Rendering(inline: [ASCII.tilde]) }
    let text = Array(scalar.text.utf8)
    if let block, wantsBlock(text), let best = BlockWriter(layout: block).renderings(of: text).first { return best }
    return Rendering(inline: onOneLine(text, form: scalar.form))
  }

  /// Appends the scalar, written in the best way, with its comment and the lines below it.
  func append(_ scalar: Scalar, to bytes: inout [UInt8]) {
    var text = scalar.text
    let isSimple =
      !isInFlow && replacing == nil && (scalar.form != .quoted || quotes == .double)
      && text.withUTF8 { text in
        guard ScalarStyle.isSimple(text, form: scalar.form) else { return false }
        if scalar.form == .quoted { bytes.append(ASCII.doubleQuote) }
        bytes.append(contentsOf: text)
        if scalar.form == .quoted { bytes.append(ASCII.doubleQuote) }
        return true
      }
    let rendering = isSimple ? Rendering(inline: []) : best(of: scalar)
    bytes += rendering.inline
    CommentText.append(scalar.comment, to: &bytes)
    if !rendering.lines.isEmpty { bytes += rendering.below([ASCII.lineFeed]) }
  }

  /// Returns whether a block scalar is the best way to write a text, because the text is multiline or replaces a block
  /// scalar.
  private func wantsBlock(_ text: [UInt8]) -> Bool {
    let isBlock = replacing == .literal || replacing == .folded
    return (isBlock || text.contains(ASCII.lineFeed)) && ScalarStyle.canBeBlock(text)
  }

  private func onOneLine(_ text: [UInt8], form: Scalar.Form) -> [UInt8] {
    if ScalarStyle.needsEscapes(text) || replacing == .doubleQuoted {
      return Self.doubleQuoted(text)
    }
    if replacing == .singleQuoted {
      return Self.singleQuoted(text)
    }
    if form != .quoted, ScalarStyle.isPlain(text, inFlow: isInFlow), form == .literal || !ScalarStyle.looksTyped(text) {
      return text
    }
    let isBetterSingle = text.contains(ASCII.doubleQuote) || text.contains(ASCII.backslash)
    let isSingle =
      switch quotes {
      case .single: isBetterSingle || !text.contains(ASCII.singleQuote)
      case .double: isBetterSingle && form != .quoted
      }
    return isSingle ? Self.singleQuoted(text) : Self.doubleQuoted(text)
  }

  /// Returns the text in single quotes. The text must not contain characters that must be escaped.
  static func singleQuoted(_ text: [UInt8]) -> [UInt8] {
    var result = [ASCII.singleQuote]
    for byte in text {
      result.append(byte)
      if byte == ASCII.singleQuote {
        result.append(byte)
      }
    }
    return result + [ASCII.singleQuote]
  }

  /// Returns the text in double quotes, on one line.
  static func doubleQuoted(_ text: [UInt8]) -> [UInt8] {
    if text.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != ASCII.doubleQuote && $0 != ASCII.backslash }) {
      return [ASCII.doubleQuote] + text + [ASCII.doubleQuote]
    }
    var result = [ASCII.doubleQuote]
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar.value >= 0x20, scalar.value < 0x7F, scalar != "\"", scalar != "\\" {
        result.append(UInt8(truncatingIfNeeded: scalar.value))
        continue
      }
      let character = Array(String(scalar).utf8)
      if let escape = escapes[scalar] {
        result += [ASCII.backslash, escape]
      } else if ScalarStyle.mustEscape(character, at: 0) {
        result += numericEscape(scalar.value)
      } else {
        result += character
      }
    }
    return result + [ASCII.doubleQuote]
  }

  private static let escapes: [Unicode.Scalar: UInt8] = [
    "\"": ASCII.doubleQuote, "\\": ASCII.backslash, "\0": UInt8(ascii: "0"), "\u{7}": UInt8(ascii: "a"),
    "\u{8}": UInt8(ascii: "b"), "\t": UInt8(ascii: "t"), "\n": UInt8(ascii: "n"), "\u{B}": UInt8(ascii: "v"),
    "\u{C}": UInt8(ascii: "f"), "\r": UInt8(ascii: "r"), "\u{1B}": UInt8(ascii: "e"), "\u{85}": UInt8(ascii: "N"),
    "\u{2028}": UInt8(ascii: "L"), "\u{2029}": UInt8(ascii: "P"),
  ]

  private static func numericEscape(_ value: UInt32) -> [UInt8] {
    let (letter, digits) = value <= 0xFF ? ("x", 2) : ("u", 4)
    let number = String(value, radix: 16, uppercase: true)
    return Array("\\\(letter)\(String(repeating: "0", count: digits - number.count))\(number)".utf8)
  }
}
