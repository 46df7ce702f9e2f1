import ShelfTerminal

/// The key bindings of actions.
package struct KeyMap: Sendable {
  private var actions: [Key: Action] = [:]
  /// The keys of each action, in order.
  private var keys: [Action: [Key]] = [:]

  /// The reason why a key cannot be bound.
  package enum Problem: Error, Hashable, Sendable {
    case unknownAction(String)
    case unknownKey(String)
  }

  /// Creates the default bindings, with the user's own keys for some actions. A key that is bound to one action is
  /// removed from all others.
  ///
  /// A key given to one action is taken from all others.
  package init(_ own: [String: [String]] = [:]) throws(Problem) {
    var bound: [Action: [Key]] = [:]
    for action in Action.allCases { bound[action] = action.keys.compactMap { KeyName.key($0) } }
    var mine: [Action: [Key]] = [:]
    for (name, texts) in own.sorted(by: { $0.key < $1.key }) {
      guard let action = Action(rawValue: name) else { throw .unknownAction(name) }
      var keys: [Key] = []
      for text in texts {
        guard let key = KeyName.key(text) else { throw .unknownKey(text) }
        keys.append(key)
      }
      mine[action] = keys
    }
    let taken = Set(mine.values.flatMap { $0 })
    for action in Action.allCases {
      keys[action] = mine[action] ?? bound[action, default: []].filter { !taken.contains($0) }
      for key in keys[action, default: []] where actions[key] == nil { actions[key] = action }
    }
    // If the settings bind a key to two actions, it belongs to the first one.
    for action in Action.allCases { keys[action]?.removeAll { actions[$0] != action } }
  }

  package func action(_ key: Key) -> Action? { actions[key] }

  /// Returns the displayed form of the first key of an action, or nil if the action has no key.
  package func name(of action: Action) -> String? { keys[action]?.first.map(KeyName.shown) }

  /// Returns the displayed forms of all keys of an action.
  package func names(of action: Action) -> [String] { keys[action, default: []].map(KeyName.shown) }
}
