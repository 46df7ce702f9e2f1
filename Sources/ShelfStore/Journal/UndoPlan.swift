import ShelfModel
import ShelfSystem

/// The plan of an undo or a redo: the entries of the history that it undoes, and the required file changes.
///
/// The plan walks the history backwards, from the newest entry that is in effect, and for each entry asks `UndoFiles`
/// to restore the old contents of its files. If a file still has the checksum that the entry recorded, its old contents
/// are restored. A file that was edited since is an obstacle: depending on the user's choice, the plan fails, skips
/// that entry, or undoes the change field by field. If all files of an entry already have their old contents, the entry
/// is treated as undone elsewhere, for example with git. Likewise, an undo no longer counts if other means have given
/// its files their old contents again: the changes that it undid are in effect.
///
/// An undo erases nothing from the history: it is itself a change, with the numbers of the entries that it undoes. A
/// redo is the undo of an undo. It is possible only until another change is made, because a change after an undo is
/// based on the result of the undo.
package struct UndoPlan {
  /// The entries to undo, newest first, and the number of files that each of them changes. Files that already have
  /// their old contents do not count.
  package let undone: [(entry: JournalEntry, count: Int)]
  /// The number of later changes that are in effect and that the plan does not undo.
  package let newer: Int
  package let changes: [FileChange]
  package let direction: Direction

  /// The entries to undo, newest first.
  package var entries: [JournalEntry] { undone.map(\.entry) }

  /// The changes that can be undone.
  package enum Direction: Sendable {
    /// The latest changes that are in effect, except undos and redos.
    case changes
    /// The latest undos that are in effect and that no other change followed: undoing them is a redo.
    case undos
  }

  /// The entries that have been undone by other means, because their files already have their old contents.
  package let undoneElsewhere: [JournalEntry]
  /// The entries that are skipped because of obstacles.
  package let skipped: [(entry: JournalEntry, obstacles: [Obstacle])]

  /// A file that prevents a change from being undone, because it no longer has the contents that the change wrote.
  package struct Obstacle: Hashable, Sendable {
    package let path: String
    package let state: State

    package enum State: Hashable, Sendable {
      /// The file no longer exists.
      case deleted
      /// git omits the file from the work tree.
      case leftOut
      /// A file exists at the path of a file that the change deleted.
      case added
      /// The file was edited, but in other fields: the change can be undone field by field.
      case editedElsewhere
      /// The file was edited in these fields, which the change had set. If there are no fields, the difference is
      /// unknown.
      case edited(fields: [String])
    }
  }

  /// The user's choice of how to treat changes that have obstacles.
  package struct Choice {
    /// Whether to skip changes that have obstacles, as well as changes that were undone by other means.
    package var skips = false
    /// Whether to undo changes that have obstacles field by field, which preserves later edits.
    package var merges = false
    /// Merges two versions of a file with their common base, or returns a conflict with the keys of the fields that
    /// both versions changed differently.
    package var merge: (_ path: String, _ ours: [UInt8], _ base: [UInt8], _ theirs: [UInt8]) -> Merged

    /// Returns the current path of the file with a checksum, or else of the record with an id, or nil if the library
    /// does not have exactly one of them.
    package var moved: (_ checksum: String, _ id: () -> RecordID?) -> String? = { _, _ in nil }

    /// Returns whether git omits a file, which is not deleted, from the work tree.
    package var isLeftOut: (_ path: String) -> Bool = { _ in false }

    package enum Merged {
      case bytes([UInt8])
      case conflict(fields: [String])
    }

    package init(merge: @escaping (_ path: String, _ ours: [UInt8], _ base: [UInt8], _ theirs: [UInt8]) -> Merged) {
      self.merge = merge
    }

    /// The choice to refuse every change that has an obstacle.
    package static var refusing: Choice { Choice { _, _, _, _ in .conflict(fields: []) } }
  }

  /// The reason why changes cannot be undone. In this case no file is changed.
  package enum Failure: Error, Sendable {
    /// There are fewer changes than requested.
    case tooFew(there: Int, direction: Direction)
    /// These files no longer have the contents that the change wrote. `again` contains the commands that a redo would
    /// repeat.
    case changed([Obstacle], since: JournalEntry, again: [String])
    /// The files already have their contents from before this change, so it was undone by other means.
    ///
    /// `again` contains the commands that a redo would repeat.
    case undoneElsewhere(JournalEntry, again: [String])
    /// The last change of the record also changed `count` other records of its kind. `newer` is the number of changes
    /// after it.
    case ofOthers(JournalEntry, count: Int, newer: Int)
    /// The history lacks the old contents of a file.
    case lost(path: String, of: JournalEntry)
    /// The change created the library itself.
    case library(JournalEntry)
    case file(FileError)
  }

  /// Plans to undo the last `count` changes, or to redo the same number of undone changes.
  ///
  /// - Parameters:
  ///   - paths: undo only changes to these files, which contain records of one name, or nil for any changes.
  ///   - known: the history as it was read before the lock was acquired.
  package init(
    _ count: Int, _ direction: Direction, _ journal: Journal, _ choice: Choice = .refusing,
    to paths: Set<String>? = nil, known: Journal.History? = nil
  ) throws(Failure) {
    self.direction = direction
    let all = try UndoPlan.attempt { () throws(FileError) in try journal.readHistory(since: known).entries }
    // A change after an undo is based on the result of the undo. Therefore the undo cannot be redone, even if that
    // change has been undone as well.
    let last = all.filter { !$0.isSetUp && !$0.isMemory && !$0.isRedo && !$0.isUndo }.map(\.sequence).max() ?? 0
    func isCandidate(_ entry: JournalEntry) -> Bool {
      if entry.isSetUp || entry.isMemory || entry.isRedo { return false }
      return direction == .changes ? !entry.isUndo : entry.isUndo && entry.sequence > last
    }
    var files = UndoFiles(journal, all, choice)
    var undone: [(entry: JournalEntry, count: Int)] = []
    var undoneElsewhere: [JournalEntry] = []
    // The entries that a later entry has undone.
    var superseded: Set<Int> = []
    // The numbers of candidates so far, and down to the oldest one that is undone.
    var (seen, passed) = (0, 0)
    var skipped: [(entry: JournalEntry, obstacles: [Obstacle])] = []
    // An undo of several changes counts as several, because they can only be redone together.
    func number(_ undone: [(entry: JournalEntry, count: Int)]) -> Int {
      undone.reduce(0) { $0 + max(1, $1.entry.undoes.count) }
    }
    func again(_ entry: JournalEntry) -> [String] {
      direction == .undos ? entry.undoneCommands(among: all) : []
    }
    for entry in all where number(undone) < count && !superseded.contains(entry.sequence) {
      let undoesCandidates = direction == .changes ? entry.isUndo : entry.isRedo
      if undoesCandidates, files.isUndoneElsewhere(entry) { continue }
      superseded.formUnion(entry.undoes + entry.undoneElsewhere)
      guard isCandidate(entry) else { continue }
      let newer = seen
      seen += 1
      if let paths {
        let named = entry.files.filter { paths.contains($0.path) }
        guard let kind = named.first.map({ Kind.of(path: $0.path) }) else { continue }
        let others = entry.files.count { !paths.contains($0.path) && Kind.of(path: $0.path) == kind }
        if others > 0 {
          // A change that only moved the record's file together with others, as doctor does, is not the one meant.
          if Set(named.compactMap(\.oldChecksum)) == Set(named.compactMap(\.newChecksum)) { continue }
          throw .ofOthers(entry, count: others, newer: newer)
        }
      }
      if entry.files.contains(where: { $0.oldChecksum == nil && $0.path == Manifest.fileName }) {
        throw .library(entry)
      }
      switch try files.undo(entry) {
      case .done(let count):
        undone.append((entry, count))
        passed = newer + 1
      case .undoneElsewhere:
        guard choice.skips else { throw .undoneElsewhere(entry, again: again(entry)) }
        undoneElsewhere.append(entry)
      case .blocked(let obstacles):
        guard choice.skips else {
          throw .changed(obstacles, since: entry, again: again(entry))
        }
        skipped.append((entry, obstacles))
      }
    }
    guard number(undone) >= count, count > 0 else { throw .tooFew(there: number(undone), direction: direction) }
    (self.undone, newer) = (undone, passed - undone.count)
    (self.undoneElsewhere, self.skipped) = (undoneElsewhere, skipped)
    changes = files.changes
  }

  static func attempt<Result>(_ body: () throws(FileError) -> Result) throws(Failure) -> Result {
    do throws(FileError) { return try body() } catch { throw .file(error) }
  }

  /// Returns the entries whose changes are in effect, newest first: those that no later entry has undone. An undo that
  /// was itself undone by other means, such as by git, undoes nothing.
  package static func inEffect(_ entries: [JournalEntry], _ journal: Journal) -> [JournalEntry] {
    let files = UndoFiles(journal, entries, .refusing)
    var undone: Set<Int> = []
    return entries.filter { entry in
      guard !undone.contains(entry.sequence), !(entry.isUndo || entry.isRedo) || !files.isUndoneElsewhere(entry) else {
        return false
      }
      undone.formUnion(entry.undoes + entry.undoneElsewhere)
      return true
    }
  }
}

extension JournalEntry {
  /// Returns the commands that this entry undid, in their original order. A redo repeats them in this order.
  package func undoneCommands(among entries: [JournalEntry]) -> [String] {
    entries.filter { undoes.contains($0.sequence) }.sorted { $0.sequence < $1.sequence }.map(\.command)
  }
}
