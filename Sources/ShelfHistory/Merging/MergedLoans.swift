import ShelfModel
import ShelfStore

/// The loans of both sides of a merge, compared with the loans of the common base.
///
/// A loan is identified by its person, its first day, and the number of its copy. If a side corrects one of these,
/// it is still the same loan. If a person borrowed several copies without numbers on one day, the loans are equal, and
/// only their number can be merged.
struct MergedLoans {
  /// The versions of one loan, or of several loans that are merged together.
  struct Group {
    var ours: [LoanEntry]
    var base: [LoanEntry]
    var theirs: [LoanEntry]
  }

  /// The loans that are the same on both sides, or that only one side changed.
  private(set) var loans: [LoanEntry] = []
  /// The loans that each side changed differently, and new loans that cannot all be kept.
  private(set) var disputes: [Group] = []
  /// For each side, the loans that a user corrected by hand, with the uncorrected loans in the base.
  private let corrected: (ours: [LoanEntry: LoanEntry], theirs: [LoanEntry: LoanEntry])

  /// - Parameter copies: the number of copies that can be lent.
  init(ours: [LoanEntry], base: [LoanEntry], theirs: [LoanEntry], copies: Int) {
    let sides = Group(ours: ours, base: base, theirs: theirs)
    corrected = (MergedLoans.corrections(of: base, in: ours), MergedLoans.corrections(of: base, in: theirs))
    for group in sides.split(by: { $0.onAnyCopy }, corrected) {
      // A copy without a number may come back with one. Only a number that is currently lent identifies a loan.
      let lent = Set((group.ours + group.base + group.theirs).filter(\.isCurrent).map(\.identity.copy))
      for same in group.split(by: { lent.contains($0.copy) ? $0 : $0.onAnyCopy }, corrected) { add(same) }
    }
    disputeNewLoans(sides, copies: copies)
  }

  /// Finds the current loans of the base that a side contains only in a corrected form: with the same copy but another
  /// person or day, or with a number that was unknown.
  private static func corrections(of base: [LoanEntry], in side: [LoanEntry]) -> [LoanEntry: LoanEntry] {
    func missing(_ loans: [LoanEntry], _ others: [LoanEntry]) -> [(loan: LoanEntry, identity: LoanEntry.Identity)] {
      let known = Set(others.map(\.identity))
      return loans.map { ($0, $0.identity) }.filter { !known.contains($0.1) }
    }
    let (gone, new) = (missing(base, side).filter(\.loan.isCurrent), missing(side, base))
    func isVersion(_ loan: LoanEntry.Identity, of old: LoanEntry.Identity) -> Bool {
      let (isSamePerson, isSameDay) = (loan.person == old.person, loan.since == old.since)
      if loan.isBorrowed != old.isBorrowed { return false }
      if loan.copy == old.copy { return isSamePerson || isSameDay }
      return isSamePerson && isSameDay && (loan.copy == nil || old.copy == nil)
    }
    var result: [LoanEntry: LoanEntry] = [:]
    for old in gone {
      let versions = new.filter { isVersion($0.identity, of: old.identity) }
      if versions.count == 1, gone.count(where: { isVersion(versions[0].identity, of: $0.identity) }) == 1 {
        result[versions[0].loan] = old.loan
      }
    }
    return result
  }

  /// Merges one loan, or several equal loans.
  private mutating func add(_ same: Group) {
    if same.ours.hasSameLoans(as: same.base) {
      loans += same.theirs
    } else if same.theirs.hasSameLoans(as: same.base) {
      loans += same.ours
    } else if max(same.ours.count, same.base.count, same.theirs.count) > 1 {
      loans += EqualLoans(same).loans
    } else if same.ours == same.theirs {
      loans += same.ours
    } else {
      guard let first = same.ours.first, let second = same.theirs.first else {
        // One side removed the loan without ending it, and the other side changed or ended it.
        let changed = same.ours + same.theirs
        if changed.contains(where: \.isCurrent) { disputes.append(same) } else { loans += changed }
        return
      }
      if !first.isCurrent, !second.isCurrent {
        // Both sides entered the same return. The copy was back on the earlier day.
        let isEarlier = second.returned.map { day in first.returned.map { day < $0 } ?? true } ?? false
        loans.append(isEarlier ? second : first)
      } else {
        disputes.append(same)
      }
    }
  }

  /// If both sides lent the same copy, or together more copies than there are, the user has to choose.
  private mutating func disputeNewLoans(_ sides: Group, copies: Int) {
    let (old, kept) = (Set(sides.base.map(\.identity)), Set(loans))
    func added(_ side: [LoanEntry], _ corrected: [LoanEntry: LoanEntry]) -> [LoanEntry] {
      side.filter { $0.isCurrent && corrected[$0] == nil && kept.contains($0) && !old.contains($0.identity) }
    }
    var (ours, theirs) = (added(sides.ours, corrected.ours), added(sides.theirs, corrected.theirs))
    // Both sides may have added the same loan, such as by importing the same list.
    ours.removeAll { loan in theirs.firstIndex(of: loan).map { theirs.remove(at: $0) } != nil }
    // The new loan of a disputed copy depends on the decision about the earlier loan.
    for place in disputes.indices {
      let numbers = disputes[place].numbers
      disputes[place].ours += take(from: &ours) { $0.identity.copy.map(numbers.contains) ?? false }
      disputes[place].theirs += take(from: &theirs) { $0.identity.copy.map(numbers.contains) ?? false }
    }
    for number in Set(ours.compactMap(\.identity.copy)).intersection(theirs.compactMap(\.identity.copy)).sorted() {
      let mine = take(from: &ours) { $0.identity.copy == number }
      disputes.append(Group(ours: mine, base: [], theirs: take(from: &theirs) { $0.identity.copy == number }))
    }
    func count(_ side: [LoanEntry]) -> Int { side.count { $0.isCurrent && !$0.isBorrowed } }
    guard count(sides.ours) <= copies, count(sides.theirs) <= copies else { return }
    var excess = count(loans) + disputes.reduce(0) { $0 + max(count($1.ours), count($1.theirs)) } - copies
    if disputes.isEmpty { excess = min(excess, ours.count, theirs.count) }
    guard excess > 0 else { return }
    let (mine, others) = (Array(ours.suffix(excess)), Array(theirs.suffix(excess)))
    for loan in mine + others { remove(loan) }
    if disputes.isEmpty {
      disputes = [Group(ours: mine, base: [], theirs: others)]
    } else {
      disputes[0].ours += mine
      disputes[0].theirs += others
    }
  }

  private mutating func remove(_ loan: LoanEntry) {
    if let place = loans.lastIndex(of: loan) { loans.remove(at: place) }
  }

  /// Removes the new loans of a side that match from the merged loans, and returns them.
  private mutating func take(from new: inout [LoanEntry], where matches: (LoanEntry) -> Bool) -> [LoanEntry] {
    let taken = new.filter(matches)
    new.removeAll(where: matches)
    for loan in taken { remove(loan) }
    return taken
  }
}

extension MergedLoans.Group {
  /// The numbers of the copies.
  fileprivate var numbers: Set<String> { Set((ours + base + theirs).compactMap(\.identity.copy)) }

  /// Returns the loans in groups with the same key, ordered by the first appearance of each key.
  ///
  /// - Parameter corrected: the loans of each side that count as a loan in the base.
  fileprivate func split(
    by key: (LoanEntry.Identity) -> LoanEntry.Identity,
    _ corrected: (ours: [LoanEntry: LoanEntry], theirs: [LoanEntry: LoanEntry])
  ) -> [MergedLoans.Group] {
    var groups: [MergedLoans.Group] = []
    var places: [LoanEntry.Identity: Int] = [:]
    func group(_ loan: LoanEntry) -> Int {
      let key = key(loan.identity)
      if let place = places[key] { return place }
      groups.append(MergedLoans.Group(ours: [], base: [], theirs: []))
      places[key] = groups.count - 1
      return groups.count - 1
    }
    for loan in base { groups[group(loan)].base.append(loan) }
    for loan in ours { groups[group(corrected.ours[loan] ?? loan)].ours.append(loan) }
    for loan in theirs { groups[group(corrected.theirs[loan] ?? loan)].theirs.append(loan) }
    return groups
  }
}

extension LoanEntry.Identity {
  fileprivate var onAnyCopy: LoanEntry.Identity {
    var identity = self
    identity.copy = nil
    return identity
  }
}

extension [LoanEntry] {
  fileprivate func hasSameLoans(as other: [LoanEntry]) -> Bool { count == other.count && less(other).isEmpty }

  /// Returns the loans that another list does not have. Of several equal loans, the result has as many as this list has
  /// more than the other list.
  fileprivate func less(_ other: [LoanEntry]) -> [LoanEntry] {
    var other = other
    return filter { loan in other.firstIndex(of: loan).map { other.remove(at: $0) } == nil }
  }
}

/// Equal loans after a merge.
///
/// Each loan that either side ended becomes a past loan. If both sides returned a copy on the same day, two loans have
/// ended, unless there was only one.
private struct EqualLoans {
  private(set) var loans: [LoanEntry] = []

  init(_ same: MergedLoans.Group) {
    let (sides, old) = ([same.ours, same.theirs], same.base)
    // The numbers of equal past loans that each side added.
    func added(_ loan: LoanEntry) -> [Int] {
      let known = old.count { $0 == loan }
      return sides.map { side in side.count { $0 == loan } - known }
    }
    var seen: Set<LoanEntry> = []
    let past = sides.joined().filter { !$0.isCurrent && seen.insert($0).inserted }
    let new = past.filter { loan in !added(loan).contains { $0 < 0 } }
    // One side removed such a loan, for example by undoing a return, and the other side may have added another one.
    for loan in past where added(loan).contains(where: { $0 < 0 }) {
      let numbers = added(loan)
      let change = numbers.allSatisfy { $0 < 0 } ? numbers.min() ?? 0 : numbers[0] + numbers[1]
      loans += Array(repeating: loan, count: max(0, old.count { $0 == loan } + change))
    }
    let left = sides.map { side in side.count { $0.isCurrent } }
    let before = old.count { $0.isCurrent }
    // If both sides returned the copy with the same number, only one loan has ended.
    let common = new.filter { $0.copy != nil }.reduce(0) { $0 + (added($1).min() ?? 0) }
    let isEnded = left.allSatisfy { $0 < before }
    let sum = left[0] + left[1] - before + (isEnded ? common : 0)
    let isLent = left.allSatisfy { $0 > before }
    // Both sides may have added the same loans, for example by importing the same list. So these are not added up.
    let current = isLent ? max(left[0], left[1]) : max(0, sum)
    // A renewed loan differs from the loan in the base.
    let changed = sides.flatMap { $0.less(old) }.filter(\.isCurrent)
    let kept = sides[0].less(sides[0].less(old)).filter(\.isCurrent)
    loans += Array((changed + kept + old.filter(\.isCurrent)).prefix(current))
    // The number of ended loans that have no past loan yet.
    var spare = max(0, before - current) - new.reduce(0) { $0 + (added($1).max() ?? 0) }
    for loan in new {
      let numbers = added(loan)
      let both = loan.copy == nil ? max(0, min(numbers.min() ?? 0, spare)) : 0
      spare -= both
      loans += Array(repeating: loan, count: old.count { $0 == loan } + (numbers.max() ?? 0) + both)
    }
  }
}
