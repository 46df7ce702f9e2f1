import ShelfModel
import ShelfQuery
import ShelfStore

extension Wording {
  /// Returns the state of a record that is lent or borrowed: “lent” if its own state is the initial one, and otherwise
  /// both states, as in “completed, lent”. Returns nil for any other record.
  package static func loanState(_ record: Record, _ schema: Schema) -> String? {
    guard let state = schema.field(.state, of: record.kind), let states = state.states else { return nil }
    let loans = Loan.all(of: record, schema)
    guard let first = loans.first else { return nil }
    let copies = Loan.copies(of: record, schema)
    let loan =
      first.isBorrowed ? "borrowed" : loans.count < copies ? "\(number(loans.count)) of \(number(copies)) lent" : "lent"
    guard let word = record.value(of: state)?.text ?? state.defaultText, word != states.before.value else {
      return loan
    }
    return "\(label(word)), \(loan)"
  }
}

/// The phrase for a loan that starts: `lent to Anna since 2026-03-02, due 2026-04-11`.
struct LoanBegun {
  /// The role of the field at whose position the phrase is placed.
  let role: FieldRoles
  let text: String

  init?(_ differences: [FieldDifference]) {
    func new(_ role: FieldRoles) -> FieldDifference? {
      differences.first { $0.field.has(role) && !$0.new.isEmpty }
    }
    if let role = [FieldRoles.lender, .holder].first(where: { new($0)?.old.isEmpty ?? false }),
      let person = new(role)?.new.joined(separator: ", ")
    {
      self.role = role
      text = Wording.loan(
        person, isBorrowed: role == .lender, since: new(.lentOn)?.new.first, due: new(.due)?.new.first)
    } else if let entries = ChangedLoans(differences), entries.removed.isEmpty, entries.added.count == 1,
      case .current(let since, let due) = entries.added[0].period
    {
      role = .loans
      text = Wording.loan(
        entries.added[0].person, isBorrowed: false, since: since?.description, due: due?.description)
    } else {
      return nil
    }
  }

  /// Returns whether the phrase covers a difference.
  ///
  /// For a borrowed record, it also covers `owned: false`, because a borrowed copy is obviously not the user's.
  func covers(_ difference: FieldDifference) -> Bool {
    if difference.field.has(.lentOn) || difference.field.has(.due) { return !difference.new.isEmpty }
    return role == .lender && difference.field.has(.owned) && difference.old.isEmpty && difference.new == ["false"]
  }
}

/// The phrase for a loan that ends: `back from Anna, lent 2026-03-02 to 2026-04-11`.
struct LoanEnded {
  /// The role of the field at whose position the phrase is placed.
  let role: FieldRoles
  let text: String
  /// Whether the loan fields now describe the loan of another copy.
  private let isReplaced: Bool

  init?(_ differences: [FieldDifference]) {
    guard let entries = ChangedLoans(differences), entries.added.count == 1, entries.removed.count < 2,
      case .past(let period) = entries.added[0].period
    else { return nil }
    let past = entries.added[0]
    let next = entries.removed.first
    let own: FieldRoles = past.isBorrowed ? .lender : .holder
    let person = differences.first { $0.field.has(own) }
    // There are three cases: the loan fields are cleared, the loan of another copy moves from the list into the fields,
    // or the loan that ended was itself in the list.
    guard next.map({ $0.isCurrent && $0.person == person?.new.first ?? past.person }) ?? (person?.new == []) else {
      return nil
    }
    role = person == nil ? .loans : own
    isReplaced = person != nil && next != nil
    let interval = Wording.interval(period)
    text =
      past.isBorrowed
      ? "returned to \(Wording.short(past.person)), borrowed \(interval)"
      : "back from \(Wording.short(past.person)), lent \(interval)"
  }

  func covers(_ difference: FieldDifference) -> Bool {
    difference.field.has(.loans)
      || (difference.new.isEmpty || isReplaced) && (difference.field.has(.lentOn) || difference.field.has(.due))
  }
}

/// The phrase for the new due date of a loan in the list of loans: `Ben: due on 2026-03-16 → 2026-04-11`.
enum RenewedLoan {
  /// Returns the phrase, or nil if the list changes in any other way.
  static func text(_ old: [String], _ new: [String]) -> String? {
    let (added, removed) = (DifferenceText.rest(of: new, without: old), DifferenceText.rest(of: old, without: new))
    guard added.count == 1, removed.count == 1, let renewed = LoanEntry(added[0]), let before = LoanEntry(removed[0]),
      case .current(let since, let due?) = renewed.period, case .current(since, let term) = before.period,
      renewed.person == before.person
    else { return nil }
    return "\(Wording.short(renewed.person)): due on " + (term.map { "\($0) → " } ?? "") + "\(due)"
  }
}

/// The entries that a change adds to the list of loans, and the entries that it removes.
private struct ChangedLoans {
  let added: [LoanEntry]
  let removed: [LoanEntry]

  /// Returns nil if the list does not change, or if an entry cannot be parsed.
  init?(_ differences: [FieldDifference]) {
    guard let list = differences.first(where: { $0.field.has(.loans) }) else { return nil }
    let (new, old) = (
      DifferenceText.rest(of: list.new, without: list.old), DifferenceText.rest(of: list.old, without: list.new)
    )
    (added, removed) = (new.compactMap { LoanEntry($0) }, old.compactMap { LoanEntry($0) })
    guard added.count == new.count, removed.count == old.count else { return nil }
  }
}
