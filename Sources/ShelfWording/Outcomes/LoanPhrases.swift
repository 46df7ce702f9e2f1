import ShelfModel
import ShelfQuery
import ShelfStore

extension Wording {
  /// Returns the state of a record that is lent or borrowed: “lent” if its own state is the initial one, and otherwise
  /// both states, as in “completed, lent”. Returns “not owned” for a record in its initial state that was given away,
  /// and nil for any other record.
  package static func loanState(_ record: Record, _ schema: Schema) -> String? {
    guard let state = schema.field(.state, of: record.kind), let states = state.states else { return nil }
    let loans = Loan.all(of: record, schema)
    guard let first = loans.first else { return Loan.isOffShelf(record, schema) ? "not owned" : nil }
    let copies = Loan.copies(of: record, schema)
    let loan =
      first.isBorrowed ? "borrowed" : loans.count < copies ? "\(number(loans.count)) of \(number(copies)) lent" : "lent"
    guard let word = record.value(of: state)?.text ?? state.defaultText, word != states.before.value else {
      return loan
    }
    return "\(label(word)), \(loan)"
  }
}

/// The phrase for loans that start together: `lent to Anna and Ben since 2026-03-02, due 2026-04-11`.
struct LoanBegun {
  /// The role of the field at whose position the phrase is placed.
  let role: FieldRoles
  let text: String
  /// The number of loans.
  let count: Int

  init?(_ differences: [FieldDifference]) {
    func new(_ role: FieldRoles) -> FieldDifference? {
      differences.first { $0.field.has(role) && !$0.new.isEmpty }
    }
    let entries = ChangedLoans(differences)
    if let entries, !entries.removed.isEmpty || entries.added.contains(where: { !$0.isCurrent }) { return nil }
    let listed = entries?.added ?? []
    let own = [FieldRoles.lender, .holder].first { new($0)?.old.isEmpty ?? false }
    let dates = [FieldRoles.lentOn, .due].map { new($0)?.new.first.flatMap { CalendarDate($0) } }
    let first = own == nil ? listed.first?.period : .current(since: dates[0], due: dates[1])
    guard case .current(let since, let due)? = first, listed.allSatisfy({ $0.period == first }) else { return nil }
    let people = (own.flatMap { new($0)?.new.joined(separator: ", ") }.map { [$0] } ?? []) + listed.map(\.person)
    let copies = (own == nil ? [] : [new(.lentCopy)?.new.first]) + listed.map(\.copy)
    role = own ?? .loans
    count = people.count
    let named = Wording.copies(copies)
    text =
      named
      + Wording.loan(
        Wording.people(people, isCounted: named.isEmpty), isBorrowed: own == .lender, since: since?.description,
        due: due?.description)
  }

  /// Returns whether the phrase covers a difference.
  ///
  /// For a borrowed record, it also covers a new value of `owned`, which records only what was assumed before.
  func covers(_ difference: FieldDifference) -> Bool {
    if difference.field.has(.loans) { return true }
    if !difference.field.roles.isDisjoint(with: [.lentOn, .due, .lentCopy]) { return !difference.new.isEmpty }
    return role == .lender && difference.field.has(.owned) && difference.old.isEmpty
  }
}

/// The phrase for loans that end together: `back from Anna, lent 2026-03-02 to 2026-04-11`.
struct LoanEnded {
  /// The role of the field at whose position the phrase is placed.
  let role: FieldRoles
  let text: String
  /// The people to whom the copies were lent.
  private let borrowers: [String]
  /// Whether the loan fields now describe the loan of another copy.
  private let isReplaced: Bool

  init?(_ differences: [FieldDifference]) {
    guard let entries = ChangedLoans(differences), let past = entries.added.first,
      entries.removed.allSatisfy(\.isCurrent), entries.added.allSatisfy({ $0.isBorrowed == past.isBorrowed })
    else { return nil }
    let intervals = entries.added.compactMap { entry in
      if case .past(let interval) = entry.period { interval } else { nil }
    }
    let own: FieldRoles = past.isBorrowed ? .lender : .holder
    let person = differences.first { $0.field.has(own) }
    let isCleared = person.map { !$0.old.isEmpty && $0.new.isEmpty } ?? false
    // Each loan that ended was in the list, or in the loan fields. Those are cleared, or filled with a loan from the
    // list.
    guard intervals.count == entries.added.count, entries.removed.count + (isCleared ? 1 : 0) == intervals.count else {
      return nil
    }
    role = person == nil ? .loans : own
    borrowers = past.isBorrowed ? [] : entries.added.map(\.person)
    isReplaced = !isCleared
    let interval = Set(intervals).count == 1 ? Wording.interval(intervals[0]) : nil
    let named = Wording.copies(entries.added.map(\.copy))
    // The numbers of copies that the change removes, because the copies are lost, for example.
    let removed = differences.filter { CopyNumberName.matches($0.field.key) }.flatMap {
      DifferenceText.rest(
        of: CopyNumbers.numbers(in: $0.old, of: $0.field), without: CopyNumbers.numbers(in: $0.new, of: $0.field))
    }
    let isRemoved = entries.added.allSatisfy { loan in
      removed.contains { number in loan.copy.map { CopyNumbers.areSame($0, number) } ?? false }
    }
    text =
      named + (past.isBorrowed ? "returned to " : isRemoved ? "removed while with " : "back from ")
      + Wording.people(entries.added.map(\.person), isCounted: named.isEmpty)
      + (interval.map { ", \(past.isBorrowed ? "borrowed" : "lent") \($0)" } ?? "")
  }

  /// Returns a phrase for the copies that the same people still have: `8 more are with Anna`. Returns nil if there are
  /// none.
  ///
  /// - Parameter people: the person for each copy that was lent before the change.
  func rest(of people: [String]) -> String? {
    let left = DifferenceText.rest(of: people, without: borrowers).filter { borrowers.contains($0) }
    if left.isEmpty { return nil }
    return "\(Wording.number(left.count)) more \(left.count == 1 ? "is" : "are") with "
      + Wording.people(left, isCounted: false)
  }

  func covers(_ difference: FieldDifference) -> Bool {
    difference.field.has(.loans)
      || (difference.new.isEmpty || isReplaced)
        && !difference.field.roles.isDisjoint(with: [.lentOn, .due, .lentCopy])
  }
}

extension Wording {
  /// Returns people, with the number of copies for each who has several: `Anna (2 copies) and Ben`.
  ///
  /// - Parameter isCounted: whether to count the copies even if there is only one person.
  static func people(_ people: [String], isCounted: Bool) -> String {
    var counts: [(name: String, count: Int)] = []
    for name in people {
      if let index = counts.firstIndex(where: { $0.name == name }) {
        counts[index].count += 1
      } else {
        counts.append((name, 1))
      }
    }
    let isCounted = isCounted || counts.count > 1
    return list(counts.map { short($0.name) + ($0.count > 1 && isCounted ? " (\(number($0.count)) copies)" : "") })
  }
}

/// The phrase for the new due date of a loan in the list of loans: `Ben: due on 2026-03-16 → 2026-04-11`.
enum RenewedLoan {
  /// Returns the phrase, or nil if the list changes in any other way.
  static func text(_ old: [String], _ new: [String]) -> String? {
    let (added, removed) = (DifferenceText.rest(of: new, without: old), DifferenceText.rest(of: old, without: new))
    guard added.count == 1, removed.count == 1, let renewed = LoanEntry(added[0]), let before = LoanEntry(removed[0]),
      case .current(let since, let due?) = renewed.period, case .current(since, let term) = before.period,
      renewed.person == before.person, renewed.copy == before.copy
    else { return nil }
    return "\(Wording.copies([renewed.copy]))\(Wording.short(renewed.person)): due on "
      + (term.map { "\($0) → " } ?? "") + "\(due)"
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
