/// A change to one file of the library.
package struct FileChange: Hashable, Sendable {
  /// The path relative to the library.
  package var path: String
  /// The contents that the change is based on, or nil if the change creates the file.
  package var old: [UInt8]?
  /// The new contents, or nil if the change deletes the file.
  package var new: [UInt8]?
  /// The permission bits of a new file, or nil for the default bits. An import base never gets more than these.
  package var mode: UInt32?

  package init(path: String, old: [UInt8]?, new: [UInt8]?) {
    self.path = path
    self.old = old
    self.new = new
  }
}
