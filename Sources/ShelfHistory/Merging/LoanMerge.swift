import ShelfModel
import ShelfStore
import YAMLEdit

/// The loans of a record with several copies, in a merge.
///
/// The fields of a loan describe one loan. If both sides lent a first copy, both loans can be kept: before the merge,
/// the loan in their version is moved from the fields to the list of loans. If one side ended the loan that the fields
/// describe, while the other side lent another copy, the loan of that copy is moved to the fields after the merge.
///
/// The list of loans is merged as a set, but a person who borrows several copies on one day has several equal entries.
/// So after the merge, equal entries are added or removed until their number is correct.
struct LoanMerge {
  private let holder: Field
  private let lentOn: Field
  private let due: Field
  private let copy: Field?
  private let loans: Field
  private let copies: Field
  private let limits: Limits

  /// The result is nil if the records have no loans or no copies.
  init?(_ fields: [Field], _ limits: Limits) {
    func field(_ role: FieldRoles) -> Field? { fields.first { $0.has(role) } }
    guard let holder = field(.holder), let lentOn = field(.lentOn), let due = field(.due), let loans = field(.loans),
      let copies = field(.copies)
    else { return nil }
    (self.holder, self.lentOn, self.due, self.loans, self.copies) = (holder, lentOn, due, loans, copies)
    copy = field(.lentCopy)
    self.limits = limits
  }

  /// Returns whether two loans are of the copy with the same number, or of copies without numbers.
  fileprivate static func haveSameCopy(_ one: LoanEntry, _ other: LoanEntry) -> Bool {
    one.copy.map(CopyNumbers.key) == other.copy.map(CopyNumbers.key)
  }

  /// Returns their version with its loan moved from the fields to the list, if both sides lent a first copy and there
  /// are enough copies. Otherwise, or if both sides lent the same copy, returns nil.
  func divided(ours: [UInt8], base: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    guard let first = Loans(ours, self), let middle = Loans(base, self), let second = Loans(theirs, self),
      let entry = second.own, let other = first.own, middle.own == nil,
      !LoanMerge.haveSameCopy(entry, other) || entry.copy == nil && entry.person != other.person
    else { return nil }
    let further = Set(first.further + second.further)
    guard further.count + 2 <= min(first.copies, second.copies) else { return nil }
    let edits = removingFields(from: second) + appending(entry, to: second)
    return try? second.document.applying(edits).bytes
  }

  /// Returns a version with the loan of another copy moved from the list to the fields, if the fields do not describe a
  /// loan. Returns nil if they describe one, or if the list contains no current loan.
  func promoted(_ bytes: [UInt8]) -> [UInt8]? {
    guard let version = Loans(bytes, self), version.own == nil, let entry = version.further.first,
      let loan = LoanEntry(entry), case .current(let since, let end) = loan.period
    else { return nil }
    var kept = version.entries.map { Scalar($0) }
    // Only one of several equal entries moves.
    if let place = version.entries.firstIndex(of: entry) { kept.remove(at: place) }
    let list = [Step.key(loans.key)]
    var edits: [Edit] = []
    var sibling = copies.key
    let values = [
      (holder, loan.person), (lentOn, since?.description), (due, end?.description), (copy, loan.copy),
    ]
    for (field, text) in values {
      guard let field, let text, version.document.node(at: [.key(field.key)]) == nil else { continue }
      edits.append(
        .insert(
          key: field.key, .scalar(Scalar(text, form: field.type == .text ? .text : .literal)), into: [], after: sibling)
      )
      sibling = field.key
    }
    edits.append(kept.isEmpty ? .remove(list) : .set(list, .list(kept)))
    return try? version.document.applying(edits).bytes
  }

  /// Returns whether a policy chose the borrower of one side. In that case, the loans of that side stay as they are.
  func isDecided(by settled: [RecordMerge.Settled]) -> Bool { settled.contains { $0.key == holder.key } }

  /// Returns the merged version with the correct number of each group of equal loans, or nil if nothing changes.
  ///
  /// Loans of copies without numbers are equal if the same person borrowed the copies on the same day. Each loan that
  /// either side ended becomes a past loan. If both sides returned a copy on the same day, two loans have ended, unless
  /// there was only one.
  func counted(_ bytes: [UInt8], ours: [UInt8], base: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    guard let first = Loans(ours, self), let second = Loans(theirs, self),
      !first.entries.isEmpty || !second.entries.isEmpty, let middle = Loans(base, self),
      let merged = Loans(bytes, self)
    else { return nil }
    let (one, old, other) = (first.all, middle.all, second.all)
    var list = merged.entries.map { (text: $0, loan: LoanEntry($0)) }
    var endsOwn = false
    var seen: Set<EqualLoans> = []
    for loan in old + one + other {
      guard let equal = EqualLoans(loan), seen.insert(equal).inserted else { continue }
      func isCurrent(_ loan: LoanEntry?) -> Bool { loan.map { equal.isCurrent($0) } ?? false }
      let count = LoanCount(of: equal, ours: one, base: old, theirs: other)
      for (past, number) in count.past {
        let missing = number - list.count { $0.loan == past }
        for _ in 0..<max(0, missing) { list.append((text: past.description, loan: past)) }
      }
      var excess = (isCurrent(merged.own) ? 1 : 0) + list.count { isCurrent($0.loan) } - count.current
      while excess > 0, let place = list.lastIndex(where: { isCurrent($0.loan) }) {
        list.remove(at: place)
        excess -= 1
      }
      if excess > 0 { endsOwn = true }
      if excess < 0 {
        // The further loans that either side added.
        var missing = first.further + second.further
        for entry in middle.further + list.map(\.text) {
          if let place = missing.firstIndex(of: entry) { missing.remove(at: place) }
        }
        let added = missing.map { (text: $0, loan: LoanEntry($0)) }.filter { isCurrent($0.loan) }
        list += added.prefix(-excess)
      }
    }
    let entries = list.map(\.text)
    if !endsOwn, entries == merged.entries { return nil }
    var edits: [Edit] = []
    let path = [Step.key(loans.key)]
    if entries != merged.entries {
      let value = Value.list(entries.map { Scalar($0) })
      if let node = merged.document.node(at: path) {
        // Items that are not text would be lost.
        if merged.document.nodes[node].kind == .sequence,
          merged.document.items(of: node).count != merged.entries.count
        {
          return nil
        }
        edits.append(entries.isEmpty ? .remove(path) : .set(path, value))
      } else {
        edits.append(.insert(key: loans.key, value, into: [], after: copies.key))
      }
    }
    if endsOwn { edits += removingFields(from: merged) }
    return try? merged.document.applying(edits).bytes
  }

  /// Returns the edits that remove the loan in the fields.
  private func removingFields(from version: Loans) -> [Edit] {
    [holder, lentOn, due, copy].compactMap(\.self).map { [Step.key($0.key)] }
      .filter { version.document.node(at: $0) != nil }.map { Edit.remove($0) }
  }

  private func appending(_ entry: LoanEntry, to version: Loans) -> [Edit] {
    let scalar = Scalar(entry.description)
    if version.document.node(at: [.key(loans.key)]) != nil { return [.append(scalar, to: [.key(loans.key)])] }
    return [.insert(key: loans.key, .list([scalar]), into: [], after: copies.key)]
  }

  /// The loans of one version.
  private struct Loans {
    let document: Document
    /// The loan that the fields describe, or nil if they describe none.
    let own: LoanEntry?
    let entries: [String]
    let copies: Int

    /// The result is nil if the version cannot be parsed.
    init?(_ bytes: [UInt8], _ fields: LoanMerge) {
      guard let document = try? Document(bytes, limits: fields.limits), !document.usesProperties else { return nil }
      self.document = document
      func texts(_ field: Field) -> [String] {
        guard let node = document.node(at: [.key(field.key)]) else { return [] }
        return (document.nodes[node].kind == .sequence ? document.items(of: node) : [node])
          .compactMap { document.text(of: $0) }.filter { !$0.isEmpty }
      }
      func day(_ field: Field) -> CalendarDate? { texts(field).first.flatMap { CalendarDate($0) } }
      own = texts(fields.holder).first.map { person in
        LoanEntry(
          .current(since: day(fields.lentOn), due: day(fields.due)), person, isBorrowed: false,
          copy: fields.copy.flatMap { texts($0).first })
      }
      entries = texts(fields.loans)
      copies = texts(fields.copies).first.flatMap { Int($0) } ?? 1
    }

    /// The list entries for further copies that are currently on loan.
    var further: [String] { entries.filter { LoanEntry($0)?.isCurrent ?? false } }

    var all: [LoanEntry] { [own].compactMap(\.self) + entries.compactMap { LoanEntry($0) } }
  }
}

/// The loans of one person that began on the same day.
private struct EqualLoans: Hashable {
  private let person: String
  private let since: CalendarDate?

  /// The result is nil if the copy was borrowed.
  init?(_ loan: LoanEntry) {
    if loan.isBorrowed { return nil }
    (person, since) = (loan.person, loan.since)
  }

  /// Returns whether a loan is one of these, is current, and has no number.
  func isCurrent(_ loan: LoanEntry) -> Bool { loan.isCurrent && loan.copy == nil && EqualLoans(loan) == self }
}

/// The numbers of equal loans after a merge.
private struct LoanCount {
  /// The number of current loans of copies without numbers.
  let current: Int
  private(set) var past: [(loan: LoanEntry, count: Int)] = []

  init(of equal: EqualLoans, ours: [LoanEntry], base: [LoanEntry], theirs: [LoanEntry]) {
    let sides = [ours, theirs].map { side in side.filter { EqualLoans($0) == equal } }
    let old = base.filter { EqualLoans($0) == equal }
    // The numbers of equal past loans that each side added.
    func added(_ loan: LoanEntry) -> [Int] {
      let known = old.count { $0 == loan }
      return sides.map { side in side.count { $0 == loan } - known }
    }
    var seen: Set<LoanEntry> = []
    // A loan that was current and had a number in the base is not counted, because its number identifies it.
    let new = sides.joined().filter { loan in
      !loan.isCurrent && seen.insert(loan).inserted && !added(loan).contains { $0 < 0 }
        && !old.contains { $0.isCurrent && $0.copy != nil && LoanMerge.haveSameCopy($0, loan) }
    }
    let left = sides.map { side in side.count { equal.isCurrent($0) } }
    let before = old.count { equal.isCurrent($0) }
    // If both sides returned the copy with the same number, only one loan has ended.
    let common = new.filter { $0.copy != nil }.reduce(0) { $0 + (added($1).min() ?? 0) }
    let isEnded = left.allSatisfy { $0 < before }
    let sum = left[0] + left[1] - before + (isEnded ? common : 0)
    let isLent = left.allSatisfy { $0 > before }
    // Both sides may have added the same loans, for example by importing the same list. So these are not added up.
    current = isLent ? max(left[0], left[1]) : max(0, sum)
    // The number of ended loans for which there is no past loan yet.
    var spare = max(0, before - current) - new.reduce(0) { $0 + (added($1).max() ?? 0) }
    for loan in new {
      let numbers = added(loan)
      let both = loan.copy == nil ? max(0, min(numbers.min() ?? 0, spare)) : 0
      spare -= both
      past.append((loan, old.count { $0 == loan } + (numbers.max() ?? 0) + both))
    }
  }
}
