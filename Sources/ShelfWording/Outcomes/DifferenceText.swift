import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore

/// Says what changed in a record: `rating 3 → 5, genres + Fantasy`.
package struct DifferenceText {
  private let differences: [FieldDifference]
  private let title: (RecordID) -> String?
  /// How many pages the record has; nil if that is not known.
  private var pages: Int?
  /// The day that the progress is of; nil for the day of the change.
  private var day: CalendarDate?
  /// What clocks show; nil for times as files have them.
  private let localTime: LocalTime?

  /// - Parameter title: what a record is called that a field refers to.
  package init(
    _ differences: [FieldDifference], localTime: LocalTime? = nil, title: @escaping (RecordID) -> String?
  ) {
    self.differences = differences
    self.localTime = localTime
    self.title = title
  }

  /// What changes in a record that an outcome is about.
  package init(_ outcome: Outcome, _ record: Record, localTime: LocalTime? = nil) {
    self.init(outcome.differences(in: record), localTime: localTime, title: outcome.title)
    pages = outcome.library.flatMap { ReadingPace.pages(of: record, $0.schema) }
    day =
      outcome.notes.lazy.compactMap { note in
        if case .progressOn(let other, let day) = note, other.path == record.path { day } else { nil }
      }.first
  }

  /// One phrase per field that changed; the modification date is left out.
  package var phrases: [String] { phrases(of: differences) }

  /// The phrases that others may read: without what stays with the owner of the library.
  package var openPhrases: [String] { phrases(of: differences.filter { !$0.field.has(.confidential) }) }

  private func phrases(of differences: [FieldDifference]) -> [String] {
    let shown = differences.filter { !$0.field.isAutomatic }
    // What the program notes each day goes without saying, beside something else.
    let said = shown.filter { !$0.field.has(.log) }
    let worded = said.isEmpty ? shown : said
    if let loan = LoanBegun(worded) { return phrases(of: worded, loan.text, at: loan.role, loan.covers) }
    if let loan = LoanEnded(worded) { return phrases(of: worded, loan.text, at: loan.role, loan.covers) }
    return worded.map { phrase($0.field, $0.old, $0.new) }
  }

  /// - Parameters:
  ///   - text: the phrase for several differences.
  ///   - role: of the one in whose place it is.
  private func phrases(
    of differences: [FieldDifference], _ text: String, at role: FieldRoles, _ covers: (FieldDifference) -> Bool
  ) -> [String] {
    differences.compactMap { difference in
      if difference.field.has(role) { return text }
      return covers(difference) ? nil : phrase(difference.field, difference.old, difference.new)
    }
  }

  private func phrase(_ field: Field, _ old: [String], _ new: [String]) -> String {
    let label = Wording.words(field.key)
    if old.isEmpty, new.isEmpty { return "\(label) cleared" }
    if field.isLong {
      if new.isEmpty { return "\(label) cleared" }
      return old.isEmpty ? "\(label) written" : "\(label) changed"
    }
    if case .state(_, let on, let off) = field.look.form { return "now " + (new == ["true"] ? on : off) }
    if field.type == .boolean {
      return new == ["true"] ? "now \(label)" : old.isEmpty || new.isEmpty ? "not \(label)" : "no longer \(label)"
    }
    if field.has(.log), let text = entries(old, new) { return text }
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

  /// Returns what a list holds that another one does not, or holds less often.
  private static func rest(of list: [String], without other: [String]) -> [String] {
    var known = Dictionary(other.map { ($0, 1) }, uniquingKeysWith: +)
    return list.filter { text in
      guard let count = known[text], count > 0 else { return true }
      known[text] = count - 1
      return false
    }
  }

  /// Returns how far a reading is, and on which day if that is not the day of the change; nil if it does not read so.
  private func progress(_ text: String) -> String? {
    guard let progress = ReadingProgress(text) else { return nil }
    let isPage = if case .page = progress { true } else { false }
    let shown = isPage ? progress.description : Wording.progress(progress, of: pages)
    return shown + (day.map { " on \($0)" } ?? "")
  }

  /// Returns what changes in the log of a reading: `page 100 on 2026-03-02`; nil if an entry does not read so.
  private func entries(_ old: [String], _ new: [String]) -> String? {
    let (before, after) = (old.compactMap { ReadingDay($0) }, new.compactMap { ReadingDay($0) })
    guard before.count == old.count, after.count == new.count else { return nil }
    let (known, kept) = (Set(before), Set(after))
    let added = after.filter { !known.contains($0) }
    let days = Set(added.map(\.day))
    let removed = before.filter { !kept.contains($0) && !days.contains($0.day) }
    let phrases =
      added.map { entry in
        let from = before.first { $0.day == entry.day }.map { "\(Wording.progress($0.progress, of: nil)) → " } ?? ""
        return "\(from)\(Wording.progress(entry.progress, of: pages)) on \(entry.day)"
      } + removed.map { "\(Wording.day($0)) taken out" }
    return phrases.isEmpty ? nil : phrases.joined(separator: ", ")
  }

  private func shown(_ text: String, _ field: Field) -> String {
    if field.type == .timestamp, let localTime, let moment = Timestamp(text) { return localTime.text(of: moment) }
    if field.has(.owner), text == "~" { return "none, knowingly" }
    if case .choice = field.type { return Wording.words(text) }
    guard field.type.target != nil, let id = RecordID(text) else { return Wording.short(text) }
    return title(id).map { Wording.short($0) } ?? id.short
  }
}

/// A loan that begins, whose fields are one phrase: `borrowed from Anna since 2026-03-02, until 2026-04-11`.
private struct LoanBegun {
  /// The role of the field that says with whom.
  let role: FieldRoles
  let text: String

  init?(_ differences: [FieldDifference]) {
    func new(_ role: FieldRoles) -> FieldDifference? {
      differences.first { $0.field.has(role) && !$0.new.isEmpty }
    }
    guard let role = [FieldRoles.lender, .holder].first(where: { new($0)?.old.isEmpty ?? false }),
      let person = new(role)?.new.joined(separator: ", ")
    else { return nil }
    self.role = role
    text = Wording.loan(
      person, isBorrowed: role == .lender, since: new(.lentOn)?.new.first, due: new(.due)?.new.first)
  }

  /// Returns whether the phrase says what changed; that a borrowed copy is no own one goes without saying.
  func covers(_ difference: FieldDifference) -> Bool {
    if difference.field.has(.lentOn) || difference.field.has(.due) { return !difference.new.isEmpty }
    return role == .lender && difference.field.has(.owned) && difference.old.isEmpty && difference.new == ["false"]
  }
}

/// A loan that is over, whose fields are one phrase: `back from Anna, lent 2026-03-02 to 2026-04-11`.
private struct LoanEnded {
  /// The role of the field that says with whom it was.
  let role: FieldRoles
  let text: String

  init?(_ differences: [FieldDifference]) {
    guard let loans = differences.first(where: { $0.field.has(.loans) }), loans.new.count == loans.old.count + 1,
      let past = loans.new.last.flatMap({ PastLoan($0) })
    else { return nil }
    role = past.isBorrowed ? .lender : .holder
    guard let person = differences.first(where: { [role] in $0.field.has(role) }), person.new.isEmpty else {
      return nil
    }
    let interval = Wording.interval(past.interval)
    text =
      past.isBorrowed
      ? "returned to \(Wording.short(past.person)), borrowed \(interval)"
      : "back from \(Wording.short(past.person)), lent \(interval)"
  }

  /// Returns whether the phrase says what changed.
  func covers(_ difference: FieldDifference) -> Bool {
    difference.field.has(.loans)
      || difference.new.isEmpty && (difference.field.has(.lentOn) || difference.field.has(.due))
  }
}
