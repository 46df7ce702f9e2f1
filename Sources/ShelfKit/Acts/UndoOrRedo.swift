import ShelfHistory
import ShelfModel
import ShelfStore

/// Undoes the latest changes in the history, or redoes changes that were undone.
package struct UndoOrRedo: Act {
  package var count: Int
  package var direction: UndoPlan.Direction
  /// Whether to undo a change field by field if a file has been edited since then.
  package var merges: Bool
  /// Whether to skip changes whose files have been edited since then.
  package var skips: Bool

  package init(_ direction: UndoPlan.Direction, count: Int = 1, merges: Bool = false, skips: Bool = false) {
    (self.count, self.direction, self.merges, self.skips) = (count, direction, merges, skips)
  }

  package func plan(_ plan: inout ActPlan) throws {
    let history = try plan.workspace.journal.readHistory()
    if !history.damaged.isEmpty { plan.notes.append(.damagedHistory(paths: history.damaged)) }
    let undo = try self.undo(plan.library, plan.workspace, known: history)
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
        entries: zip(undo.entries, undo.counts).map { entry, count in
          .init(entry: entry, count: count, commands: UndoOrRedo.commands(of: entry, direction, history.entries))
        }))
  }

  /// Returns the plan of the undo or redo, without asking any questions.
  ///
  /// - Parameter known: the history, if it was already read, or nil to read it.
  package func undo(
    _ library: Library, _ workspace: Workspace, known: Journal.History?
  ) throws(UndoPlan.Failure) -> UndoPlan {
    try UndoPlan(count, direction, workspace.journal, choice(library), known: known)
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
    choice.moved = { mark in
      let found = library.records.filter {
        JournalEntry.size(mark) == $0.source.count && JournalEntry.checksum($0.source) == mark
      }
      return found.count == 1 ? found[0].path : nil
    }
    return choice
  }
}
