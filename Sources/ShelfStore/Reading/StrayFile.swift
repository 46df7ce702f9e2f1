import ShelfModel

/// A file that looks like a record but is outside the kinds' folders.
package struct StrayFile: Sendable {
  /// The path relative to the library.
  package let path: String
  package let source: [UInt8]
  package let id: RecordID
}
