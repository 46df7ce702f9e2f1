import ShelfModel

/// The options of an import.
package struct ImportOptions: Sendable {
  /// Columns that become fields, as the person said.
  package var maps: [(column: String, field: FieldHandle)] = []
  /// Whether shelves and tags of the source become genres.
  package var takesShelves = true
  /// Whether the source's values replace those that the owner edited.
  package var updates = false
  /// The fields in which the source's values replace those that the owner edited.
  package var takes: Set<String> = []
  /// Whether records come back that were deleted here.
  package var revives = false
  /// How dates are written where that does not show, as someone said, for all files or for one.
  package var dates: DateStyle?
  package var datesOfFiles: [String: DateStyle] = [:]
  /// The reader's time zone, for moments in UTC that become days.
  package var localTime = LocalTime.utc
  /// How many threads may read.
  package var threads = 1

  package init() {}
}
