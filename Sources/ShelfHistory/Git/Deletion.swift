import ShelfModel

/// The deletion of a record's file.
struct Deletion: Sendable {
  let file: RecordFile
  /// The object name of the file's last contents.
  let contents: String
  /// The commit that deleted the file, or nil for an uncommitted deletion.
  let commit: Commit?
  /// Whether the same commit adds other files, in which case this file may only have been moved.
  let mayBeMove: Bool
}
