/// The format of a conflict in a file.
package struct ConflictStyle: Hashable, Sendable {
  /// The labels after the markers, one for each version.
  package var ours = "ours"
  package var base = "base"
  package var theirs = "theirs"
  /// The number of characters in a marker.
  package var markerSize = 7
  /// Whether conflicts include the common ancestor, as with git's `merge.conflictStyle = diff3`.
  package var showsBase = false
  /// The version to use instead of a conflict, or nil to write both sides.
  ///
  /// The base is used in merges of common ancestors. After criss-cross merges, git first merges the common ancestors of
  /// the branches and uses the result as the base of the actual merge. That result is never shown, but it has to be
  /// valid YAML.
  package var resolution: Version?

  /// One of the three versions of a merge.
  package enum Version: Sendable {
    case ours, base, theirs
  }

  package init() {}

  /// Returns the lines of a conflict, including its markers.
  package func lines(ours first: [TextLine], base middle: [TextLine], theirs second: [TextLine], _ end: TextLine.End)
    -> [TextLine]
  {
    var lines = [marker("<", ours, end)] + first.map { $0.terminated(end) }
    if showsBase { lines += [marker("|", base, end)] + middle.map { $0.terminated(end) } }
    lines += [marker("=", "", end)] + second.map { $0.terminated(end) }
    return lines + [marker(">", theirs, end)]
  }

  private func marker(_ character: Character, _ label: String, _ end: TextLine.End) -> TextLine {
    let text = String(repeating: character, count: markerSize) + (label.isEmpty ? "" : " " + label)
    return TextLine(Array(text.utf8), end)
  }
}

extension TextLine {
  /// Returns the line with the given line break if it has none.
  package func terminated(_ end: End) -> TextLine { self.end == .none ? TextLine(content, end) : self }
}
