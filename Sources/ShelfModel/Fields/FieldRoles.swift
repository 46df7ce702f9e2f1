/// What a field means to the records of its kind, beyond its type.
///
/// Code that needs a field for its meaning asks for its role, never for its key, so it works for every kind. At most one
/// field of a kind has each of these, except for `suggests`, `usuallyOne`, `confidential` and `shown`.
package struct FieldRoles: OptionSet, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// It names the record to a person.
  package static let title = FieldRoles(rawValue: 1 << 0)
  /// The state of the record; the field's `states` say which of its values means what.
  package static let state = FieldRoles(rawValue: 1 << 1)
  /// The day on which the record entered the state in the middle.
  package static let began = FieldRoles(rawValue: 1 << 2)
  /// The day on which the record entered the last state; records in other states have none.
  package static let ended = FieldRoles(rawValue: 1 << 3)
  /// When the record was created; the program sets it then.
  package static let made = FieldRoles(rawValue: 1 << 4)
  /// When the record was last changed; the program sets it at every change.
  package static let changed = FieldRoles(rawValue: 1 << 5)
  /// The record that this one belongs to; a new file goes into a folder named after that one's. Without it, the record is
  /// an orphan.
  package static let owner = FieldRoles(rawValue: 1 << 6)
  /// Completion suggests the values of other records.
  package static let suggests = FieldRoles(rawValue: 1 << 7)
  /// The language of the title, which is sorted without its article.
  package static let language = FieldRoles(rawValue: 1 << 8)
  /// The rating, in stars.
  package static let rating = FieldRoles(rawValue: 1 << 9)
  /// The author.
  package static let maker = FieldRoles(rawValue: 1 << 10)
  /// The number of pages.
  package static let extent = FieldRoles(rawValue: 1 << 11)
  /// The priority.
  package static let priority = FieldRoles(rawValue: 1 << 12)
  /// A list of texts that is usually one text; while it is, a merge takes two new texts for two corrections of it.
  package static let usuallyOne = FieldRoles(rawValue: 1 << 13)
  /// The number of the edition, an ISBN.
  package static let isbn = FieldRoles(rawValue: 1 << 14)
  /// The stretches of time between `began` and `ended` that are over.
  package static let earlier = FieldRoles(rawValue: 1 << 15)
  /// How far a reader is, as a page or a percentage.
  package static let progress = FieldRoles(rawValue: 1 << 16)
  /// Where the record came from: names with colons between their parts, such as goodreads:234225.
  package static let origin = FieldRoles(rawValue: 1 << 18)
  /// Series, each with the place in it.
  package static let series = FieldRoles(rawValue: 1 << 19)
  /// It stays with the owner of the library: no page shows it, and no export for other programs, nor the message of a
  /// commit, holds it.
  package static let confidential = FieldRoles(rawValue: 1 << 20)
  /// Whether the owner of the library has a copy.
  package static let owned = FieldRoles(rawValue: 1 << 21)
  /// Who has the owner's copy now.
  package static let holder = FieldRoles(rawValue: 1 << 22)
  /// Whose copy it is that is here.
  package static let lender = FieldRoles(rawValue: 1 << 23)
  /// The day on which a copy was lent or borrowed.
  package static let lentOn = FieldRoles(rawValue: 1 << 25)
  /// The day by which it is to be back, which may come yet.
  package static let due = FieldRoles(rawValue: 1 << 26)
  /// Loans that are over.
  package static let loans = FieldRoles(rawValue: 1 << 27)
  /// How far readings were, day by day.
  package static let log = FieldRoles(rawValue: 1 << 28)
  /// Who said that it is worth having.
  package static let recommender = FieldRoles(rawValue: 1 << 29)
  /// A page as printed: roman numbers come before the others.
  package static let page = FieldRoles(rawValue: 1 << 24)
  /// Published pages may show it, unless the library hides it. What does not have this role is never published.
  package static let shown = FieldRoles(rawValue: 1 << 30)
  /// Whether published pages may show the record.
  package static let visibility = FieldRoles(rawValue: 1 << 31)
  /// Who made it beside the author, each with the role.
  package static let contributors = FieldRoles(rawValue: 1 << 32)
}

/// The meaning of the values of a field with the role `state`.
package struct FieldStates: Sendable {
  /// A state: its value in the file, and the verb for entering it in the subject of a commit.
  package struct State: Sendable {
    package let value: String
    package let verb: String
  }

  package let before: State
  /// The value of what someone wants to have, which is before all of them; nil if there is none.
  package let sought: String?
  /// The state in the middle; nil if there are only two.
  package let during: State?
  package let done: State
  /// The state of what was begun and will not be done; nil if there is none.
  package let abandoned: State?

  package init(
    before: (value: String, verb: String), during: (value: String, verb: String)? = nil,
    done: (value: String, verb: String), abandoned: (value: String, verb: String)? = nil, sought: String? = nil
  ) {
    self.sought = sought
    self.before = State(value: before.value, verb: before.verb)
    self.during = during.map { State(value: $0.value, verb: $0.verb) }
    self.done = State(value: done.value, verb: done.verb)
    self.abandoned = abandoned.map { State(value: $0.value, verb: $0.verb) }
  }

  /// A state, whatever its kind calls it.
  package enum Phase: Sendable {
    case before, during, done, abandoned
  }

  package subscript(phase: Phase) -> State? {
    switch phase {
    case .before: before
    case .during: during
    case .done: done
    case .abandoned: abandoned
    }
  }

  /// All of them, in their order.
  package var all: [State] { [before] + [during].compactMap { $0 } + [done] + [abandoned].compactMap { $0 } }
}
