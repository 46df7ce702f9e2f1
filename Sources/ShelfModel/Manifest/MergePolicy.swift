/// What a library wants to become of conflicts: `merge` in its manifest.
package enum MergePolicy: String, CaseIterable, Sendable {
  /// A person decides: both versions stand in the file, between markers.
  case conflict
  case ours
  case theirs
  /// The side whose record was modified later; a conflict where not both sides have a `modificationDate`.
  case newest
}
