/// The lines of a block collection whose children all start and end on separate lines.
///
/// The ranges are contiguous: the head, then for each child the lines above it and its own lines, and finally the tail.
public struct ChildLines: Sendable {
  /// An entry of a mapping or an item of a list.
  public struct Child: Hashable, Sendable {
    /// The index of the entry's key node, or nil for an item.
    public var key: Int?
    /// The index of the entry's value node, or of the item's node.
    public var node: Int
    /// The comment lines and blank lines between the previous child, or the head, and this child.
    public var above: Range<Int>
    /// The lines of the child, including any trailing comment and the last line break.
    public var lines: Range<Int>
  }

  /// The lines before the children: for the root, any byte order mark, directives and `---`; for a value, the line of
  /// its key.
  public let head: Range<Int>
  public let children: [Child]
  /// The lines after the last child. For a value, the range is empty, because a value ends with its last child.
  public let tail: Range<Int>
  /// The column where the children start, counted from 0.
  public let column: Int
}

extension Document {
  /// Returns the lines of a block collection, or nil if the collection is empty or if one of its children shares a line
  /// with other content.
  ///
  /// - Parameter collection: the index of the root node, or of the value of an entry that starts a line.
  public func childLines(of collection: Int) -> ChildLines? {
    let first = collection + 1
    guard nodes[collection].isBlockCollection, nodes[collection].next > first,
      let headStart = startOfHead(of: collection), let headEnd = endOfHead(of: collection, before: entryStart(first))
    else { return nil }
    var end = headEnd
    var children: [ChildLines.Child] = []
    for (key, node) in keysAndNodes(of: collection) {
      let start = entryStart(key ?? node)
      guard startsLine(start), let lineEnd = endOfLine(after: nodes[node].range.upperBound) else { return nil }
      let lineStart = start - bytes[..<start].reversed().prefix { $0 == ASCII.space }.count
      guard lineStart >= end else { return nil }
      let next = lineEnd + breakLength(at: lineEnd)
      children.append(ChildLines.Child(key: key, node: node, above: end..<lineStart, lines: lineStart..<next))
      end = next
    }
    return ChildLines(
      head: headStart..<headEnd, children: children, tail: end..<(collection == 0 ? bytes.count : end),
      column: column(of: entryStart(first)))
  }

  /// Returns the comments on the lines of a child, without `#` and surrounding blanks.
  public func comments(of child: ChildLines.Child) -> [String] {
    comments(in: child.lines, between: (child.key ?? child.node)..<nodes[child.node].next).map { comment in
      let text = String(decoding: bytes[comment], as: UTF8.self)
      return String(decoding: CommentText.oneLine(text), as: UTF8.self)
    }
  }

  /// Returns whether another document contains every comment of this document at least as often.
  func keepsComments(in other: Document) -> Bool {
    func texts(_ document: Document) -> [ArraySlice<UInt8>] {
      document.comments(in: 0..<document.bytes.count, between: document.nodes.indices).map { comment in
        var text = document.bytes[comment].drop(while: ASCII.isBlank)
        while let last = text.last, ASCII.isBlank(last) { text.removeLast() }
        return text
      }
    }
    let (before, after) = (texts(self), texts(other))
    if before == after { return true }
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for text in after { counts[text, default: 0] += 1 }
    for text in before { counts[text, default: 0] -= 1 }
    return counts.values.allSatisfy { $0 >= 0 }
  }

  /// Returns the comments in a range of lines, each from the byte after its `#` to the end of its line.
  ///
  /// A `#` in a scalar does not start a comment. So the search covers only the gaps between the scalars and aliases
  /// among `nodes`, and the header lines of block scalars.
  private func comments(in lines: Range<Int>, between nodes: Range<Int>) -> [Range<Int>] {
    var comments: [Range<Int>] = []
    var offset = lines.lowerBound
    func search(until end: Int) {
      while offset < end {
        guard bytes[offset] == ASCII.hash else {
          offset += 1
          continue
        }
        let lineEnd = min(lineEnd(offset), lines.upperBound)
        comments.append(offset + 1..<lineEnd)
        offset = lineEnd
      }
    }
    for index in nodes {
      let node = self.nodes[index]
      guard node.kind == .scalar || node.kind == .alias else { continue }
      search(until: node.content.lowerBound)
      if node.isBlockScalar {
        let header = blockScalar(index)
        offset = header.endOfIndicators
        search(until: header.endOfHeader)
      }
      offset = max(offset, node.content.upperBound)
    }
    search(until: lines.upperBound)
    return comments
  }

  /// Whether any node has an anchor or a tag, or is an alias.
  public var usesProperties: Bool {
    nodes.contains { $0.kind == .alias || $0.anchor.count > 0 || $0.tag.count > 0 }
  }

  private func keysAndNodes(of collection: Int) -> [(key: Int?, node: Int)] {
    nodes[collection].kind == .mapping
      ? entries(of: collection).map { ($0.key, $0.value) } : items(of: collection).map { (nil, $0) }
  }

  private func startOfHead(of collection: Int) -> Int? {
    guard collection > 0 else { return 0 }
    guard let key = key(of: collection), startsLine(entryStart(key)) else { return nil }
    return lineStart(entryStart(key))
  }

  /// Returns the end of the head: for the root, the end of the `---` line or of the last directive; for a value, the
  /// end of the line of its key.
  private func endOfHead(of collection: Int, before first: Int) -> Int? {
    if collection > 0 {
      guard let indicator = endOfIndicator(collection), let end = endOfLine(after: indicator) else { return nil }
      return end + breakLength(at: end)
    }
    var start = bytes.starts(with: ASCII.byteOrderMark) ? 3 : 0
    var end = start
    while start < first {
      let next = min(lineEnd(start) + breakLength(at: lineEnd(start)), bytes.count)
      if next > first { break }
      if bytes[start] == UInt8(ascii: "%") || bytes[start...].starts(with: "---".utf8) { end = next }
      start = next
    }
    return end
  }
}
