import ShelfModel
import ShelfText

extension ConflictStyle {
  /// Returns the conflict style for a text merge under a policy. Conflicts are resolved in favor of the side that the
  /// policy names, unless this style already resolves them.
  package func taking(_ policy: MergePolicy) -> ConflictStyle {
    var style = self
    switch (resolution, policy) {
    case (nil, .ours): style.resolution = .ours
    case (nil, .theirs): style.resolution = .theirs
    default: break
    }
    return style
  }
}
