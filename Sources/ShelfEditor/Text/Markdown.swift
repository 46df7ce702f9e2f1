import ShelfText

/// Text for a client that shows Markdown (CommonMark 0.31): whatever a record holds is text there, so that it makes no
/// link, loads no image and shows no HTML.
struct Markdown: Sendable {
  /// Whether the client shows Markdown; plain text otherwise.
  let isRich: Bool

  /// Returns a text in which nothing is markup; line ends and control characters become spaces.
  func line(_ text: String) -> String {
    let line = VisibleText.line(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    return isRich ? escaped(line) : line
  }

  /// Returns a text of several lines, in each of which nothing is markup.
  func lines(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      let line = VisibleText.line(String(line))
      // Four spaces at the start would be code, and more would be lost.
      return isRich ? escaped(String(line.drop { $0 == " " || $0 == "\t" })) : line
    }
    return lines.joined(separator: isRich ? "  \n" : "\n")
  }

  func bold(_ text: String) -> String { isRich ? "**\(line(text))**" : line(text) }

  func weak(_ text: String) -> String { isRich ? "*\(line(text))*" : line(text) }

  /// Returns a title; `text` is one line.
  func heading(_ text: String) -> String { isRich ? "### \(line(text))" : line(text) }

  private func escaped(_ text: String) -> String {
    var escaped = ""
    var isStart = true
    for character in text.unicodeScalars {
      if Markdown.isMarkup(
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
    // A list, a heading or a rule.
    case "-", "+", "=": isStart
    case ".", ")": isAfterNumber
    // `http://` would become a link.
    case ":": !isStart
    default: false
    }
  }

  /// What `MarkupContent` calls it.
  var kind: String { isRich ? "markdown" : "plaintext" }
}
