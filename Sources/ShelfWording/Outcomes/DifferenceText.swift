import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore

/// The changes to one record, one phrase per field: `rating 3 → 5, genres + Fantasy`.
///
/// Automatic fields are omitted, as is the reading log if any other field has changed. The fields of a loan that starts
/// or ends become a single phrase. Lists show added and removed items, long text fields show only that they changed,
/// and references show the titles of their records.
package struct DifferenceText {
  private let differences: [FieldDifference]
  private let title: (RecordID) -> String?
  /// The number of copies of the book, and how many of them were lent before the change.
  private var copies = (all: 1, lent: 0)
  /// The person for each copy that was lent before the change.
  private var borrowers: [String] = []
  private var length = BookLength.unknown
  /// The date of the progress, or nil for the date of the change.
  private var day: CalendarDate?
  /// The time zone for timestamps, or nil to show them as they are in the file.
  private let localTime: LocalTime?

  /// - Parameter title: returns the title of a record that a field refers to, or nil if it is unknown.
  package init(
    _ differences: [FieldDifference], localTime: LocalTime? = nil, title: @escaping (RecordID) -> String?
  ) {
    self.differences = differences
    self.localTime = localTime
    self.title = title
  }

  /// Creates the phrases for the changes that an outcome makes to a record.
  package init(_ outcome: Outcome, _ record: Record, localTime: LocalTime? = nil) {
    self.init(outcome.differences(in: record), localTime: localTime, title: outcome.title)
    if let schema = outcome.library?.schema {
      length = BookLength(of: record, schema)
      let loans = Loan.all(of: record, schema)
      copies = (Loan.copies(of: record, schema), loans.count)
      borrowers = loans.filter { !$0.isBorrowed }.map(\.person)
    }
    day =
      outcome.notes.lazy.compactMap { note in
        if case .progressOn(let other, let day) = note, other.path == record.path { day } else { nil }
      }.first
  }

  /// The phrases for all changed fields except automatic ones, such as the modification date.
  package var phrases: [String] { phrases(of: differences) }

  /// The phrases without those for confidential fields, for text that leaves the computer.
  package var openPhrases: [String] { phrases(of: differences.filter { !$0.field.has(.confidential) }) }

  private func phrases(of differences: [FieldDifference]) -> [String] {
    // When a book leaves the shelf, the change also records that the user owns it, which is not new to them.
    let leavesShelf = differences.contains { change in
      change.field.states.map { change.new != [$0.before.value] } ?? false
    }
    let shown = differences.filter { change in
      !change.field.isAutomatic
        && !(leavesShelf && change.field.has(.owned) && change.old.isEmpty && change.new == ["true"])
    }
    // The reading log changes whenever the progress does, so mention it only if nothing else has changed.
    let said = shown.filter { !$0.field.has(.log) }
    let worded = said.isEmpty ? shown : said
    if let loan = LoanBegun(worded) {
      let isCounted = copies.all > 1 && loan.role != .lender
      let lent = isCounted ? ["\(Wording.number(copies.lent + loan.count)) of \(Wording.number(copies.all)) lent"] : []
      return phrases(of: worded, loan.text, at: loan.role, loan.covers) + lent
    }
    if let loan = LoanEnded(worded) {
      return phrases(of: worded, loan.text, at: loan.role, loan.covers) + (loan.rest(of: borrowers).map { [$0] } ?? [])
    }
    return worded.map { phrase($0.field, $0.old, $0.new) }
  }

  /// - Parameters:
  ///   - text: a phrase that covers several differences.
  ///   - role: the role of the field at whose position the phrase is placed.
  ///   - covers: returns whether the phrase covers a difference, which then gets no separate phrase.
  private func phrases(
    of differences: [FieldDifference], _ text: String, at role: FieldRoles, _ covers: (FieldDifference) -> Bool
  ) -> [String] {
    differences.compactMap { difference in
      if difference.field.has(role) { return text }
      return covers(difference) ? nil : phrase(difference.field, difference.old, difference.new)
    }
  }

  private func phrase(_ field: Field, _ old: [String], _ new: [String]) -> String {
    let label = Wording.label(field.key)
    if old.isEmpty, new.isEmpty { return "\(label) cleared" }
    if field.isLong {
      if new.isEmpty { return "\(label) cleared" }
      return old.isEmpty ? "\(label) written" : "\(label) changed"
    }
    if case .state(_, let on, let off) = field.look.form { return "now " + (new == ["true"] ? on : off) }
    if field.type == .boolean {
      if new.isEmpty { return "\(label) cleared" }
      return new == ["true"] ? "now \(label)" : old.isEmpty ? "not \(label)" : "no longer \(label)"
    }
    if field.has(.log), let text = entries(old, new) { return text }
    if field.has(.loans), let text = RenewedLoan.text(old, new) { return text }
    let isOne = !field.type.isList || field.has(.usuallyOne) && old.count < 2 && new.count < 2
    guard !isOne else {
      let from = old.first.map { shown($0, field) } ?? ""
      var to = new.first.map { shown($0, field) } ?? ""
      if field.has(.progress) { to = new.first.flatMap { progress($0) } ?? to }
      if from.isEmpty { return "\(label) \(to)" }
      return "\(label) \(from) → \(to.isEmpty ? "none" : to)"
    }
    let added = DifferenceText.rest(of: new, without: old).map { "+ \(shown($0, field))" }
    let removed = DifferenceText.rest(of: old, without: new).map { "− \(shown($0, field))" }
    let parts = removed + added
    return parts.isEmpty ? "\(label) reordered" : "\(label) " + parts.joined(separator: " ")
  }

  /// Returns the items of a list that another list lacks or contains less often. An item is repeated as often as the
  /// other list lacks it.
  static func rest(of list: [String], without other: [String]) -> [String] {
    var known = Dictionary(other.map { ($0, 1) }, uniquingKeysWith: +)
    return list.filter { text in
      guard let count = known[text], count > 0 else { return true }
      known[text] = count - 1
      return false
    }
  }

  /// Returns the progress, with its date if that differs from the date of the change, or nil if the text cannot be
  /// parsed.
  private func progress(_ text: String) -> String? {
    guard let progress = ReadingProgress(text) else { return nil }
    let isPercentage = if case .percentage = progress { true } else { false }
    let shown = isPercentage ? Wording.progress(progress, of: length) : progress.description
    return shown + (day.map { " on \($0)" } ?? "")
  }

  /// Returns the changed entries of a reading log: `page 100 on 2026-03-02`, or nil if an entry cannot be parsed.
  private func entries(_ old: [String], _ new: [String]) -> String? {
    let (before, after) = (old.compactMap { ReadingDay($0) }, new.compactMap { ReadingDay($0) })
    guard before.count == old.count, after.count == new.count else { return nil }
    let (known, kept) = (Set(before), Set(after))
    let added = after.filter { !known.contains($0) }
    let days = Set(added.map(\.day))
    let removed = before.filter { !kept.contains($0) && !days.contains($0.day) }
    let phrases =
      added.map { entry in
        let from =
          before.first { $0.day == entry.day }.map { "\(Wording.progress($0.progress, of: .unknown)) → " } ?? ""
        return "\(from)\(Wording.progress(entry.progress, of: length)) on \(entry.day)"
      } + removed.map { "\(Wording.day($0)) removed" }
    return phrases.isEmpty ? nil : phrases.joined(separator: ", ")
  }

  private func shown(_ text: String, _ field: Field) -> String {
    if field.type == .timestamp, let localTime, let moment = Timestamp(text) { return localTime.text(of: moment) }
    if field.has(.owner), text == "~" { return "none on purpose" }
    if field.has(.loans), let loan = LoanEntry(text) { return Wording.loan(loan) }
    if case .choice = field.type { return Wording.label(text) }
    guard field.type.target != nil, let id = RecordID(text) else { return Wording.short(text) }
    return title(id).map { Wording.short($0) } ?? id.short
  }
}
