import ShelfQuery
import ShelfTerminal
import ShelfText

/// Text with matches, truncated around the first match.
package struct Snippet {
  private let text: [Character]
  private let ranges: [Range<Int>]

  package init(_ hit: QueryHits.Hit) {
    text = Array(hit.text)
    ranges = hit.ranges
  }

  /// Returns the text with highlighted matches.
  ///
  /// - Parameter width: the maximum width in terminal cells.
  package func render(width: Int, depth: ColorDepth) -> String {
    let shown = text.map { VisibleText.line(String($0)) }
    let widths = shown.map { DisplayWidth.of($0) }
    var start = 0
    if widths.reduce(0, +) > width, let first = ranges.first {
      // Use a third of the width for the text before the first match, and the rest for the match and the text after it.
      start = first.lowerBound
      var room = max(0, width / 3 - 1)
      while start > 0, widths[start - 1] <= room {
        start -= 1
        room -= widths[start]
      }
      if start > 0, let blank = text[start..<first.lowerBound].firstIndex(of: " ") { start = blank + 1 }
    }
    var line = start > 0 ? "…" : ""
    var used = start > 0 ? 1 : 0
    let rest = widths[start...].reduce(0, +)
    let room = used + rest > width ? width - 1 : width
    var end = start
    while end < text.count, used + widths[end] <= room {
      used += widths[end]
      end += 1
    }
    var position = start
    for range in ranges where range.upperBound > start && range.lowerBound < end {
      let hit = max(range.lowerBound, start)..<min(range.upperBound, end)
      line += shown[position..<hit.lowerBound].joined()
      line += StyledText.mark.apply(to: shown[hit].joined(), depth: depth)
      position = hit.upperBound
    }
    line += shown[position..<end].joined()
    return end < text.count ? line + "…" : line
  }
}
