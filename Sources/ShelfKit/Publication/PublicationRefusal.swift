import ShelfModel

/// Why nothing is published: whatever is in doubt could become public by mistake.
package enum PublicationRefusal: Error, Sendable {
  /// What the manifest says about pages is not valid.
  case settings(UnreadableFile)
  /// Files that cannot be read, or hold an unresolved merge.
  case unreadable([UnreadableFile])
  /// Values that are not what their fields hold.
  case values([Place])
  /// Undeclared fields whose names are nearly that of the field that hides a record.
  case misspelt([Place], key: String)
  /// An id that several records have.
  case shared([RecordID])
  /// An own field of the library has the name of the field that hides a record.
  case replaced(Kind, key: String)
  /// An own field of the library is to be public, but belongs to or refers to a kind that never is.
  case privateKind(Kind, key: String, of: Kind)
  /// The covers, or the file that names the fetched ones, cannot be read.
  case coverSources(path: String)

  /// A field of a record.
  package struct Place: Hashable, Sendable {
    package let path: String
    package let key: String
  }
}
