/// The policy for resolving fields that both sides of a merge changed differently: `merge` in the manifest.
package enum MergePolicy: String, CaseIterable, Sendable {
  /// The user decides. Both versions remain in the file, between conflict markers.
  case conflict
  case ours
  case theirs
  /// The side whose record was modified later wins. If a side has no `modificationDate`, or if both dates are the same,
  /// the user decides.
  case newest

  /// The environment variable that overrides the manifest's policy. `shelf sync` sets it for the merges that it runs.
  package static let variable = "SHELF_MERGE"
  /// The environment variable that contains the folder of the library that is being synchronized, relative to the top
  /// of the working tree. It is either empty or ends with a slash. In other libraries of the repository, the merge
  /// driver does not resolve conflicts.
  package static let folderVariable = "SHELF_MERGE_FOLDER"
}
