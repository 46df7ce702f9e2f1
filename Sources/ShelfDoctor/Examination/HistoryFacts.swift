import ShelfHistory
import ShelfModel

/// The facts from version control that the checks need, collected in one batch.
package struct HistoryFacts: Sendable {
  /// The records that are missing from the library but found in git, by id.
  package var lost: [RecordID: LostRecord] = [:]
  /// The reason why `lost` may be incomplete: git may have contained other missing records, or a readable version of a
  /// record that was found only in unreadable form.
  package var gap: Gap?
  /// The records that were recently deleted together with their owner, by the owner's id.
  package var cascades: [RecordID: [LostRecord]] = [:]
  /// The files that one side of an unfinished merge modified and the other side deleted. The value is true if the other
  /// side deleted the file.
  package var modifiedAndDeleted: [String: Bool] = [:]
  /// The commits that first added files, by path.
  package var added: [String: Commit] = [:]
  /// The contents of files in the last commit, by path: the requested files, and the issues that have changed since.
  package var committed: [String: [UInt8]] = [:]
  /// For files without a usable id, or that are not records, the last versions that have an id, by path.
  package var versionsWithIDs: [String: IdentifiedVersion] = [:]
  /// Whether git tracks `.shelf`, the folder with shelf's journal.
  package var tracksState = false
  /// The error that prevented some facts from being collected, or nil if there was none.
  package var failure: GitError?

  package init() {}

  /// Creates the facts for a library whose version control cannot be queried.
  package init(gap: Gap?) { self.gap = gap }

  /// The reason why the history is incomplete.
  package enum Gap: Hashable, Sendable {
    case gitIsNotInstalled
    /// The repository is a shallow clone.
    case isShallow
    /// The history cannot be read, or only part of it can.
    case isDamaged
  }

  /// The questions to ask git.
  package struct Questions: Sendable {
    /// The ids in references that no record has.
    package var lost: Set<RecordID> = []
    /// The files that share an id.
    package var copies: [String] = []
    /// Whether to read the committed versions of the issues that have changed since the last commit.
    package var wantsChangedIssues = false
    /// The files that lack a value that their last committed version may contain.
    package var committed: [String] = []
    /// The files without a usable id, and those that are not records.
    package var nameless: [String] = []
    /// Whether to ask for files that an unfinished merge has left unresolved.
    package var wantsConflicts = false
    /// The number of commits to search for records that were deleted with their owner.
    package var cascadeCommits = 0
    /// Whether to ask if git tracks `.shelf`.
    package var wantsState = false

    package var isEmpty: Bool {
      lost.isEmpty && copies.isEmpty && !wantsChangedIssues && committed.isEmpty && nameless.isEmpty
        && !wantsConflicts
        && cascadeCommits == 0 && !wantsState
    }
  }
}
