import ShelfText

/// A line of source with a marked range, for an error message.
package struct SourceExcerpt: Hashable, Sendable {
  /// The path of the file as displayed, or nil for text that the user typed, such as a query.
  package var path: String?
  /// The line number, starting at 1.
  package let line: Int
  /// The column of the first marked character, counted in Unicode scalars from 1.
  package let column: Int

  private let before: String
  private let marked: String
  private let after: String
  /// Further marked ranges on the same line, in cells.
  private var others: [Range<Int>] = []

  /// Marks a byte range in the source. Only the first line of a multiline range is shown.
  ///
  /// A byte order mark is not counted as a column.
  package init(path: String?, source: some RandomAccessCollection<UInt8>, range: Range<Int>) {
    func index(_ offset: Int) -> Int { min(max(offset, 0), source.count) }
    let bytes = source.prefix(index(range.lowerBound))
    let lineStart = bytes.lastIndex(of: 0x0A).map { source.index(after: $0) } ?? source.startIndex
    let rest = source[lineStart...]
    var content = rest[..<(rest.firstIndex(of: 0x0A) ?? rest.endIndex)]
    if content.last == 0x0D { content = content.dropLast() }
    var offset = source.distance(from: lineStart, to: bytes.endIndex)
    var count = range.count
    if lineStart == source.startIndex, content.starts(with: [0xEF, 0xBB, 0xBF]) {
      content = content.dropFirst(3)
      if offset < 3 { count -= 3 - offset }
      offset = max(0, offset - 3)
    }
    let start = content.prefix(offset)
    let middle = content.dropFirst(offset).prefix(max(count, 0))
    let text = String(decoding: start, as: UTF8.self)

    self.path = path
    line = bytes.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    column = text.unicodeScalars.count + 1
    before = VisibleText.source(text)
    marked = VisibleText.source(String(decoding: middle, as: UTF8.self))
    after = VisibleText.source(String(decoding: content.dropFirst(offset + middle.count), as: UTF8.self))
  }

  /// Marks a byte range in text that the user typed.
  package init(text: String, range: Range<Int>) {
    self.init(path: nil, source: Array(text.utf8), range: range)
  }

  /// Marks several byte ranges in text that the user typed.
  ///
  /// Ranges on a different line from the first are ignored.
  package init(text: String, ranges: [Range<Int>]) {
    self.init(text: text, range: ranges.first ?? 0..<0)
    let start = DisplayWidth.of(before)
    for range in ranges.dropFirst() {
      let other = SourceExcerpt(text: text, range: range)
      guard other.line == line else { continue }
      let offset = DisplayWidth.of(other.before)
      if offset > start { others.append(offset..<offset + max(1, DisplayWidth.of(other.marked))) }
    }
  }

  /// The position as `path:line:column`, or nil if there is no path.
  package var place: String? {
    path.map { "\(VisibleText.line($0)):\(line):\(column)" }
  }

  /// Returns the line, truncated to a width around the first marked range, and a second line with carets below the
  /// ranges.
  package func render(width: Int, depth: ColorDepth) -> String {
    let number = path == nil ? "" : "\(line) "
    let gutter = path == nil ? "    " : "  \(number)| "
    let margin = path == nil ? gutter : String(repeating: " ", count: 2 + number.utf8.count) + "| "
    let available = max(width - gutter.utf8.count, 8)

    var start = before
    if DisplayWidth.of(before) + max(DisplayWidth.of(marked), 1) > available {
      // Cut the start of the line, so that the marked range starts in the middle.
      var room = available / 2 - 1
      let kept = before.reversed().prefix { character in
        room -= DisplayWidth.of(character)
        return room >= 0
      }
      if kept.count < before.count { start = "…" + String(kept.reversed()) }
    }
    let offset = DisplayWidth.of(start)
    let text = DisplayWidth.truncate(start + marked + after, to: available)
    let carets = String(repeating: "^", count: max(1, min(DisplayWidth.of(marked), available - offset)))
    let red = TextStyle(bold: true, foreground: .named(.red))
    var line = String(repeating: " ", count: offset) + red.apply(to: carets, depth: depth)
    var end = offset + carets.utf8.count
    for other in others where start == before && other.lowerBound >= end && other.upperBound <= available {
      line += String(repeating: " ", count: other.lowerBound - end)
      line += red.apply(to: String(repeating: "^", count: other.count), depth: depth)
      end = other.upperBound
    }
    let faint = TextStyle.dim
    return faint.apply(to: gutter, depth: depth) + text + "\n" + faint.apply(to: margin, depth: depth)
      + line + "\n"
  }
}
