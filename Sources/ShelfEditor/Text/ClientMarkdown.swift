import ShelfText

/// Markdown for a client (CommonMark 0.31), or plain text if the client does not support it.
///
/// Text from records is always escaped, so that it cannot create a link, load an image or contain HTML.
struct ClientMarkdown: Sendable {
  /// Whether the client supports Markdown.
  let isRich: Bool

  /// Returns the text on one line, with all markup escaped and with line breaks and control characters replaced with
  /// spaces.
  func line(_ text: String) -> String {
    let line = VisibleText.line(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    return isRich ? escaped(line) : line
  }

  /// Returns multiline text with all markup escaped.
  func lines(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      let line = VisibleText.line(String(line))
      // Four leading spaces would start a code block. Markdown ignores fewer spaces, so removing them is harmless.
      return isRich ? escaped(String(line.drop { $0 == " " || $0 == "\t" })) : line
    }
    return lines.joined(separator: isRich ? "  \n" : "\n")
  }

  func bold(_ text: String) -> String { isRich ? "**\(line(text))**" : line(text) }

  func weak(_ text: String) -> String { isRich ? "*\(line(text))*" : line(text) }

  /// Returns a heading. The text must be a single line.
  func heading(_ text: String) -> String { isRich ? "### \(line(text))" : line(text) }

  private func escaped(_ text: String) -> String {
    var escaped = ""
    var isStart = true
    for character in text.unicodeScalars {
      if ClientMarkdown.isMarkup(
        character, isStart: isStart, isAfterNumber: !escaped.isEmpty && escaped.allSatisfy(\.isNumber))
      {
        escaped += "\\"
      }
      escaped.unicodeScalars.append(character)
      if character != " " { isStart = false }
    }
    return escaped
  }

  private static func isMarkup(_ character: Unicode.Scalar, isStart: Bool, isAfterNumber: Bool) -> Bool {
    switch character {
    case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "!", "|", "~", "#", "$": true
    // At the start of a line, these characters mark a list, a heading or a rule.
    case "-", "+", "=": isStart
    case ".", ")": isAfterNumber
    // Prevents `http://` from becoming a link.
    case ":": !isStart
    default: false
    }
  }

  /// The name of the format in `MarkupContent`.
  var kind: String { isRich ? "markdown" : "plaintext" }
}
