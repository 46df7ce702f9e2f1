import YAMLEdit

/// A file that looks like a record and lies outside of the kinds' folders.
public struct StrayFile: Sendable {
  /// The path relative to the library.
  public let path: String
  public let source: [UInt8]
  let id: RecordID
}
