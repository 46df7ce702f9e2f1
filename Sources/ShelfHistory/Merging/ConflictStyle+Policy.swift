import ShelfModel
import ShelfText

extension ConflictStyle {
  /// Returns the style with which texts are merged under a policy: the side that it names is taken in place of a conflict,
  /// if nothing else is already.
  package func taking(_ policy: MergePolicy) -> ConflictStyle {
    var style = self
    switch (taken, policy) {
    case (nil, .ours): style.taken = .ours
    case (nil, .theirs): style.taken = .theirs
    default: break
    }
    return style
  }
}
