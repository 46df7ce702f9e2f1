import ShelfModel

/// A record's file that is not there any more, and what deleted it.
struct Deletion: Sendable {
  let file: RecordFile
  /// The full name of its last contents.
  let contents: String
  /// nil if no commit has deleted it yet.
  let commit: Commit?
  /// Whether the same commit adds other records, so that the file may only have been moved.
  let mayBeMove: Bool
}
