import ShelfHistory
import ShelfModel
import ShelfStore

/// Undoes the latest changes in the history, or the latest change of one record, or redoes changes that were undone.
package struct UndoOrRedo: Act {
  package var count: Int
  /// The name of the only record whose changes are undone, or nil for any changes. The record may have been deleted.
  package var name: String?
  package var direction: UndoPlan.Direction
  /// Whether to undo a change field by field if a file has been edited since then.
  package var merges: Bool
  /// Whether to skip changes whose files have been edited since then.
  package var skips: Bool

  package init(
    _ direction: UndoPlan.Direction, count: Int = 1, of name: String? = nil, merges: Bool = false, skips: Bool = false
  ) {
    (self.count, self.direction, self.name, self.merges, self.skips) = (count, direction, name, merges, skips)
  }

  package func plan(_ plan: inout ActPlan) throws {
    let history = try plan.workspace.journal.readHistory()
    if !history.damaged.isEmpty { plan.notes.append(.damagedHistory(paths: history.damaged)) }
    let paths = try name.map { try files(called: $0, plan.finder, history.entries, plan.workspace.journal) }
    let undo = try self.undo(plan.library, plan.workspace, to: paths, known: history)
    if paths != nil, undo.newer > 0 { try UndoOrRedo.checkReferences(undo, plan.library) }
    plan.notes +=
      undo.undoneElsewhere.map { .undoneElsewhere($0) } + undo.skipped.map { .skipped($0.entry, $0.obstacles) }
    if !plan.answers.allowsForeign {
      let foreign = Set(plan.workspace.fromElsewhere(history.entries).map(\.sequence))
      let asked = undo.entries.filter { foreign.contains($0.sequence) }
      if !asked.isEmpty { throw Question.foreign(asked, plan.workspace.journalTracking) }
    }
    if direction == .changes, let first = undo.entries.first,
      let received = try? plan.workspace.repository().lastReceived(), first.time < received
    {
      plan.notes.append(.beforeSync(first))
    }
    plan.undo = undo
    plan.files = undo.changes
    plan.result = .undone(
      UndoneChanges(
        direction: direction,
        entries: undo.undone.map { entry, count in
          .init(entry: entry, count: count, commands: UndoOrRedo.commands(of: entry, direction, history.entries))
        }))
  }

  /// Returns the plan of the undo or redo, without asking any questions.
  ///
  /// - Parameters:
  ///   - paths: undo only changes to these files, or nil for any changes.
  ///   - known: the history, if it was already read, or nil to read it.
  package func undo(
    _ library: Library, _ workspace: Workspace, to paths: Set<String>? = nil, known: Journal.History?
  ) throws(UndoPlan.Failure) -> UndoPlan {
    let leftOut = (try? workspace.leftOutPaths()) ?? []
    var choice = choice(library)
    choice.isLeftOut = { leftOut.contains($0) }
    return try UndoPlan(count, direction, workspace.journal, choice, to: paths, known: known)
  }

  /// Returns the paths that the record with a name has and had, and those of deleted records whose files were named
  /// after it.
  private func files(
    called name: String, _ finder: RecordFinder, _ entries: [JournalEntry], _ journal: Journal
  ) throws(RecordFinder.Failure) -> Set<String> {
    let (slug, digits) = (RecordPath.slug(name), RecordFinder.hexDigits(name) ?? [])
    let present = Set(finder.library.records.map(\.path))
    let deleted = entries.flatMap(\.files).filter { file in
      file.newChecksum == nil && Kind.of(path: file.path) != nil && !present.contains(file.path)
        && (RecordPath.isName(of: file.path, slug: slug)
          || digits.count >= RecordID.shortLength
            && RecordPath.digits(inNameOf: file.path).map(digits.starts) ?? false)
    }
    let paths = Set(deleted.map(\.path))
    do throws(RecordFinder.Failure) {
      let record = try finder.find(name, nil, .exact)
      // A deleted record with this title takes precedence over one whose title is only similar.
      let isSimilar = RecordPath.slug(record.title) != slug && paths.contains { RecordPath.isName(of: $0, slug: slug) }
      if isSimilar { return paths }
      let former = entries.flatMap { entry in
        entry.files.enumerated().filter { index, file in
          Kind.of(path: file.path) != nil && !present.contains(file.path)
            && RecordPath.digits(inNameOf: file.path).map { record.id.hasPrefix(hexDigits: $0) } ?? true
            && journal.id(index, of: entry) == record.id
        }.map(\.element.path)
      }
      return paths.union(former + [record.path])
    } catch {
      switch error {
      case .notFound where !paths.isEmpty, .inexact where !paths.isEmpty: return paths
      default: throw error
      }
    }
  }

  /// Checks that the undo of an older change does not leave new references to missing records.
  private static func checkReferences(_ undo: UndoPlan, _ library: Library) throws(ActRefusal) {
    let contents = Dictionary(uniqueKeysWithValues: undo.changes.map { (ExactPath($0.path), $0.new) })
    let result = library.replacing(contents)
    for record in result.records {
      let isRestored = contents[ExactPath(record.path)] != nil
      for (item, kind) in record.references(result.schema) {
        guard let id = RecordID(item.text), result.record(id) == nil else { continue }
        if let target = library.record(id) { throw .usedSince(target, by: record, newer: undo.newer) }
        if !isRestored || result.unreadable.contains(where: { $0.statedID == id }) { continue }
        // The reference may already lead nowhere.
        if library.record(at: record.path)?.texts(of: item.field).contains(item.text) ?? false { continue }
        let name = record.comment(after: item) ?? id.short
        throw .deletedSince(kind, name: name, usedBy: record, newer: undo.newer)
      }
    }
  }

  private static func commands(
    of entry: JournalEntry, _ direction: UndoPlan.Direction, _ entries: [JournalEntry]
  ) -> [String] {
    let again = direction == .undos ? entry.undoneCommands(among: entries) : []
    return again.isEmpty ? [entry.command] : again
  }

  private func choice(_ library: Library) -> UndoPlan.Choice {
    var choice = UndoPlan.Choice { path, ours, base, theirs in
      guard let kind = Kind.of(path: path) else { return .conflict(fields: []) }
      let result = RecordMerge(of: kind, library.schema).merge(ours: ours, base: base, theirs: theirs)
      return result.isClean && result.textReason == nil
        ? .bytes(result.bytes) : .conflict(fields: result.conflicts.map(\.key))
    }
    (choice.skips, choice.merges) = (skips, merges)
    choice.moved = { mark, id in
      let same = library.records.filter {
        JournalEntry.size(mark) == $0.source.count && JournalEntry.checksum($0.source) == mark
      }
      let found = same.count == 1 ? same : id().map { library.records(sharing: $0) } ?? []
      return found.count == 1 ? found[0].path : nil
    }
    return choice
  }
}
