/// A record whose file is gone from the library, as git last held it.
public struct LostRecord: Sendable {
  public let id: RecordID
  public let kind: Kind
  /// Where the file was, relative to the library.
  public let path: String
  public let contents: [UInt8]
  public let title: String
  /// The commit that deleted the file; nil where no commit has yet.
  public let deletion: Commit?
}
