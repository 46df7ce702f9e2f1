import ShelfModel

/// The reason why shelf refuses to publish anything. If it published a library in doubt, private data could become
/// public.
package enum PublicationRefusal: Error, Sendable {
  /// The manifest's settings for publishing are invalid.
  case settings(UnreadableFile)
  /// Files that cannot be read, or have unresolved conflict markers.
  case unreadable([UnreadableFile])
  /// Values that do not match their fields' types.
  case values([Place])
  /// Undeclared fields whose key looks like a misspelling of the key of the field that hides records.
  case misspelt([Place], key: String)
  /// Ids that several records have, either as their own or as a former id.
  case shared([RecordID])
  /// A custom field of the library replaces the built-in field that hides a record.
  case replaced(Kind, key: String)
  /// A custom field is declared public, but its kind, or the kind that it refers to, is never published.
  case privateKind(Kind, key: String, of: Kind)
  /// The covers, or the file that lists the fetched covers, cannot be read.
  case coverSources(path: String)
  /// A sparse checkout omits this file, which affects the pages, from the work tree.
  case leftOut(path: String)

  /// A field of a record.
  package struct Place: Hashable, Sendable {
    package let path: String
    package let key: String
  }
}
