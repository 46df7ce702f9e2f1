import ShelfTerminal

/// The names of keys, as settings write them: `j`, `space`, `ctrl-d`, `alt-x`, `pagedown`, `f1`.
package enum KeyName {
  private static let names: [(name: String, key: Key, shown: String)] = [
    ("up", .up, "↑"), ("down", .down, "↓"), ("left", .left, "←"), ("right", .right, "→"), ("home", .home, "Home"),
    ("end", .end, "End"), ("pageup", .pageUp, "PgUp"), ("pagedown", .pageDown, "PgDn"), ("enter", .enter, "Enter"),
    ("esc", .escape, "Esc"), ("tab", .tab, "Tab"), ("shift-tab", .backTab, "Shift-Tab"), ("space", .text(" "), "Space"),
    ("backspace", .backspace, "Backspace"), ("delete", .delete, "Delete"),
  ]

  /// Returns the key of a name; nil if there is none.
  package static func key(_ name: String) -> Key? {
    if name.count == 1 { return name == " " ? nil : .text(name) }
    let lower = name.lowercased()
    if let known = names.first(where: { $0.name == lower }) { return known.key }
    // In raw mode these never reach the panes, or mean something else.
    if lower.hasPrefix("ctrl-"), lower.count == 6, let letter = lower.last, letter.isASCII, letter.isLetter,
      !"ijmcz".contains(letter)
    {
      return .control(letter)
    }
    if lower.hasPrefix("alt-"), name.count == 5, let letter = name.last { return .alt(letter) }
    if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), (1...12).contains(number) { return .function(number) }
    return nil
  }

  /// Returns a key as it is shown.
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
