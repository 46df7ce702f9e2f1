import ShelfWording

/// The help topic `shelf help keys`, generated from the table of actions.
package enum KeysHelp {
  package static let topic = HelpTopic(
    name: "keys", summary: "the keys of `shelf browse`",
    introduction: """
      In the browser itself, ? shows the keys as they are bound. The mouse does what one expects: a click chooses, a \
      double click opens, the wheel scrolls, and the edge between two panes can be dragged.
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
          The word in parentheses is what the setting keys calls it: `shelf config set keys.quit Q,ctrl-q` binds others. \
          Keys are written as they are typed, or space, enter, tab, esc, up, pageup, ctrl-x, alt-x, f1 and the like; what \
          is bound to one thing is taken from all others.
          """)
    ])
}
