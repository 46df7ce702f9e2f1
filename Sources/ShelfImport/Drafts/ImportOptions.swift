import ShelfModel

/// The user's choices for an import.
package struct ImportOptions: Sendable {
  /// Columns and the fields that they go into, from `--map`.
  package var maps: [(column: String, field: FieldHandle)] = []
  /// Whether shelves and tags of the source become genres.
  package var takesShelves = true
  /// Whether values of the source replace those that the user has edited.
  package var updates = false
  /// The keys of fields whose values in the source replace those that the user has edited.
  package var overwrittenFields: Set<String> = []
  /// Whether records that were deleted from the library are created again.
  package var revives = false
  /// How ambiguous dates are written, as the user specified: in all files, and in single files by their paths.
  package var dates: DateStyle?
  package var datesOfFiles: [String: DateStyle] = [:]
  /// The user's time zone, for converting moments in UTC to days.
  package var localTime = LocalTime.utc
  /// The number of threads that an import may use.
  package var threads = 1

  package init() {}
}
