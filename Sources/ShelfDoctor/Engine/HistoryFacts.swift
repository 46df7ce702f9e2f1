import ShelfHistory
import ShelfModel

/// What version control knows about the problems of a library, asked for once.
package struct HistoryFacts: Sendable {
  /// The deleted records, by id.
  package var lost: [RecordID: LostRecord] = [:]
  /// When files were first committed, by path.
  package var added: [String: Commit] = [:]
  /// The contents of files in the last commit, by path: those asked for, and the issues that have changed since.
  package var committed: [String: [UInt8]] = [:]
  /// Whether git tracks `.shelf`, this program's own notes.
  package var tracksState = false

  package init() {}

  /// What is worth asking.
  package struct Questions: Sendable {
    /// Ids in references that no record has.
    package var lost: Set<RecordID>
    /// Files that share an id.
    package var copies: [String]
    /// Whether the issues that have changed since the last commit are wanted as they were then.
    package var wantsChangedIssues: Bool
    /// Files that lack something that the last commit may hold.
    package var committed: [String]
    /// Whether it is of interest that git tracks `.shelf`.
    package var wantsState: Bool

    package var isEmpty: Bool {
      lost.isEmpty && copies.isEmpty && !wantsChangedIssues && committed.isEmpty && !wantsState
    }
  }
}
