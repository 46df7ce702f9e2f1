/// Removes one of several items or entries from a collection in brackets or braces.
struct FlowRemoval {
  let document: Document
  let first: Int
  let last: Int

  init(of first: Int, through last: Int, in document: Document) {
    self.document = document
    self.first = first
    self.last = last
  }

  /// The splices that remove the child with one comma, or with its whole line if nothing else is on that line.
  var splices: [Splice] {
    let start = document.entryStart(first)
    let end = document.nodes[last].range.upperBound
    let afterBlanks = document.skip(from: end)
    let comma = document.byte(afterBlanks) == ASCII.comma ? afterBlanks : nil
    let afterComma = comma.map { $0 + 1 } ?? end
    let isLast = document.nodes[last].next == document.nodes[document.nodes[first].parent].next
    let lineEnd = document.endOfLine(after: afterComma)
    if document.startsLine(start), let lineEnd {
      let line = document.lineStart(start)..<(lineEnd + document.breakLength(at: lineEnd))
      return [Splice(line)] + (isLast && comma == nil ? commaBefore : [])
    }
    if isLast {
      // Also remove the child's comment. Otherwise, it would appear to belong to the previous child.
      let hasComment = document.byte(document.skipBlanks(from: afterComma)) == ASCII.hash
      let stop = hasComment ? lineEnd ?? afterComma : afterComma
      return comma == nil ? lastWithoutComma(start, stop) : [Splice(blankStart(start)..<stop)]
    }
    if let lineEnd {
      return [Splice(blankStart(start)..<lineEnd)]
    }
    // Keep the blanks before the next child, unless it is now the first child.
    let isFirst = document.nodes[first].previous < 0
    return [isFirst ? Splice(start..<document.skipBlanks(from: afterComma)) : Splice(blankStart(start)..<afterComma)]
  }

  private func lastWithoutComma(_ start: Int, _ end: Int) -> [Splice] {
    let previous = document.nodes[document.nodes[first].previous].range.upperBound
    let comma = document.skip(from: previous)
    // Keep comments and line breaks between the two children.
    let isNextTo = document.skipBlanks(from: comma + 1) == start && document.skipBlanks(from: previous) == comma
    guard isNextTo else {
      return commaBefore + [Splice(blankStart(start)..<end)]
    }
    return [Splice(previous..<end)]
  }

  /// The splice that removes the comma after the previous child.
  private var commaBefore: [Splice] {
    let comma = document.skip(from: document.nodes[document.nodes[first].previous].range.upperBound)
    return document.byte(comma) == ASCII.comma ? [Splice(comma..<comma + 1)] : []
  }

  /// Returns the start of the blanks before an offset, or the offset itself if it starts the line.
  private func blankStart(_ offset: Int) -> Int {
    if document.startsLine(offset) {
      return offset
    }
    var start = offset
    while start > 0, ASCII.isBlank(document.bytes[start - 1]) {
      start -= 1
    }
    return start
  }
}
