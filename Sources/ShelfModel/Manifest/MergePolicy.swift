/// What a library wants done about conflicts: `merge` in its manifest.
package enum MergePolicy: String, CaseIterable, Sendable {
  /// A person decides: both versions are left in the file, between markers.
  case conflict
  case ours
  case theirs
  /// The side whose record was modified later; a conflict unless both sides have a `modificationDate`.
  case newest

  /// The environment variable that says, instead of the manifest, what is done; a sync sets it for the merge that git makes
  /// for it.
  package static let variable = "SHELF_MERGE"
  /// The environment variable that names the folder of the library that is synchronized, from the top of the work tree: empty,
  /// or ended by a slash. In other libraries of the repository, nothing is decided during the sync.
  package static let folderVariable = "SHELF_MERGE_FOLDER"
}
