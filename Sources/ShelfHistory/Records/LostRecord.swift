import ShelfModel

/// A record whose file is gone from the library, as git last had it.
package struct LostRecord: Sendable {
  package let id: RecordID
  package let kind: Kind
  /// Where the file was, relative to the library.
  package let path: String
  package let contents: [UInt8]
  package let title: String
  /// The commit that deleted the file; nil if none has yet.
  package let deletion: Commit?
}
