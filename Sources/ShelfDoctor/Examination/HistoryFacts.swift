import ShelfHistory
import ShelfModel

/// What version control knows about the problems of a library, asked for once.
package struct HistoryFacts: Sendable {
  /// The records that are not in the library, by id.
  package var lost: [RecordID: LostRecord] = [:]
  /// Why a record that is not among the lost ones may have existed nevertheless, or one of them in a form that can be
  /// read.
  package var gap: Gap?
  /// What was deleted lately together with the record that it belonged to, by that record's id.
  package var cascades: [RecordID: [LostRecord]] = [:]
  /// The files that one side of an unfinished merge changed and the other one deleted, and whether the other side was
  /// that which deleted them.
  package var modifiedAndDeleted: [String: Bool] = [:]
  /// When files were first committed, by path.
  package var added: [String: Commit] = [:]
  /// The contents of files in the last commit, by path: those asked for, and the issues that have changed since.
  package var committed: [String: [UInt8]] = [:]
  /// The last versions of files without a usable id that say one, by path.
  package var versionsWithIDs: [String: IdentifiedVersion] = [:]
  /// Whether git tracks `.shelf`, this program's own notes.
  package var tracksState = false
  /// Why some of it is left out.
  package var failure: GitError?

  package init() {}

  /// Makes what is known if version control cannot be asked.
  package init(gap: Gap?) { self.gap = gap }

  /// What the history does not tell.
  package enum Gap: Hashable, Sendable {
    case gitIsNotInstalled
    /// It was cut off when the repository was cloned.
    case isShallow
    /// It cannot be read, or not completely.
    case isDamaged
  }

  /// What is worth asking.
  package struct Questions: Sendable {
    /// Ids in references that no record has.
    package var lost: Set<RecordID> = []
    /// Files that share an id.
    package var copies: [String] = []
    /// Whether the issues that have changed since the last commit are wanted as they were then.
    package var wantsChangedIssues = false
    /// Files that lack something that the last commit may hold.
    package var committed: [String] = []
    /// Files without a usable id.
    package var nameless: [String] = []
    /// Whether it matters what an unfinished merge has left open.
    package var wantsConflicts = false
    /// How many commits are searched for records that were deleted with the one that they belonged to.
    package var cascadeCommits = 0
    /// Whether it is of interest that git tracks `.shelf`.
    package var wantsState = false

    package var isEmpty: Bool {
      lost.isEmpty && copies.isEmpty && !wantsChangedIssues && committed.isEmpty && nameless.isEmpty
        && !wantsConflicts
        && cascadeCommits == 0 && !wantsState
    }
  }
}
