import ShelfModel

extension LoanEntry {
  /// What a loan has in common with itself before it was renewed or ended: the person, the first day, and the number of
  /// the copy.
  package struct Identity: Hashable, Sendable {
    package let person: String
    package let since: CalendarDate?
    package let isBorrowed: Bool
    /// The number in a form that is the same for all ways to write it, or nil if it is unknown.
    package var copy: String?
  }

  package var identity: Identity {
    Identity(person: person, since: since, isBorrowed: isBorrowed, copy: copy.map(CopyNumbers.key))
  }

  /// Returns whether this is known to be the loan of the copy with a number.
  package func isOf(copy number: String) -> Bool { copy.map { CopyNumbers.areSame($0, number) } ?? false }

  /// Returns whether two loans are of the same copy, or nil if that is unknown.
  package func hasSameCopy(as other: LoanEntry) -> Bool? { copy == nil ? nil : other.copy.map { isOf(copy: $0) } }
}
