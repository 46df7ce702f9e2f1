/// The policy by which a merge resolves fields that both sides changed differently: `merge` in the manifest.
package enum MergePolicy: String, CaseIterable, Sendable {
  /// The user decides. Both versions remain in the file, between conflict markers.
  case conflict
  case ours
  case theirs
  /// The side whose record was modified later wins. If either side has no `modificationDate`, this is a conflict.
  case newest

  /// The environment variable that overrides the manifest's policy. `shelf sync` sets it for the merges that it runs.
  package static let variable = "SHELF_MERGE"
  /// The environment variable with the folder of the library that is being synchronized, relative to the top of the
  /// work tree. It is empty or ends with a slash. In other libraries of the repository, the merge driver then resolves
  /// no conflicts.
  package static let folderVariable = "SHELF_MERGE_FOLDER"
}
