import ShelfModel

/// A state that `is:` tests for.
struct QueryState: Sendable {
  enum Meaning: Sendable {
    /// The value of a field has this ordinal.
    case value(Field, Int)
    /// A reference points to an existing record, or the field is deliberately empty.
    case resolves(Field)
    /// The record is the next book to read in its series.
    case next
    /// The user owns a copy, according to this field or by assumption.
    case owned(Field)
    /// The field has a value.
    case present(Field)
    /// The record is lent or borrowed, and was due before today.
    case overdue
    /// The record was due before today and is not done.
    case late(due: Field, state: Field)
    /// The record is of the kind that the state is named after.
    case kind
  }

  let name: String
  let meaning: Meaning
  /// Whether the meaning is negated.
  var isNegated = false

  /// Returns the states of a kind: the possible values of its choice fields, its Boolean fields, and some computed
  /// states.
  static func all(of kind: Kind, _ schema: Schema) -> [QueryState] {
    var states: [QueryState] = []
    if let state = schema.field(.state, of: kind), state.type == .boolean {
      let done = state.doneValue == .boolean(true) ? 1 : 0
      states.append(QueryState(name: "open", meaning: .value(state, done), isNegated: true))
      states.append(QueryState(name: "closed", meaning: .value(state, done)))
    }
    if let owner = schema.field(.owner, of: kind) {
      states.append(QueryState(name: "orphan", meaning: .resolves(owner), isNegated: true))
    }
    if schema.field(.series, of: kind) != nil { states.append(QueryState(name: "next", meaning: .next)) }
    for field in schema.fields(of: kind) {
      switch field.type {
      case .choice(let words):
        states += words.enumerated().map { QueryState(name: $1, meaning: .value(field, $0)) }
      case .boolean where field.has(.owned): states.append(QueryState(name: field.key, meaning: .owned(field)))
      case .boolean: states.append(QueryState(name: field.key, meaning: .value(field, 1)))
      default: break
      }
    }
    // The following states come last, so that a custom field with the same name takes precedence.
    if let holder = schema.field(.holder, of: kind) {
      states.append(QueryState(name: "lent", meaning: .present(holder)))
    }
    if let lender = schema.field(.lender, of: kind) {
      states.append(QueryState(name: "borrowed", meaning: .present(lender)))
    }
    if let due = schema.field(.due, of: kind) {
      if schema.field(.holder, of: kind) != nil || schema.field(.lender, of: kind) != nil {
        states.append(QueryState(name: "overdue", meaning: .overdue))
      } else if let state = schema.field(.state, of: kind) {
        states.append(QueryState(name: "overdue", meaning: .late(due: due, state: state)))
      }
    }
    return states + [QueryState(name: kind.singular, meaning: .kind)]
  }
}

extension Kind {
  /// Returns the kind with this singular or plural name, or nil if there is none.
  static func named(_ name: String) -> Kind? {
    let name = name.lowercased()
    return allCases.first { $0.singular == name || $0.plural == name }
  }
}
