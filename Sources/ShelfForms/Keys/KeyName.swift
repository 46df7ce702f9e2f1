import ShelfTerminal

/// The names of keys in settings: `j`, `space`, `ctrl-d`, `alt-x`, `pagedown`, `f1`.
package enum KeyName {
  private static let names: [(name: String, key: Key, shown: String)] = [
    ("up", .up, "↑"), ("down", .down, "↓"), ("left", .left, "←"), ("right", .right, "→"), ("home", .home, "Home"),
    ("end", .end, "End"), ("pageup", .pageUp, "PgUp"), ("pagedown", .pageDown, "PgDn"), ("enter", .enter, "Enter"),
    ("esc", .escape, "Esc"), ("tab", .tab, "Tab"), ("shift-tab", .backTab, "Shift-Tab"), ("space", .text(" "), "Space"),
    ("backspace", .backspace, "Backspace"), ("delete", .delete, "Delete"),
  ]

  /// Returns the key with a name, or nil if there is no such key.
  package static func key(_ name: String) -> Key? {
    if name.count == 1 { return name == " " ? nil : .text(name) }
    let lower = name.lowercased()
    if let known = names.first(where: { $0.name == lower }) { return known.key }
    // Terminals send Ctrl-I, Ctrl-J and Ctrl-M for Tab and Enter, and Ctrl-C and Ctrl-Z have a fixed meaning.
    if lower.hasPrefix("ctrl-"), lower.count == 6, let letter = lower.last, letter.isASCII, letter.isLetter,
      !"ijmcz".contains(letter)
    {
      return .control(letter)
    }
    if lower.hasPrefix("alt-"), name.count == 5, let letter = name.last { return .alt(letter) }
    if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), (1...12).contains(number) { return .function(number) }
    return nil
  }

  /// Returns the displayed form of a key.
  package static func shown(_ key: Key) -> String {
    if let known = names.first(where: { $0.key == key }) { return known.shown }
    return switch key {
    case .text(let text): text
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .alt(let letter): "Alt-\(letter)"
    case .function(let number): "F\(number)"
    default: ""
    }
  }
}
