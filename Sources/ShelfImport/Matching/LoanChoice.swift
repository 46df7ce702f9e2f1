import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// Merges the loans in the rows of a list with the loans of their book.
///
/// Each row describes the loan of one copy, so equal rows are separate loans. A row is paired with a loan of the same
/// person that began on the same day. If only one of the two states the class of a pupil after the name, the person is
/// the same, and the class is added only with `--update`. If there is no such loan, the row adds one, unless the user
/// has removed it since the last import.
///
/// A current loan needs a free copy. If its copy or all copies are lent, the row may replace another current loan,
/// which becomes a past loan that ended on an unknown day. The row may replace a loan from the last import that is no
/// longer in the list. With `--update`, it may replace any loan that is not in the list. If the row has the number of a
/// copy, it may only replace a loan of this copy, or a loan whose copy is unknown, if the person is the same or the
/// book has only one copy. A row that can replace no loan is a conflict, and is not imported.
struct LoanChoice {
  private(set) var ours: BookLoans
  /// The rows that conflict with the loans in the library.
  private(set) var refused: [LoanEntry] = []
  /// The rows that are equal to other loans, and for which there is no copy.
  private(set) var surplus: [LoanEntry] = []

  /// - Parameters:
  ///   - base: the loans at the last import of the file.
  ///   - others: the loans in other files of the format.
  ///   - copies: the number of copies that can be lent.
  ///   - isOld: whether the file is outdated, so that its rows only add loans.
  ///   - updates: whether the rows win conflicts.
  init(
    _ ours: BookLoans, base: [LoanEntry], others: [LoanEntry], theirs: [LoanEntry], copies: Int, isOld: Bool,
    updates: Bool
  ) {
    self.ours = ours
    var known = base + others
    var unpaired = Array(ours.entries.indices)
    var rows: [LoanEntry] = []
    func forget(_ row: LoanEntry) {
      if let place = known.firstIndex(of: row) ?? known.firstIndex(where: { LoanChoice.isSame(row, $0) }) {
        known.remove(at: place)
      }
    }
    for row in theirs {
      if let place = unpaired.firstIndex(where: { ours.entries[$0] == row }) {
        unpaired.remove(at: place)
        forget(row)
      } else {
        rows.append(row)
      }
    }
    var added: [LoanEntry] = []
    for row in rows {
      defer { forget(row) }
      guard let place = unpaired.firstIndex(where: { LoanChoice.isSame(row, ours.entries[$0]) }) else {
        if !known.contains(where: { LoanChoice.isSame(row, $0) }) { added.append(row) }
        continue
      }
      let index = unpaired.remove(at: place)
      let loan = ours.entries[index]
      // The user has changed the loan since the last import, or the copy has been returned.
      if isOld || known.contains(row) && !updates || !loan.isCurrent && row.isCurrent { continue }
      var merged = LoanChoice.merged(row, loan)
      if updates, LoanChoice.isName(loan.person, startOf: row.person) { merged.person = row.person }
      if merged == loan { continue }
      if updates || known.contains(loan) || loan.isCurrent && !row.isCurrent || LoanChoice.fills(row, loan) {
        self.ours.entries[index] = merged
      } else {
        refused.append(row)
      }
    }
    var replaceable = unpaired.filter { index in
      let loan = ours.entries[index]
      let hasNoRow = base.contains(loan) && !theirs.contains { LoanChoice.isSame($0, loan) }
      return loan.isCurrent && !isOld && (updates || hasNoRow)
    }
    for row in added {
      // The copy is lent to another person, or all copies are lent.
      let place = self.ours.entries.firstIndex { $0.isCurrent && row.hasSameCopy(as: $0) ?? false }
      if row.isCurrent, place != nil || self.ours.current.count >= copies {
        let old = replaceable.firstIndex { index in
          let loan = self.ours.entries[index]
          return place.map { $0 == index }
            ?? (row.hasSameCopy(as: loan) == nil
              && (row.copy == nil || copies == 1 || Likeness.name(row.person) == Likeness.name(loan.person)))
        }
        guard let old else {
          let isKnown = self.ours.entries.contains { LoanChoice.isSame(row, $0) }
          if isKnown { surplus.append(row) } else { refused.append(row) }
          continue
        }
        end(replaceable.remove(at: old))
      }
      self.ours.entries.append(row)
    }
    self.ours.entries.removeAll { $0.person.isEmpty }
  }

  /// Makes a current loan a past one that ended on an unknown day.
  private mutating func end(_ index: Int) {
    // Without any day, there is nothing to keep.
    if let past = ours.entries[index].ended(on: nil) {
      ours.entries[index] = past
    } else {
      ours.entries[index].person = ""
    }
  }

  /// Returns whether a row describes a loan: that of the same person, which began on the same day. One of two current
  /// loans may lack the day, and either may lack the number of the copy.
  private static func isSame(_ row: LoanEntry, _ loan: LoanEntry) -> Bool {
    if row == loan { return true }
    let isSamePerson = Likeness.name(row.person) == Likeness.name(loan.person)
    guard !loan.isBorrowed, row.hasSameCopy(as: loan) ?? true,
      isSamePerson || isName(row.person, startOf: loan.person) || isName(loan.person, startOf: row.person)
    else { return false }
    guard let first = row.since, let second = loan.since else { return isSamePerson && loan.isCurrent }
    return first.description.hasPrefix(second.description) || second.description.hasPrefix(first.description)
  }

  /// Returns whether another name consists of this one and more words, such as the class of a pupil.
  private static func isName(_ name: String, startOf other: String) -> Bool {
    let (words, others) = (Folding.words(name), Folding.words(other))
    return !words.isEmpty && words.count < others.count && others.starts(with: words)
  }

  /// Returns a loan with the days and the copy of a row, as far as the row states them.
  private static func merged(_ row: LoanEntry, _ loan: LoanEntry) -> LoanEntry {
    let since = [row.since, loan.since].compactMap(\.self).max { $0.description.count < $1.description.count }
    let copy = loan.copy ?? row.copy
    switch (row.period, loan.period) {
    case (.current(_, let due), .current(_, let old)):
      return LoanEntry(.current(since: since, due: due ?? old), loan.person, isBorrowed: false, copy: copy)
    case (.past(let days), _):
      guard let period = DateInterval(start: since, end: days.end) else { return loan }
      return LoanEntry(.past(period), loan.person, isBorrowed: false, copy: copy)
    default: return loan
    }
  }

  /// Returns whether a row only adds a day or a copy that a loan lacks.
  private static func fills(_ row: LoanEntry, _ loan: LoanEntry) -> Bool {
    switch (row.period, loan.period) {
    case (.current(_, let due), .current(_, let old)): old == nil || due == nil || due == old
    case (.past(let days), .past(let old)): old.end == nil || days.end == old.end
    default: false
    }
  }
}

extension LoanEntry {
  fileprivate var shown: String {
    isCurrent ? person + (since.map { " since \($0)" } ?? "") + (copy.map { " (copy \($0))" } ?? "") : description
  }
}

extension ImportRun {
  /// Returns the changes of the loans of a book by the rows of a list of loans, or nil if the library's own fields
  /// replace those of loans.
  ///
  /// - Parameter stated: the values of the source for the next import.
  mutating func loans(
    of draft: Draft, _ record: Record, _ known: FieldTexts?, _ others: [FieldTexts], isOld: Bool, updates: Bool,
    _ stated: inout FieldTexts
  ) -> LoanChanges? {
    let roles: [FieldRoles] = [.holder, .lentOn, .due, .loans]
    let needed = roles.compactMap { library.schema.field($0, of: record.kind) }
    guard needed.count == roles.count else { return nil }
    let fields = needed + [library.schema.field(.lentCopy, of: record.kind)].compactMap(\.self)
    let ours = lent[record.id] ?? BookLoans { texts($0, of: record) }
    let base = known.map { known in BookLoans { known[$0] ?? [] }.entries } ?? []
    let theirs = BookLoans { draft[$0] }.entries
    // A copy that the user has borrowed cannot be lent, and its days are in the same fields.
    let isBorrowed = library.schema.field(.lender, of: record.kind).map(record.has) ?? false
    let count = texts(.copies, of: record).first.flatMap { Int($0) } ?? 1
    // Before loans had copies, a row was known by its title alone.
    let title = SourceKey.book(draft.title ?? "", draft[.author])
    let titled = title == draft.key ? [] : self.base.entries(of: Draft.Key(kind: .book, text: title)).map(\.fields)
    let known =
      known == nil ? (others + titled).flatMap { other in BookLoans { other[$0] ?? [] }.entries } : []
    let choice = LoanChoice(
      ours, base: base, others: known, theirs: theirs, copies: isBorrowed ? 0 : max(1, count), isOld: isOld,
      updates: updates)
    lent[record.id] = choice.ours
    var imported = theirs
    for row in choice.refused + choice.surplus {
      if let place = imported.firstIndex(of: row) { imported.remove(at: place) }
    }
    for field in fields { stated[field] = [] }
    stated[.loans] = imported.map(\.description)
    var all = LoanChanges(fields: Set(fields.map(\.index)), left: choice.refused.count + choice.surplus.count)
    let (stored, before) = (choice.ours.texts, BookLoans { texts($0, of: record) }.texts)
    // If the row changes nothing, earlier rows have already planned the changes.
    for field in choice.ours.texts == ours.texts ? [] : fields
    where !(isBorrowed && (field.has(.lentOn) || field.has(.due))) {
      let (old, new) = (record.texts(of: field), stored[field] ?? [])
      let isStored = old == new || before[field] ?? [] == new
      // An earlier row may have planned another value.
      if isStored, ours.texts[field] ?? [] == new { continue }
      // A value that cannot be read would be lost.
      if case .unreadable? = record.value(of: field) { continue }
      all.assignments.append(Assignment(field, .set, new.map { Assignment.Value(text: $0) }))
      if !isStored { all.changes.append((field.key, old, new)) }
    }
    if !choice.refused.isEmpty {
      func shown(_ loans: [LoanEntry]) -> [String] { [loans.map(\.shown).joined(separator: ", ")] }
      let same = choice.ours.current.filter { loan in choice.refused.contains { $0.hasSameCopy(as: loan) ?? false } }
      let current = same.isEmpty ? choice.ours.current : same
      all.differences.append((FieldHandle.lentTo.key, shown(current), shown(choice.refused)))
    }
    if let row = choice.surplus.first {
      let reason = "more equal rows than free copies of “\(CleanText.short(record.title))”: \(row.shown)"
      summary.problems.append(ImportProblem(.note, reason, file: draft.file, line: draft.line))
    }
    return all
  }

  /// The changes of the loans of a book, and the differences that remain.
  struct LoanChanges {
    /// The indices of the fields that describe loans.
    let fields: Set<Int>
    /// The number of rows that do not become loans.
    let left: Int
    var assignments: [Assignment] = []
    var changes: [(String, [String], [String])] = []
    var differences: [(String, [String], [String])] = []
  }
}
