/// How a conflict is shown in a file.
package struct ConflictStyle: Hashable, Sendable {
  /// The label after the markers of each version.
  package var ours = "ours"
  package var base = "base"
  package var theirs = "theirs"
  /// How many characters a marker has.
  package var markerSize = 7
  /// Whether the version that both come from is shown too, as git does with `merge.conflictStyle = diff3`.
  package var showsBase = false
  /// The version that is taken in place of a conflict; nil to show both.
  ///
  /// The common ancestor is for the merges of ancestors that git makes when branches have criss-crossed: the result is
  /// the base of another merge that is never shown, but it has to be readable.
  package var taken: Version?

  /// One of the three versions of a merge.
  package enum Version: Sendable {
    case ours, base, theirs
  }

  package init() {}

  /// Returns the lines of a conflict between its markers.
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
  /// Returns the line with a line break, if it has none.
  package func terminated(_ end: End) -> TextLine { self.end == .none ? TextLine(content, end) : self }
}
