/// Turns text into a comment, which is always one line.
package enum CommentText {
  /// Returns the text in the form in which it is written in a comment: on one line, and empty if there are no visible
  /// characters.
  package static func line(_ text: String) -> String { String(decoding: oneLine(text), as: UTF8.self) }

  /// Returns the text in a form that a comment can contain. Each run of line breaks, control characters and characters
  /// that YAML does not allow becomes one space, and leading and trailing blanks are removed.
  static func oneLine(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    for scalar in text.unicodeScalars {
      let character = Array(String(scalar).utf8)
      if scalar == "\t" || !ScalarStyle.mustEscape(character, at: 0) {
        result += character
      } else if let last = result.last, last != ASCII.space {
        result.append(ASCII.space)
      }
    }
    let start = result.firstIndex { !ASCII.isBlank($0) } ?? result.count
    let end = result.lastIndex { !ASCII.isBlank($0) } ?? start - 1
    return Array(result[start..<end + 1])
  }

  /// Appends the result of `written`.
  static func append(_ text: String?, to bytes: inout [UInt8]) {
    guard let text, !text.isEmpty else { return }
    let start = bytes.count
    bytes.append(contentsOf: " # ".utf8)
    if text.utf8.first != ASCII.space, text.utf8.last != ASCII.space, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
      bytes.append(contentsOf: text.utf8)
    } else {
      bytes.replaceSubrange(start..., with: written(text))
    }
  }

  /// Returns the comment with ` # ` before it, or an empty array if the comment is nil or has no text.
  static func written(_ text: String?) -> [UInt8] {
    let line = text.map(oneLine) ?? []
    return line.isEmpty ? [] : Array(" # ".utf8) + line
  }
}
