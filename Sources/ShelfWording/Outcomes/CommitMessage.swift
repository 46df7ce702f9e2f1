import ShelfImport
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText

/// The message of a commit: a subject in the imperative, as a person would write it, and details below it.
///
/// Most messages describe the `Outcome` of an act, whose result selects the initializer. For edits of records,
/// deletions take precedence over changes, and changes over additions. A single changed record gets the most specific
/// subject that fits (`RecordSubject`): a loan, a new state such as `Finish “Dune”`, a change to one field, or else the
/// names of the fields. If all of several records would get the same subject, they share it. Otherwise, the subject
/// counts them. The details then name the records and their fields.
///
/// A commit leaves the computer when the library is pushed. So no message contains the value of a confidential field,
/// such as the name of a borrower, even in a command that is undone.
package struct CommitMessage {
  package let subject: String
  private let details: [String]
  /// The number of details that are counted rather than listed.
  private let more: Int

  /// The maximum number of details to list.
  ///
  /// An outcome contains the changed fields of only this many records.
  private static let manyDetails = Outcome.detailed

  package init(subject: String, details: [String] = [], more: Int = 0) {
    self.subject = subject
    self.details = Array(details.prefix(CommitMessage.manyDetails))
    self.more = max(0, details.count - CommitMessage.manyDetails) + more
  }

  package var text: String {
    var lines = details.map { VisibleText.line($0) }
    if more > 0 { lines.append("and \(Wording.number(more)) more") }
    return ([VisibleText.line(subject)] + (lines.isEmpty ? [] : [""] + lines)).joined(separator: "\n") + "\n"
  }
}

extension CommitMessage {
  /// Creates the message for undone or redone changes, given the commands that made them.
  package init(undoing commands: [String], isRedo: Bool) {
    let verb = isRedo ? "Redo" : "Undo"
    let commands = commands.map(CommitMessage.discreet)
    self.init(
      subject: commands.count == 1
        ? "\(verb) “\(Wording.short(commands[0]))”" : "\(verb) \(Wording.number(commands.count)) changes",
      details: commands.count == 1 ? [] : commands)
  }

  /// Returns a command, truncated after its verb if it may contain confidential data, such as the name of a borrower.
  private static func discreet(_ command: String) -> String {
    let words = command.split(separator: " ")
    let verbs = words.drop { Kind(singular: String($0)) != nil }
    let confidential = Kind.allCases.flatMap(\.fields).filter { $0.has(.confidential) }
    let names = confidential.flatMap { [$0.key] + $0.shortNames }.map(FieldName.fold)
    let isNamed = words.contains { word in
      names.contains { FieldName.fold(String(word)).hasPrefix($0) || FieldName.fold(String(word)).hasPrefix("--" + $0) }
    }
    guard isNamed || ["lend", "borrow", "return", "loans"].contains(verbs.first) else { return command }
    return words.prefix(words.count - verbs.count + 1).joined(separator: " ") + " …"
  }

  /// Creates the message for the outcome of an act: `Finish “Dune” (★★★★★)`, `Delete genre “Horror” (removed from 12
  /// books)`.
  package init(_ outcome: Outcome) {
    switch outcome.result {
    case .records, .lookedUp, .replaced: self.init(edits: outcome)
    case .undone(let taken):
      self.init(undoing: taken.entries.flatMap(\.commands), isRedo: taken.direction == .undos)
    case .repaired(let repaired, _): self.init(repaired)
    case .imported(let summary): self.init(summary)
    case .accepted(let problems, let reason):
      let codes = Wording.list(Set(problems.map(\.code)).sorted())
      self.init(
        subject: "Accept \(problems.count == 1 ? "a problem" : "\(Wording.number(problems.count)) problems"): \(codes)",
        details: problems.map { "\($0.path): \($0.message)" } + (reason.map { ["", $0] } ?? []))
    case .merged(let result):
      self.init(
        subject:
          "Merge \(result.merged.kind.singular) \(Wording.name(result.merged)) into \(Wording.name(result.kept))",
        details: result.relations.filter { $0.count > 0 }.map {
          "\($0.kind.counted($0.count)) that referred to \(result.merged.id)"
        })
    case .filterSaved(let filter, let isNew):
      self.init(subject: "\(isNew ? "Save" : "Replace") the filter “\(filter.name)”")
    case .filterRenamed(let old, let new): self.init(subject: "Rename the filter “\(old)” to “\(new)”")
    case .coversChanged(let covers): self.init(covers.filter { if case .same = $0.event { false } else { true } })
    case .filterDeleted(let name): self.init(subject: "Delete the filter “\(name)”")
    case .settingsChanged(let changes):
      let names = Wording.list(changes.map(\.name))
      self.init(
        subject: changes.count == 1 && changes[0].new == nil ? "Unset \(names)" : "Set \(names)",
        details: changes.map { "\($0.name): \($0.old ?? "not set") → \($0.new ?? "not set")" })
    case .queued(let records, _):
      let name = records.count == 1 ? Wording.name(records[0]) : Wording.list(CommitMessage.counted(records))
      self.init(subject: "Put \(name) in the queue")
    case .unqueued(let records):
      let name = records.count == 1 ? Wording.name(records[0]) : Wording.list(CommitMessage.counted(records))
      self.init(subject: "Remove \(name) from the queue")
    case .goalSet(let year, _): self.init(subject: "Set the goal for \(year)")
    }
  }

  /// Creates the message for the repairs of `shelf doctor`.
  private init(_ repaired: [RepairedProblem]) {
    let codes = Set(repaired.map(\.finding.check.code)).sorted()
    let problems = Wording.count(repaired.count, "problem")
    let kinds = codes.count > 3 ? "\(Wording.number(codes.count)) kinds" : codes.joined(separator: ", ")
    self.init(
      subject: "Repair \(problems) (\(kinds))",
      details: repaired.map { "\($0.finding.path): \($0.repair.description)" })
  }

  /// Creates the message for new, replaced or removed covers.
  private init(_ covers: [CoverChange]) {
    let removes = covers.allSatisfy { if case .removed = $0.event { true } else { false } }
    let verb = removes ? "Remove" : "Set"
    let names = covers.map { Wording.name($0.record) }
    self.init(
      subject: names.count == 1
        ? "\(verb) the cover of \(names[0])" : "\(verb) the covers of \(Wording.number(names.count)) books",
      details: names.count == 1 ? [] : names)
  }

  private init(_ summary: ImportSummary) {
    let what = summary.records[.book].map { Kind.book.counted($0) } ?? Wording.count(summary.changed, "change")
    let quotes = summary.records[.quote].map { " and " + Kind.quote.counted($0) } ?? ""
    let formats = summary.sources.map { ImportFormat.named($0.format)?.title ?? $0.format }
    self.init(subject: "Import \(what)\(quotes) from \(Wording.list(formats))")
  }

  private init(edits outcome: Outcome) {
    if let deleted = outcome.deleted.first {
      // Records that are deleted along with another record are always of a different kind.
      let meant = outcome.deleted.filter { $0.kind == deleted.kind }
      let name =
        meant.count == 1 ? "\(deleted.kind.singular) \(Wording.name(deleted))" : deleted.kind.counted(meant.count)
      self.init(
        subject: "Delete \(name)" + CommitMessage.consequences(outcome, meant.count),
        details: outcome.deleted.dropFirst(meant.count == 1 ? 1 : 0).map {
          "Delete \($0.kind.singular) \(Wording.name($0))"
        } + outcome.changed.map { "Remove it from \($0.kind.singular) \(Wording.name($0))" })
    } else if outcome.changed.count == 1 {
      let record = outcome.changed[0]
      let phrases = DifferenceText(outcome, record).openPhrases
      self.init(
        subject: RecordSubject(outcome: outcome, record: record).text,
        details: (phrases.count > 1 ? phrases : []) + CommitMessage.additions(outcome))
    } else if !outcome.changed.isEmpty {
      let worded = outcome.changed.prefix(CommitMessage.manyDetails)
      let additions = CommitMessage.additions(outcome)
      let isWhole = worded.count == outcome.changed.count
      self.init(
        subject: CommitMessage.change(outcome),
        details: worded.map {
          let phrases = DifferenceText(outcome, $0).openPhrases
          return Wording.name($0) + (phrases.isEmpty ? "" : ": " + phrases.joined(separator: ", "))
        } + (isWhole ? additions : []),
        more: isWhole ? 0 : outcome.changed.count - worded.count + additions.count)
    } else if !outcome.created.isEmpty {
      self.init(
        subject: CommitMessage.addition(outcome),
        details: outcome.created.count > 1 ? CommitMessage.additions(outcome) : [])
    } else {
      let paths = outcome.changes.map(\.path)
      let names = paths.map { path in outcome.library?.record(at: path).map(Wording.name) ?? path }
      self.init(
        subject: names.count == 1 ? "Edit \(names[0])" : "Edit \(Wording.number(names.count)) files",
        details: names.count == 1 ? [] : names)
    }
  }

  /// Returns the consequences of a deletion: " (with its 2 quotes, removed from 12 books)".
  private static func consequences(_ outcome: Outcome, _ meant: Int) -> String {
    let along = outcome.deleted.map(\.kind).filter { $0 != outcome.deleted[0].kind }
    let parts =
      (along.isEmpty ? [] : ["with \(meant == 1 ? "its" : "their") \(counts(along))"])
      + (outcome.changed.isEmpty ? [] : ["removed from \(counts(outcome.changed.map(\.kind)))"])
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  /// Returns the subject for several changed records: the subject that they share, or else one with their number.
  private static func change(_ outcome: Outcome) -> String {
    let counts = counts(outcome.changed.map(\.kind))
    let plain = "Change \(counts)"
    guard outcome.changed.count <= CommitMessage.manyDetails else { return plain }
    let subjects = Set(outcome.changed.map { RecordSubject(outcome: outcome, record: $0, name: counts).text })
    return subjects.count == 1 ? subjects.first ?? plain : plain
  }

  private static func additions(_ outcome: Outcome) -> [String] {
    outcome.created.map { "Add \($0.kind.singular) “\(Wording.short($0.title))”" }
  }

  /// Returns the subject for new records.
  ///
  /// The subject describes the last record, because the genres and tags that a new record needs are created before it.
  private static func addition(_ outcome: Outcome) -> String {
    guard let last = outcome.created.last else { return "" }
    let same = outcome.created.filter { $0.kind == last.kind }
    guard outcome.library?.schema.field(.owner, of: last.kind) != nil else {
      return same.count == 1
        ? "Add \(last.kind.singular) “\(Wording.short(last.title))”" : "Add \(counts(same.map(\.kind)))"
    }
    let owners = Set(same.map(\.owner))
    let name = owners.count == 1 ? last.owner.flatMap { outcome.title(of: $0) } : nil
    return "Add \(same.count == 1 ? last.kind.withArticle : counts(same.map(\.kind)))"
      + (name.map { " to “\(Wording.short($0))”" } ?? "")
  }

  private static func counted(_ records: [Record]) -> [String] { Wording.counts(records.map(\.kind)) }

  private static func counts(_ kinds: [Kind]) -> String { Wording.list(Wording.counts(kinds)) }
}

/// The subject of a commit that changes one record.
private struct RecordSubject {
  let outcome: Outcome
  let record: Record
  /// The quoted title of the record.
  ///
  /// If several records share the subject, this is their number.
  let name: String

  init(outcome: Outcome, record: Record, name: String? = nil) {
    (self.outcome, self.record, self.name) = (outcome, record, name ?? Wording.name(record))
  }

  var text: String {
    let all = outcome.differences(in: record).filter { !$0.field.isAutomatic }
    let said = all.filter { !$0.field.has(.log) }
    let changed = said.isEmpty ? all : said
    if let text = loan(changed) ?? state(changed) { return text }
    if changed.count == 1 { return one(changed[0]) }
    let words = changed.map { Wording.label($0.field.key) }
    return "Change \(words.count > 3 ? "\(Wording.number(words.count)) fields" : Wording.list(words)) of \(name)"
  }

  /// Returns the subject if only the state and related fields, such as dates, have changed, or nil otherwise.
  private func state(_ changed: [FieldDifference]) -> String? {
    let alongside: FieldRoles = [
      .state, .started, .finished, .givenUp, .timesRead, .rating, .earlier, .progress, .owned,
    ]
    guard changed.allSatisfy({ !$0.field.roles.isDisjoint(with: alongside) }),
      let change = changed.first(where: { $0.field.has(.state) }), let states = change.field.states
    else { return nil }
    let rating = changed.first { $0.field.has(.rating) }.flatMap { Rating($0.new.first ?? "") }
    let stars = rating.map { " (\(RatingLook().text(quarters: $0.quarters)))" } ?? ""
    let type = change.field.type
    let value = type.read(change.new)
    let state = states.all.first { type.read([$0.value]) == value } ?? states.before
    return "\(state.verb) \(name)\(stars)"
  }

  /// Returns the subject, without the person's name, if a loan was started, ended or renewed, or nil otherwise.
  private func loan(_ changed: [FieldDifference]) -> String? {
    guard changed.allSatisfy({ $0.field.has(.confidential) }) else { return nil }
    func change(_ role: FieldRoles) -> FieldDifference? { changed.first { $0.field.has(role) } }
    if LoanEnded(changed)?.role == .holder || LoanEnded(changed)?.role == .loans { return "Get \(name) back" }
    if LoanBegun(changed)?.role == .loans { return "Lend \(name)" }
    if let holder = change(.holder) {
      return holder.new.isEmpty ? "Get \(name) back" : holder.old.isEmpty ? "Lend \(name)" : nil
    }
    if let lender = change(.lender) {
      return lender.new.isEmpty ? "Return \(name)" : lender.old.isEmpty ? "Borrow \(name)" : nil
    }
    return changed.count == 1 && change(.due).map { !$0.new.isEmpty } ?? false ? "Renew the loan of \(name)" : nil
  }

  private func one(_ change: FieldDifference) -> String {
    let (field, old, new) = (change.field, change.old, change.new)
    let words = Wording.label(field.key)
    if field.has(.confidential) { return "\(new.isEmpty ? "Clear" : "Change") \(words) of \(name)" }
    if field.has(.title), !field.isLong {
      return "Rename \(name) to “\(Wording.short(new.first ?? ""))”"
    }
    if new.isEmpty { return "Clear \(words) of \(name)" }
    if field.isLong { return "\(old.isEmpty ? "Write" : "Change") \(words) of \(name)" }
    if field.type.isList || field.type.target != nil {
      let phrase = DifferenceText(outcome, record).phrases.first ?? words
      return "Change \(name): \(phrase)"
    }
    return "Set \(words) of \(name) to \(Wording.short(new.joined(separator: ", ")))"
  }
}
