import ShelfForms
import ShelfTerminal
import ShelfText

/// The help page for keys, generated from the key map.
enum HelpPage {
  /// The column at which the descriptions start.
  private static let margin = 22

  static func lines(_ keys: KeyMap, width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    for group in Action.Group.allCases {
      if !lines.isEmpty { lines.append(StyledText()) }
      lines.append(StyledText(group.rawValue, .bold))
      for (names, help) in rows(group, keys) {
        var line = StyledText("  ")
        line.append(names, Ink.focus)
        if width < 60 {
          lines.append(line)
          lines += WordWrap.lines(help, width: max(8, width - 8)).map { StyledText("    " + $0) }
          continue
        }
        line.pad(to: margin)
        for (number, words) in WordWrap.lines(help, width: max(8, width - margin - 5)).enumerated() {
          let start = number == 0 ? line : StyledText(String(repeating: " ", count: margin))
          lines.append(start + StyledText(" " + words))
        }
      }
    }
    let remarks = [
      (
        "Forms",
        [
          "Enter saves a field; in a long text, it starts a new line, and Ctrl-S saves. Esc cancels.",
          "Space ticks. Letters narrow a list, or a menu whose items have no keys.",
          "In a page, / searches, and n and N go to the next and previous match. Ctrl-L always redraws the screen.",
          "Ctrl-O opens a text in your editor. In a date, t is today, + and - move by a day.",
        ]
      ),
      (
        "Mouse",
        [
          "Click to select, or to edit a field; double-click to open; scroll with the wheel.",
          "Drag the edge between two panes to move it.",
        ]
      ),
    ]
    for (heading, texts) in remarks {
      lines += [StyledText(), StyledText(heading, .bold)]
      for text in texts { lines += WordWrap.lines(text, width: max(8, width - 6)).map { StyledText("  " + $0) } }
    }
    lines.append(StyledText())
    let setting = "To bind other keys, use the setting “keys”: `shelf config set keys.quit Q`."
    return lines + WordWrap.lines(setting, width: max(8, width - 4)).map { StyledText($0, .dim) }
  }

  private static func rows(_ group: Action.Group, _ keys: KeyMap) -> [(String, String)] {
    let ratings: [Action] = [.rate1, .rate2, .rate3, .rate4, .rate5, .rate0]
    return Action.allCases.filter { $0.group == group }.compactMap { action in
      if action == .rate0 {
        let names = ratings.flatMap { keys.names(of: $0) }
        return names.isEmpty ? nil : (names.joined(separator: " "), "rate with that many stars")
      }
      if ratings.contains(action) { return nil }
      let names = keys.names(of: action)
      // An action without a key is also listed, because the settings can bind a key to it.
      return (names.isEmpty ? "no key" : names.joined(separator: " "), action.help)
    }
  }
}
