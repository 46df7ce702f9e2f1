import ShelfModel
import ShelfSystem

/// What undoing the last changes of the history does to the files.
package struct UndoPlan {
  /// The entries to undo, the newest first.
  package let entries: [JournalEntry]
  package let changes: [FileChange]
  package let direction: Direction

  /// Which changes are undone.
  package enum Direction: Sendable {
    /// The last changes that hold, except undos and redos.
    case changes
    /// The last undos that hold and that no change came after: what they undid is made again.
    case undos
  }

  /// Entries whose files already hold what they held before: someone has taken them back by other means.
  package let settled: [JournalEntry]
  /// Entries that were passed over because something is in their way.
  package let skipped: [(entry: JournalEntry, obstacles: [Obstacle])]

  /// A file that keeps a change from being undone: it is no longer as the change left it.
  package struct Obstacle: Hashable, Sendable {
    package let path: String
    package let state: State

    package enum State: Hashable, Sendable {
      /// The file is gone.
      case deleted
      /// There is a file where the change left none.
      case added
      /// The file was edited in other fields: the change can be undone by field.
      case editedElsewhere
      /// The file was edited in these fields, which the change set; or, without any, in a way that cannot be told.
      case edited(fields: [String])
    }
  }

  /// What happens to changes with something in their way.
  package struct Choice {
    /// Whether they, and changes that were undone by other means, are passed over.
    package var skips = false
    /// Whether they are undone field by field, which keeps what has been edited since.
    package var merges = false
    /// Merges two versions of a file against what both come from; returns nil with the keys of the fields that both
    /// changed differently.
    package var merge: (_ path: String, _ ours: [UInt8], _ base: [UInt8], _ theirs: [UInt8]) -> Merged

    /// Returns where a file of the library with these contents is now; nil if there is none, or more than one.
    package var moved: (_ mark: String) -> String? = { _ in nil }

    package enum Merged {
      case bytes([UInt8])
      case conflict(fields: [String])
    }

    package init(merge: @escaping (_ path: String, _ ours: [UInt8], _ base: [UInt8], _ theirs: [UInt8]) -> Merged) {
      self.merge = merge
    }

    /// Refuses every change that has something in its way.
    package static var refusing: Choice { Choice { _, _, _, _ in .conflict(fields: []) } }
  }

  /// Why changes cannot be undone; nothing is changed.
  package enum Failure: Error, Sendable {
    /// There are fewer changes than that.
    case tooFew(there: Int, direction: Direction)
    /// These files are no longer as the change left them; `again` has the commands that were to be made again.
    case changed([Obstacle], since: JournalEntry, again: [String])
    /// The files already hold what they held before this change: it was undone by other means. `again` has the commands
    /// that were to be made again.
    case settled(JournalEntry, again: [String])
    /// The history lacks the old contents of a file.
    case lost(path: String, of: JournalEntry)
    /// The change created the library itself.
    case library(JournalEntry)
    case file(FileError)
  }

  /// Plans to undo the last `count` changes, or to make as many again that were undone.
  ///
  /// - Parameter known: what was read of the history before the lock was taken.
  package init(
    _ count: Int, _ direction: Direction, _ journal: Journal, _ choice: Choice = .refusing,
    known: Journal.History? = nil
  ) throws(Failure) {
    self.direction = direction
    let all = try UndoPlan.attempt { () throws(FileError) in try journal.readHistory(since: known).entries }
    let holding = UndoPlan.holding(all).filter { !$0.isSetUp && !$0.isMemory && !$0.isRedo }
    // A change after an undo builds on what the undo left: what was undone has no place any more, even when that change
    // has been undone as well.
    let last = all.filter { !$0.isSetUp && !$0.isMemory && !$0.isRedo && !$0.isUndo }.map(\.sequence).max() ?? 0
    let candidates = holding.filter { direction == .changes ? !$0.isUndo : $0.isUndo && $0.sequence > last }
    var files = UndoFiles(journal, all, choice)
    var (undone, settled): ([JournalEntry], [JournalEntry]) = ([], [])
    var skipped: [(entry: JournalEntry, obstacles: [Obstacle])] = []
    // What was undone together is made again together.
    func number(_ entries: [JournalEntry]) -> Int { entries.reduce(0) { $0 + max(1, $1.undoes.count) } }
    func again(_ entry: JournalEntry) -> [String] {
      direction == .undos ? entry.commandsTakenBack(among: all) : []
    }
    for entry in candidates where number(undone) < count {
      if entry.files.contains(where: { $0.oldMark == nil && $0.path == Manifest.fileName }) { throw .library(entry) }
      switch try files.takeBack(entry) {
      case .done: undone.append(entry)
      case .settled:
        guard choice.skips else { throw .settled(entry, again: again(entry)) }
        settled.append(entry)
      case .blocked(let obstacles):
        guard choice.skips else {
          throw .changed(obstacles, since: entry, again: again(entry))
        }
        skipped.append((entry, obstacles))
      }
    }
    guard number(undone) >= count, count > 0 else { throw .tooFew(there: number(undone), direction: direction) }
    entries = undone
    (self.settled, self.skipped) = (settled, skipped)
    changes = files.changes
  }

  static func attempt<Result>(_ body: () throws(FileError) -> Result) throws(Failure) -> Result {
    do throws(FileError) { return try body() } catch { throw .file(error) }
  }

  /// Returns the entries that no later one has undone, the newest first.
  package static func holding(_ entries: [JournalEntry]) -> [JournalEntry] {
    var takenBack: Set<Int> = []
    return entries.filter { entry in
      guard !takenBack.contains(entry.sequence) else { return false }
      takenBack.formUnion(entry.undoes + entry.settled)
      return true
    }
  }
}

extension JournalEntry {
  /// Returns the commands that it took back, in the order in which they were given first: that in which they are made again.
  package func commandsTakenBack(among entries: [JournalEntry]) -> [String] {
    entries.filter { undoes.contains($0.sequence) }.sorted { $0.sequence < $1.sequence }.map(\.command)
  }
}
