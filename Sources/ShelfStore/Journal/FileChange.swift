/// The new contents of one file of the library.
package struct FileChange: Hashable, Sendable {
  /// The path relative to the library.
  package var path: String
  /// The contents that the change is based on; nil for a new file.
  package var old: [UInt8]?
  /// The new contents; nil if the file is deleted.
  package var new: [UInt8]?
  /// The permission bits of a new file; nil for the usual ones.
  package var mode: UInt32?

  package init(path: String, old: [UInt8]?, new: [UInt8]?) {
    self.path = path
    self.old = old
    self.new = new
  }
}
