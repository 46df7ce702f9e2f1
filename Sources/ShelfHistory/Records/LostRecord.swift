import ShelfModel

/// A record that is missing from the library, as last stored in git.
package struct LostRecord: Sendable {
  package let id: RecordID
  package let kind: Kind
  /// The last path of the file, relative to the library.
  package let path: String
  /// The last readable contents of the file, or its last contents if none were readable.
  package let contents: [UInt8]
  /// The title, or "" if no contents were readable.
  package let title: String
  /// The commit that deleted the file, or nil if the deletion is uncommitted.
  package let deletion: Commit?
  /// A branch or tag that contains the file, if the current branch never had it.
  package var branch: String?
  /// The last contents of the file, if they were not a readable record.
  package var unreadable: [UInt8]?
  /// The last commit with readable contents, if the file later contained something else.
  package var lastReadableCommit: Commit?
  /// The records that belonged to this one, as quotes belong to a book, and were deleted in the same commit.
  package var companions: [LostRecord] = []

  /// Whether git has a readable version of the record.
  package var isReadable: Bool { unreadable != contents }

  init(_ record: Record, deletion: Commit?) {
    id = record.id
    kind = record.kind
    path = record.path
    contents = record.source
    title = record.title
    self.deletion = deletion
  }

  /// Creates a record that has no readable version.
  init(_ id: RecordID, _ file: RecordFile, unreadable: [UInt8], deletion: Commit?) {
    self.id = id
    kind = file.kind
    path = file.path
    contents = unreadable
    title = ""
    self.deletion = deletion
    self.unreadable = unreadable
  }
}

/// The result of a search for lost records.
package struct LostRecords: Sendable {
  package internal(set) var found: [RecordID: LostRecord] = [:]
  /// The wanted ids that occur in files or their names, but whose contents git lacks, as in a partial clone.
  package internal(set) var missing: Set<RecordID> = []
  /// The reason why only a part of the history was searched.
  package internal(set) var failure: GitError?
}
