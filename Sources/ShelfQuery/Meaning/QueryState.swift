import ShelfModel

/// A state that `is:` asks for.
struct QueryState: Sendable {
  enum Meaning: Sendable {
    /// A field has this number.
    case value(Field, Int)
    /// A reference leads to a record.
    case resolves(Field)
    /// It is what a series goes on with.
    case next
    /// The user has a copy of it, by what this field says or is assumed to say.
    case owned(Field)
    /// The field is there.
    case present(Field)
    /// It is lent or borrowed, and was to be back before today.
    case overdue
    /// The record's kind alone.
    case kind
  }

  let name: String
  let meaning: Meaning
  /// Whether the state is the negation of the meaning.
  var isDenied = false

  /// Returns the states of a kind: its choices, its booleans, and those that do not depend on a field.
  static func all(of kind: Kind, _ schema: Schema) -> [QueryState] {
    var states: [QueryState] = []
    if let state = schema.field(.state, of: kind), state.type == .boolean {
      let done = state.doneValue == .boolean(true) ? 1 : 0
      states.append(QueryState(name: "open", meaning: .value(state, done), isDenied: true))
      states.append(QueryState(name: "closed", meaning: .value(state, done)))
    }
    if let owner = schema.field(.owner, of: kind) {
      states.append(QueryState(name: "orphan", meaning: .resolves(owner), isDenied: true))
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
    // A library's own states go before these.
    if let holder = schema.field(.holder, of: kind) {
      states.append(QueryState(name: "lent", meaning: .present(holder)))
    }
    if let lender = schema.field(.lender, of: kind) {
      states.append(QueryState(name: "borrowed", meaning: .present(lender)))
    }
    if schema.field(.due, of: kind) != nil { states.append(QueryState(name: "overdue", meaning: .overdue)) }
    return states + [QueryState(name: kind.singular, meaning: .kind)]
  }
}

extension Kind {
  /// Returns the kind with this name, singular or plural.
  static func named(_ name: String) -> Kind? {
    let name = name.lowercased()
    return allCases.first { $0.singular == name || $0.plural == name }
  }
}
