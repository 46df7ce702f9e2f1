extension PersonName {
  /// Separators such as commas that do not separate names because they are in parentheses, and the characters that
  /// replace them while text is split.
  private static let shields: [(separator: Character, shield: Character)] = [
    (",", "\u{1A}"), (";", "\u{1B}"), ("|", "\u{1C}"), ("&", "\u{1D}"), ("/", "\u{1E}"), ("，", "\u{1}"), ("、", "\u{2}"),
  ]

  static func shielded(_ text: String) -> String {
    guard text.contains(where: { "(（".contains($0) }) else { return text }
    var depth = 0
    return String(
      text.map { character in
        if "(（".contains(character) { depth += 1 }
        if ")）".contains(character), depth > 0 { depth -= 1 }
        return depth == 0 ? character : shields.first { $0.separator == character }?.shield ?? character
      })
  }

  static func unshielded(_ text: String) -> String {
    guard text.contains(where: { "(（".contains($0) }) else { return text }
    return String(text.map { character in shields.first { $0.shield == character }?.separator ?? character })
  }
}
