import ShelfModel

/// A record's file that is gone, and what took it away.
struct Deletion: Sendable {
  let file: RecordFile
  /// The full name of the contents that it had.
  let contents: String
  /// nil where no commit has deleted it yet.
  let commit: Commit?
  /// Whether the same commit adds other records, so that the file may only have been moved.
  let mayBeMove: Bool
}
