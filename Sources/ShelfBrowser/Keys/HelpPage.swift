import ShelfTerminal
import ShelfText
import ShelfWidgets

/// The page of keys, made from the table that binds them.
enum HelpPage {
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
        line.pad(to: 22)
        line.append(" " + help)
        lines.append(line)
      }
    }
    lines += [
      StyledText(), StyledText("Mouse", .bold),
      StyledText("  A click chooses, on a field it edits; a double click opens, the wheel scrolls."),
      StyledText("  Drag the edge between two panes to move it."), StyledText(),
      StyledText("The setting “keys” binds others: `shelf config set keys.quit Q`.", .dim),
    ]
    return lines
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
      // What another action has taken the keys of can still be bound.
      return (names.isEmpty ? "no key" : names.joined(separator: " "), action.help)
    }
  }
}
