import ShelfWording

/// The help topic `shelf help keys`, generated from the table of actions.
package enum KeysHelp {
  package static let topic = HelpTopic(
    name: "keys", summary: "the keys of `shelf browse`",
    introduction: """
      In the browser, ? shows the keys as they are currently bound.

      You can also use the mouse: click to select, double-click to open, scroll with the wheel, and drag the edge between \
      two panes.
      """,
    sections: Action.Group.allCases.map { group in
      HelpTopic.Section(
        title: group.rawValue,
        examples: Action.allCases.filter { $0.group == group }.map { action in
          let keys = action.keys.compactMap { KeyName.key($0) }.map(KeyName.shown)
          return HelpTopic.Example(query: keys.joined(separator: " "), meaning: "\(action.help) (\(action.rawValue))")
        }, text: "")
    } + [
      HelpTopic.Section(
        title: "Other keys", examples: [],
        text: """
          The word in parentheses is the name of the action. To bind other keys to an action, use the setting keys: \
          `shelf config set keys.quit Q,ctrl-q`.

          Write a key as the character it types, or as a name such as space, enter, tab, esc, up, pageup, ctrl-x, alt-x \
          or f1. A key that you bind to one action is removed from all others.
          """)
    ])
}
