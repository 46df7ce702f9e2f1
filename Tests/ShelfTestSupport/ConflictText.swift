import YAMLEdit

/// Resolves the conflicts in a text in favor of one side, as a user would.
package enum ConflictText {
  package enum Side { case ours, theirs }

  /// Returns the text with all conflicts resolved in favor of a side.
  package static func resolved(_ text: String, for side: Side) -> String {
    enum Place { case outside, ours, base, theirs }
    var place = Place.outside
    var result = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      switch (place, line.prefix(7)) {
      case (.outside, "<<<<<<<"): place = .ours
      case (.ours, "|||||||"): place = .base
      case (.ours, "======="), (.base, "======="): place = .theirs
      case (.theirs, ">>>>>>>"): place = .outside
      default:
        if place == .outside || place == .ours && side == .ours || place == .theirs && side == .theirs {
          result += line + "\n"
        }
      }
    }
    return String(result.dropLast())
  }
}
