import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText

/// The human-readable outcome of an act.
///
/// An `Outcome` is data: the records that were created, changed and deleted, and a result for everything else, such as
/// a saved filter. The wording depends on how the command named the records, so there are several members. `changes`
/// has a line with the changed fields for each record that the user named. `summary` is for records that a query found:
/// it lists the first few and counts the rest. `deletion` and `deletionQuestion` add the consequences, such as records
/// that lose a reference. `additions` is for new records, and `lines` for everything else. `CommitMessage` describes
/// the same outcome for git.
package struct OutcomeText {
  private let outcome: Outcome
  private let localTime: LocalTime?
  /// A function that returns a path in the library in the form that the user sees, or nil to omit paths.
  private let path: ((String) -> String)?

  /// The width of a line in terminal cells, or nil for no limit.
  private let width: Int?

  package init(_ outcome: Outcome, localTime: LocalTime?, path: ((String) -> String)?, width: Int? = nil) {
    self.outcome = outcome
    self.localTime = localTime
    self.path = path
    self.width = width
  }

  /// The outcome for each record that the act applied to, preceded by the records that were created along with the
  /// changes.
  package var changes: [String] {
    createdAlongside + outcome.subjects.flatMap { [line($0)] + notes(of: $0) }
  }

  /// The records that were created along with the change, such as genres.
  package var createdAlongside: [String] {
    outcome.created.map { new in "\(added(new))\(path.map { "  " + $0(new.path) } ?? "")" }
  }

  /// The new records, each followed by its id and file, on one line if they fit.
  package var additions: [String] {
    outcome.created.flatMap { new in
      guard let path = path?(new.path) else { return [added(new)] }
      let line = "\(new.id)  \(path)"
      if let width, DisplayWidth.of(line) > width { return [added(new), "\(new.id)", path] }
      return [added(new), line]
    }
  }

  /// The loans of the new records, one per line.
  package var loans: [String] {
    guard let library = outcome.after else { return [] }
    return outcome.created.compactMap { library.record($0.id) }.flatMap { record in
      Loan.all(of: record, library.schema).map { "\(Wording.name(record)): \(Wording.loan($0))" }
    }
  }

  private func cover(_ change: CoverChange) -> String {
    let (name, path) = (Wording.name(change.record), path?(change.path) ?? change.path)
    return switch change.event {
    case .added(let bytes): "Added the cover of \(name): \(path) (\(Wording.size(bytes)))"
    case .replaced(let bytes): "Replaced the cover of \(name): \(path) (\(Wording.size(bytes)))"
    case .removed: "Removed the cover of \(name)"
    case .same: "\(name): nothing to change"
    }
  }

  private func added(_ new: CreatedRecord) -> String {
    var origin: String?
    if case .lookedUp(let lookedUp) = outcome.result { origin = lookedUp.origins[new.id] }
    return "Added \(new.kind.singular) “\(Wording.short(new.title))”" + (origin.map { ", from \($0)" } ?? "")
  }

  /// The maximum number of books in `kept`.
  private static let maxKept = 20

  /// The books that keep values that differ from the catalogue's, one per line.
  package var kept: [String] {
    guard case .lookedUp(let lookedUp) = outcome.result else { return [] }
    return lookedUp.differences.prefix(OutcomeText.maxKept).map { record in
      let fields = record.fields.map { key, old, new in
        "\(Wording.label(key)) “\(Wording.short(old.joined(separator: ", ")))” instead of “\(Wording.short(new.joined(separator: ", ")))”"
      }
      return VisibleText.line("“\(Wording.short(record.title))” keeps \(Wording.list(fields))")
    }
  }

  /// Returns the name of a record and its changed fields.
  package func line(_ record: Record) -> String {
    let isUnqueued = outcome.notes.contains { note in
      if case .leftQueue(let other) = note { other.path == record.path } else { false }
    }
    let phrases =
      DifferenceText(outcome, record, localTime: localTime).phrases + (isUnqueued ? ["removed from the queue"] : [])
    return "\(Wording.name(record)): " + (phrases.isEmpty ? "nothing to change" : phrases.joined(separator: ", "))
  }

  /// Returns the arguments of `set` that remove a copy with a number, or any copy of a record.
  private static func removal(of named: (field: Field, number: String)?, _ record: Record) -> String {
    guard let named else { return "\(record.id.short) copies-=1" }
    let word = Wording.shellWord(named.number)
    return "\(word) \(named.field.key)-=\(word)"
  }

  private func notes(of record: Record) -> [String] {
    outcome.notes.flatMap { note -> [String?] in
      switch note {
      case .disowned(let other, let copies, let named) where other.path == record.path:
        [
          "this is about all \(Wording.number(copies)) copies; if only one is gone, run `shelf undo`, and then "
            + "`shelf set \(OutcomeText.removal(of: named, record))`"
        ]
      case .ownCopy(let other, let owned) where other.path == record.path:
        [
          "you also have a copy of your own; if you have none, run `shelf set \(record.id.short) \(owned.key)=false`"
        ]
      case .issues(let other, let titles) where other.path == record.path:
        [
          (titles.count == 1 ? "open issue: " : "open issues: ")
            + titles.prefix(5).map { "“\(Wording.short($0))”" }.joined(separator: ", ")
            + (titles.count > 5 ? ", …" : "")
        ]
      case .away(let loan) where loan.record.path == record.path: [Wording.loan(loan)]
      case .progressKept(let other, let field, let text) where other.path == record.path:
        [
          "\(field.key) is still \(Wording.progress(text, of: record, outcome.library?.schema ?? Schema())), from before"
        ]
      case .replaced(let other, let field) where other.path == record.path:
        ["\(Wording.label(field.key)) replaced; `\(field.key)+=TEXT` adds a paragraph instead"]
      case .newName(let other, let count, let queries) where other.path == record.path:
        [
          count == 0
            ? nil
            : "\(count == 1 ? "1 file that refers to it shows" : "\(Wording.number(count)) files that refer to it show") the new name",
          queries.isEmpty ? nil : "\(Wording.list(queries)) \(queries.count == 1 ? "has" : "have") the new name",
        ]
      case .oldName(let other, let count, let queries) where other.path == record.path:
        [
          count == 0
            ? nil
            : "\(count == 1 ? "1 file still shows" : "\(Wording.number(count)) files still show") the old name next to the reference; `shelf doctor --fix=stale-comment` updates it",
          queries.isEmpty
            ? nil
            : "\(Wording.list(queries)) still \(queries.count == 1 ? "has" : "have") the old name; `shelf rename` or --everywhere also updates queries",
        ]
      default: []
      }
    }.compactMap { $0 }
  }

  /// The outcome of any act. Commands use the more specific members below for edits of records.
  package var lines: [String] {
    switch outcome.result {
    case .records, .lookedUp: outcome.deleted.isEmpty ? changes : [deletion(nil, isCounted: false)]
    case .undone(let taken):
      taken.entries.map { entry in
        let commands = Wording.list(entry.commands.map { "“\($0)”" })
        return (taken.direction == .undos ? "Redid \(commands)" : "Undid \(commands)")
          + (entry.count == 0 ? "" : " (\(Wording.count(entry.count, "file")))")
      }
    case .repaired(let repaired, _):
      repaired.map { "Repaired \($0.finding.record.map(Wording.name) ?? $0.finding.path): \($0.repair.description)" }
    case .imported: []
    case .merged(let result): merge(result)
    case .accepted(let problems, _):
      problems.map { "Accepted: \($0.path): \($0.message) [\($0.code)]" }
    case .replaced(let files):
      files.map { file in
        "Changed " + (path?(file.path) ?? file.path)
          + (file.isMerged ? ", merged with changes made in the meantime" : "") + followed(in: file.path)
      }
    case .filterSaved(let filter, let isNew):
      ["\(isNew ? "Saved" : "Replaced") the filter “\(filter.name)”: \(filter.text)"]
    case .settingsChanged(let changes):
      changes.map { change in change.new.map { "\(change.name): \($0)" } ?? "\(change.name) is no longer set" }
    case .filterRenamed(let old, let new): ["Renamed the filter “\(old)” to “\(new)”"]
    case .coversChanged(let covers): covers.map { cover($0) }
    case .filterDeleted(let name): ["Deleted the filter “\(name)”"]
    case .queued(let records, let place):
      records.enumerated().map { "\(Wording.name($1)) is at position \(place + $0) in the queue" }
    case .unqueued(let records): records.map { "Removed \(Wording.name($0)) from the queue" }
    case .goalSet(let year, let count): ["Goal for \(year): \(count.map { Wording.count($0, "book") } ?? "none")"]
    }
  }

  /// Returns a clause about the fields that changed as a consequence: `; also changed status (completed)`.
  private func followed(in path: String) -> String {
    let fields = outcome.notes.compactMap { note -> String? in
      guard case .followed(let record, let field, let text) = note, record.path == path else { return nil }
      return "\(field.key) (\(text ?? "cleared"))"
    }
    return fields.isEmpty ? "" : "; also changed " + fields.joined(separator: ", ")
  }

  private func merge(_ result: MergedRecord) -> [String] {
    let (merged, kept) = (Wording.name(result.merged), Wording.name(result.kept))
    let counts = result.relations.filter { $0.count > 0 }
    let total = counts.reduce(0) { $0 + $1.total }
    let references =
      total == 0
      ? "" : "; \(Wording.list(counts.map { $0.kind.counted($0.total) })) now \(total == 1 ? "refers" : "refer") to it"
    let phrases = DifferenceText(result.differences, localTime: localTime, title: outcome.title).phrases
    return ["Merged \(result.merged.kind.singular) \(merged) into \(kept)" + references]
      + (phrases.isEmpty ? [] : ["\(kept): \(phrases.joined(separator: ", "))"])
      + result.decisions.map { decision in
        VisibleText.line(
          "\(Wording.label(decision.field)) is \(Wording.short(decision.kept)), not \(Wording.short(decision.dropped))")
      }
      + (result.uncounted.map { count in
        [
          "\(kept) counts as 1 book; if these were \(Wording.number(count)) copies, use "
            + "`shelf set \(result.kept.id.short) copies=\(count)`"
        ]
      } ?? [])
      + (result.queries.isEmpty
        ? [] : ["\(Wording.list(result.queries)) \(result.queries.count == 1 ? "has" : "have") the new name"])
  }

  // MARK: - Several records

  /// The maximum number of records that `summary` lists.
  private static let shown = 10

  /// Returns a line for each of the first changed records, followed by the total number. Returns no lines if the change
  /// applied to no records.
  ///
  /// - Parameters:
  ///   - kind: nil for records of any kind.
  ///   - isKnown: whether the user has just seen every change in a preview, so that only the number is needed.
  package func summary(_ kind: Kind?, isKnown: Bool) -> [String] {
    let changed = outcome.changed.filter { kind == nil || $0.kind == kind }
    let count = outcome.subjects.count
    if count == 0 { return [] }
    if changed.isEmpty { return createdAlongside + ["\(kind.counted(count)) matched; nothing to change"] }
    var lines = changed.prefix(isKnown ? 0 : OutcomeText.shown).map(line)
    if !isKnown, changed.count > lines.count {
      lines.append("… and \(Wording.number(changed.count - lines.count)) more")
    }
    let same = count - changed.count
    lines.append(
      "Changed \(kind.counted(changed.count))" + (same > 0 ? "; \(same) more matched and needed no change" : ""))
    return createdAlongside + lines
  }

  // MARK: - Deleting

  /// The maximum number of deleted records that a message names.
  private static let named = 5

  /// Returns the outcome of a deletion: `Deleted book “Dune”, with its 2 quotes; removed from 1 issue`.
  ///
  /// - Parameters:
  ///   - kind: the kind that the command applies to, or nil for any kind.
  ///   - isCounted: whether to count the records instead of naming them.
  package func deletion(_ kind: Kind?, isCounted: Bool) -> String {
    "Deleted \(deleted(kind, isCounted: isCounted))" + consequences([", with ", "; removed from "])
  }

  /// Returns the question before a deletion: `Delete book “Dune” with its 2 quotes, and remove it from 1 issue?`. The
  /// name of a single book is followed by its loan, or by the number of its lent copies.
  package func deletionQuestion(_ kind: Kind?, isCounted: Bool) -> String {
    let them = outcome.subjects.count == 1 ? "it" : "them"
    let lent = outcome.subjects.count == 1 && !isCounted ? loan(of: outcome.subjects[0]) : nil
    return "Delete \(deleted(kind, isCounted: isCounted))\(lent.map { " (\($0))" } ?? "")"
      + consequences([" with ", ", and remove \(them) from "]) + "?"
  }

  /// Returns who has a copy of a record, or how many copies are lent if there are several. Returns nil if nobody has
  /// one.
  private func loan(of record: Record) -> String? {
    let loans = outcome.library.map { Loan.all(of: record, $0.schema) } ?? []
    let lent = loans.count { !$0.isBorrowed }
    return lent > 1 ? "\(Wording.number(lent)) copies lent" : loans.first.map { Wording.loan($0) }
  }

  /// Returns the deleted records: `book “Dune”`, `“Dune” and “Emma”`, or `12 books`.
  private func deleted(_ kind: Kind?, isCounted: Bool) -> String {
    let records = outcome.subjects
    if isCounted || records.count > OutcomeText.named { return counted(kind) }
    return records.count == 1
      ? "\(records[0].kind.singular) \(Wording.name(records[0]))" : Wording.list(records.map(Wording.name))
  }

  /// Returns the number of records of each kind that the act applies to.
  package func counted(_ kind: Kind?) -> String {
    let counts = Wording.counts(outcome.subjects.map(\.kind))
    return counts.isEmpty ? kind.counted(0) : Wording.list(counts)
  }

  /// Returns a phrase about the other changes: further deleted records, deleted covers, and records that lose a
  /// reference.
  private func consequences(_ links: [String]) -> String {
    let paths = Set(outcome.subjects.map { ExactPath($0.path) })
    let covers = outcome.changes.count { $0.new == nil && CoverPath.isCover($0.path) }
    let along =
      Wording.counts(outcome.deleted.filter { !paths.contains(ExactPath($0.path)) }.map(\.kind))
      + (covers == 0 ? [] : [outcome.subjects.count == 1 ? "cover" : Wording.count(covers, "cover")])
    let changed = Wording.counts(outcome.changed.map(\.kind))
    return (along.isEmpty ? "" : links[0] + (outcome.subjects.count == 1 ? "its " : "their ") + Wording.list(along))
      + (changed.isEmpty ? "" : links[1] + Wording.list(changed))
  }
}

extension Wording {
  /// Returns the number of occurrences of each kind: `2 quotes`, `1 issue`.
  package static func counts(_ kinds: [Kind]) -> [String] {
    Kind.allCases.compactMap { kind in
      let count = kinds.count { $0 == kind }
      return count == 0 ? nil : kind.counted(count)
    }
  }
}
