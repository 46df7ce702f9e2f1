import ShelfModel

/// A record whose file is not in the library, as git last had it.
package struct LostRecord: Sendable {
  package let id: RecordID
  package let kind: Kind
  /// Where the file was, relative to the library.
  package let path: String
  /// The last contents that were a record; the last ones of all if none were.
  package let contents: [UInt8]
  /// "" if no contents were a record.
  package let title: String
  /// The commit that deleted the file; nil if none has yet.
  package let deletion: Commit?
  /// The branch or tag that has the file, if the current one never had it.
  package var branch: String?
  /// What the file held last, if that was not a record.
  package var unreadable: [UInt8]?
  /// The commit in which the contents were a record for the last time, if the file held something else after it.
  package var version: Commit?
  /// The records that belonged to this one, as quotes do to a book, and were deleted with it.
  package var companions: [LostRecord] = []

  /// Whether git holds the record in a form that can be read.
  package var isReadable: Bool { unreadable != contents }

  init(_ record: Record, deletion: Commit?) {
    id = record.id
    kind = record.kind
    path = record.path
    contents = record.source
    title = record.title
    self.deletion = deletion
  }

  /// Makes a record of which nothing can be read.
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

/// The records that were looked for in git's history.
package struct LostRecords: Sendable {
  package internal(set) var found: [RecordID: LostRecord] = [:]
  /// The ids of records, or in the names of files, of which git should have contents that it does not have.
  package internal(set) var missing: Set<RecordID> = []
  /// Why only a part of the history was searched.
  package internal(set) var failure: GitError?
}
