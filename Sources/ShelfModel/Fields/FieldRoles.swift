/// The meaning of a field, beyond its type.
///
/// Code that needs a field for its meaning asks the schema for its role, never for its key, and so works for every
/// kind. At most one field of a kind has a given role, except for `suggests`, `usuallyOne`, `confidential`, `shown` and
/// `unsearched`.
package struct FieldRoles: OptionSet, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The name of the record, as shown to the user.
  package static let title = FieldRoles(rawValue: 1 << 0)
  /// The state of the record. The field's `states` map its values to phases.
  package static let state = FieldRoles(rawValue: 1 << 1)
  /// The date when the record entered the `during` phase.
  package static let started = FieldRoles(rawValue: 1 << 2)
  /// The date when the record entered the `done` phase. Records in other phases do not have this date.
  package static let finished = FieldRoles(rawValue: 1 << 3)
  /// The creation date, which shelf sets.
  package static let created = FieldRoles(rawValue: 1 << 4)
  /// The time of the last change, which shelf updates with every change.
  package static let changed = FieldRoles(rawValue: 1 << 5)
  /// The record that this one belongs to. New files are placed in a folder named after it, and a record without an
  /// owner is an orphan.
  package static let owner = FieldRoles(rawValue: 1 << 6)
  /// Completion suggests the values that other records have in the field.
  package static let suggests = FieldRoles(rawValue: 1 << 7)
  /// The language of the title, which determines the articles that are ignored when titles are sorted.
  package static let language = FieldRoles(rawValue: 1 << 8)
  package static let rating = FieldRoles(rawValue: 1 << 9)
  /// The author.
  package static let creator = FieldRoles(rawValue: 1 << 10)
  /// The number of pages.
  package static let extent = FieldRoles(rawValue: 1 << 11)
  package static let priority = FieldRoles(rawValue: 1 << 12)
  /// A list of text values that usually contains only one. If it contains only one, a merge treats a new value on each
  /// side as a correction of the old value rather than as an addition.
  package static let usuallyOne = FieldRoles(rawValue: 1 << 13)
  /// The ISBN of the edition.
  package static let isbn = FieldRoles(rawValue: 1 << 14)
  /// Past intervals between `started` and `finished`.
  package static let earlier = FieldRoles(rawValue: 1 << 15)
  /// The user's reading progress: a page or a percentage.
  package static let progress = FieldRoles(rawValue: 1 << 16)
  /// The sources of the record's data: identifiers whose parts are separated by colons, such as `goodreads:234225`.
  package static let origin = FieldRoles(rawValue: 1 << 18)
  /// The series that the record belongs to, each with the record's position in it.
  package static let series = FieldRoles(rawValue: 1 << 19)
  /// The field is for the library's owner only. No published page, no export for other programs and no commit message
  /// contains it.
  package static let confidential = FieldRoles(rawValue: 1 << 20)
  package static let owned = FieldRoles(rawValue: 1 << 21)
  /// The person who has borrowed the user's copy.
  package static let holder = FieldRoles(rawValue: 1 << 22)
  /// The person or library that owns the borrowed copy.
  package static let lender = FieldRoles(rawValue: 1 << 23)
  package static let lentOn = FieldRoles(rawValue: 1 << 25)
  /// The date when a copy is due back, which can be in the future.
  package static let due = FieldRoles(rawValue: 1 << 26)
  /// Past loans.
  package static let loans = FieldRoles(rawValue: 1 << 27)
  /// The reading log: the user's progress by date.
  package static let log = FieldRoles(rawValue: 1 << 28)
  /// The person who recommended the record.
  package static let recommender = FieldRoles(rawValue: 1 << 29)
  /// A page number as printed. Roman numerals are sorted before other pages.
  package static let page = FieldRoles(rawValue: 1 << 24)
  /// Published pages can show the field, unless the library hides it. A field without this role is never published.
  package static let shown = FieldRoles(rawValue: 1 << 30)
  /// Whether published pages can show the record.
  package static let visibility = FieldRoles(rawValue: 1 << 31)
  /// The people other than the author who contributed to the book, each with a role.
  package static let contributors = FieldRoles(rawValue: 1 << 32)
  /// The field contains numbers, dates or ids. The words of a query are not searched for in the field, unless a term of
  /// the query names its key.
  package static let unsearched = FieldRoles(rawValue: 1 << 33)
  /// The date when the record entered the `abandoned` phase. Records in other phases do not have this date.
  package static let givenUp = FieldRoles(rawValue: 1 << 34)
  /// The number of times that the book was read, if its dates do not show all of them.
  package static let timesRead = FieldRoles(rawValue: 1 << 35)
  /// The length of an audiobook.
  package static let playingTime = FieldRoles(rawValue: 1 << 36)
  /// The title in the original language, which connects the translations of a book.
  package static let originalTitle = FieldRoles(rawValue: 1 << 37)
  /// The number of copies, which is one if the field has no value.
  package static let copies = FieldRoles(rawValue: 1 << 38)
  /// The number of the copy that the person in the `holder` field has.
  package static let lentCopy = FieldRoles(rawValue: 1 << 39)
}

/// The meaning of the values of a field that has the `state` role.
package struct FieldStates: Sendable {
  /// A state: its value in files, and the verb for entering it, which is the first word of a commit's subject.
  package struct State: Sendable {
    package let value: String
    package let verb: String
  }

  package let before: State
  /// The value that marks an item as wanted, or nil if there is none. The wanted state comes before all others.
  package let wanted: String?
  /// The state in progress, or nil if there is none.
  package let during: State?
  /// The state of an item that was started and then put aside for a while, or nil if there is none.
  package let paused: State?
  package let done: State
  /// The state of an item that was started and then given up, or nil if there is none.
  package let abandoned: State?

  package init(
    before: (value: String, verb: String), during: (value: String, verb: String)? = nil,
    paused: (value: String, verb: String)? = nil, done: (value: String, verb: String),
    abandoned: (value: String, verb: String)? = nil, wanted: String? = nil
  ) {
    self.wanted = wanted
    self.before = State(value: before.value, verb: before.verb)
    self.during = during.map { State(value: $0.value, verb: $0.verb) }
    self.paused = paused.map { State(value: $0.value, verb: $0.verb) }
    self.done = State(value: done.value, verb: done.verb)
    self.abandoned = abandoned.map { State(value: $0.value, verb: $0.verb) }
  }

  /// The kind-independent meaning of a state.
  package enum Phase: CaseIterable, Sendable {
    case before, during, paused, done, abandoned
  }

  package subscript(phase: Phase) -> State? {
    switch phase {
    case .before: before
    case .during: during
    case .paused: paused
    case .done: done
    case .abandoned: abandoned
    }
  }

  /// All states except `wanted`, in order.
  package var all: [State] { Phase.allCases.compactMap { self[$0] } }

  /// Returns the phase that a value represents, or nil for `wanted` and unknown values.
  package func phase(of value: String?) -> Phase? { Phase.allCases.first { self[$0]?.value == value && value != nil } }
}
