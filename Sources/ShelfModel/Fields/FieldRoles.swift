/// What a field means beyond its type: what it is to the records of its kind.
///
/// Whoever needs a field for what it means asks for its role, never for its key, so that it serves every kind. At most one
/// field of a kind has each of these, but `suggests`.
package struct FieldRoles: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// It names the record to a person.
  package static let title = FieldRoles(rawValue: 1 << 0)
  /// It says how far the record is; its `states` say which of its values means what.
  package static let state = FieldRoles(rawValue: 1 << 1)
  /// The day on which the state in the middle was entered.
  package static let began = FieldRoles(rawValue: 1 << 2)
  /// The day on which the last state was entered: what is done has one, and nothing else has.
  package static let ended = FieldRoles(rawValue: 1 << 3)
  /// When the record was made; the program writes it then.
  package static let made = FieldRoles(rawValue: 1 << 4)
  /// When the record was last changed; the program writes it at every change.
  package static let changed = FieldRoles(rawValue: 1 << 5)
  /// The record that this one belongs to: its file's folder is named after that one's, and without one it is an orphan.
  package static let owner = FieldRoles(rawValue: 1 << 6)
  /// Completion offers what other records have here.
  package static let suggests = FieldRoles(rawValue: 1 << 7)
  /// The language of the title, whose articles do not count where titles are sorted.
  package static let language = FieldRoles(rawValue: 1 << 8)
  /// What somebody thinks of it, in stars.
  package static let rating = FieldRoles(rawValue: 1 << 9)
  /// Who made what the record stands for.
  package static let maker = FieldRoles(rawValue: 1 << 10)
  /// How much of it there is to read.
  package static let extent = FieldRoles(rawValue: 1 << 11)
  /// How much it matters.
  package static let priority = FieldRoles(rawValue: 1 << 12)
}

/// What the values of a field with the role of the state mean.
package struct FieldStates: Sendable {
  /// A state: how the file has it, and how a history calls entering it.
  package struct State: Sendable {
    package let value: String
    package let verb: String
  }

  package let before: State
  /// The state in the middle; nil where things are done or not.
  package let during: State?
  package let done: State

  package init(
    before: (value: String, verb: String), during: (value: String, verb: String)? = nil,
    done: (value: String, verb: String)
  ) {
    self.before = State(value: before.value, verb: before.verb)
    self.during = during.map { State(value: $0.value, verb: $0.verb) }
    self.done = State(value: done.value, verb: done.verb)
  }

  /// How far a record is, whatever its kind calls that.
  package enum Phase: Sendable {
    case before, during, done
  }

  package subscript(phase: Phase) -> State? {
    switch phase {
    case .before: before
    case .during: during
    case .done: done
    }
  }

  /// All of them, in their order.
  package var all: [State] { [before] + [during].compactMap { $0 } + [done] }
}
