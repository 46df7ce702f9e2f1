/// Multiline plain and quoted scalars.
extension Document {
  /// Returns a multiline rendering of a scalar that replaces a multiline plain or quoted scalar. Unchanged lines keep
  /// their layout.
  ///
  /// Returns nil if the old scalar is not such a scalar, or if the new text cannot be written in this way.
  func lines(of scalar: Scalar, at node: Int) -> Rendering? {
    let old = nodes[node]
    guard old.kind == .scalar, [.plain, .singleQuoted, .doubleQuoted].contains(old.style), !scalar.isNull else {
      return nil
    }
    let quote: [UInt8] =
      switch old.style {
      case .singleQuoted: [ASCII.singleQuote]
      case .doubleQuoted: [ASCII.doubleQuote]
      default: []
      }
    let content = bytes[old.content].dropFirst(quote.count).dropLast(quote.count)
    guard let next = content.firstIndex(of: ASCII.lineFeed) else { return nil }
    let raw = content.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).map { line in
      Array(
        line.drop(while: ASCII.isBlank).reversed().drop { ASCII.isBlank($0) || $0 == ASCII.carriageReturn }.reversed())
    }
    // A trailing backslash escapes the line break.
    if raw.contains(where: { $0.last == ASCII.backslash }) { return nil }
    var paragraphs: [[UInt8]] = []
    for text in Array(scalar.text.utf8).split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).map(
      Array.init)
    {
      switch old.style {
      case .singleQuoted:
        if ScalarStyle.needsEscapes(text) { return nil }
        paragraphs.append(Array(ScalarWriter.singleQuoted(text).dropFirst().dropLast()))
      case .doubleQuoted: paragraphs.append(Array(ScalarWriter.doubleQuoted(text).dropFirst().dropLast()))
      default:
        if !text.isEmpty, !ScalarStyle.isPlain(text, inFlow: isInFlow(node)) { return nil }
        paragraphs.append(text)
      }
    }
    // Blanks and line breaks at either end would be lost in parsing.
    guard let first = paragraphs.first?.first, let last = paragraphs.last?.last, !ASCII.isBlank(first),
      !ASCII.isBlank(last), paragraphs.count > 1 || !ScalarStyle.looksTyped(paragraphs[0]) || !quote.isEmpty
    else { return nil }
    let lines = FoldedText(raw).lines(of: paragraphs)
    // Empty lines do not show the indentation.
    let rest = bytes[next..<old.content.upperBound].split(separator: ASCII.lineFeed)
    let margin = (rest.first { !$0.allSatisfy { ASCII.isBlank($0) || $0 == ASCII.carriageReturn } } ?? []).prefix(
      while: ASCII.isBlank)
    let lineBreak = lineBreak(near: next + 1)
    var text = quote + lines[0]
    for line in lines.dropFirst() { text += lineBreak + (line.isEmpty ? [] : margin + line) }
    return Rendering(inline: text + quote)
  }
}
