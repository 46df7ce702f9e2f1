@testable import YAMLEdit

/// The bytes that an edit may change: the lines of its field or, for a part of a line, the bytes between its
/// neighbors.
enum FieldLines {
  static func of(_ edit: Edit, in document: Document) -> Range<Int> {
    switch edit {
    case .set(let path, _), .append(_, let path):
      let range = of(path, in: document, isRemoval: false)
      return range.lowerBound..<endOfComments(below: path, range.upperBound, document)
    case .setComment(let path, _):
      return of(path, in: document, isRemoval: false)
    case .remove(let path):
      return of(path, in: document, isRemoval: true)
    case .renameKey(let path, _):
      guard case .key(let name)? = path.last, let mapping = document.node(at: path.dropLast()),
        let entry = document.entry(named: name, of: mapping)
      else { return 0..<0 }
      return document.nodes[entry.key].range
    case .insert(_, _, let path, let sibling):
      guard let mapping = document.node(at: path) else { return document.bytes.count..<document.bytes.count }
      // The new mapping replaces an empty value.
      if document.nodes[mapping].kind == .scalar { return of(path, in: document, isRemoval: false) }
      return insertion(into: mapping, after: sibling, in: document)
    }
  }

  /// Returns whether an edit inserts an entry into a flow mapping, or turns a different value into a mapping.
  static func isInBrackets(_ edit: Edit, in document: Document) -> Bool {
    guard case .insert(_, _, let path, _) = edit, let mapping = document.node(at: path) else { return false }
    return document.nodes[mapping].style != .block
  }

  private static func insertion(into mapping: Int, after sibling: String?, in document: Document) -> Range<Int> {
    let node = document.nodes[mapping]
    let previous = sibling.flatMap { document.entry(named: $0, of: mapping) }
    if node.style == .flow {
      let start = previous.map { document.nodes[$0.value].range.upperBound } ?? node.content.lowerBound
      return start..<node.content.upperBound
    }
    // The new entry gets a line of its own between the previous and the next entry.
    let place = previous.map { document.nodes[$0.key].range.lowerBound } ?? node.content.lowerBound
    let end = previous.map { document.nodes[$0.value].range.upperBound } ?? node.content.lowerBound
    let comments = previous.map { endOfComments(below: $0.value, lineEnd(end, document), document) }
    return lineStart(place, document)..<(comments ?? lineEnd(end, document))
  }

  private static func endOfComments(below path: [Step], _ end: Int, _ document: Document) -> Int {
    guard let node = document.node(at: path) else { return end }
    var result = end
    // Includes comments below the list and below its last item.
    for part in [node] + document.items(of: node).suffix(1) {
      result = max(result, endOfComments(below: part, end, document))
    }
    return result
  }

  /// Returns the end of the comment lines below a collection that are indented further than its key, or that contain a
  /// commented-out list item.
  private static func endOfComments(below node: Int, _ end: Int, _ document: Document) -> Int {
    let collection = document.nodes[node]
    guard collection.style == .block, collection.parent >= 0 else { return end }
    let outer = document.column(of: document.nodes[collection.parent].content.lowerBound)
    var end = end
    while end < document.bytes.count {
      let line = String(decoding: document.bytes[end..<lineEnd(end, document)], as: UTF8.self)
      let indent = line.prefix { $0 == " " }.count
      guard line.dropFirst(indent).hasPrefix("#"), indent > outer || line.contains(/^ *#[ \t]*-[ \t]/) else { break }
      end = lineEnd(end, document)
    }
    return end
  }

  private static func of(_ path: [Step], in document: Document, isRemoval: Bool) -> Range<Int> {
    guard var node = document.node(at: path), document.nodes[node].parent >= 0 else { return 0..<document.bytes.count }
    if isRemoval {
      // If the last child is removed, the key of its collection is also removed.
      while let parent = parentIfOnlyChild(node, document) {
        node = parent
      }
    }
    let isValue = document.key(of: node) != nil
    let first = document.key(of: node) ?? node
    let parent = document.nodes[document.nodes[node].parent]
    let range = document.nodes[first].range.lowerBound..<document.nodes[node].range.upperBound
    if parent.style == .flow {
      let previous = document.nodes[first].previous
      let lower = previous >= 0 ? document.nodes[previous].range.upperBound : parent.content.lowerBound
      let next = document.nodes[node].next
      let isLast = next == document.nodes[document.nodes[node].parent].next
      let upper = isLast ? parent.content.upperBound : document.nodes[next].range.lowerBound
      return isRemoval || isValue ? lower..<max(upper, lineEnd(range.upperBound, document)) : lower..<upper + 1
    }
    var lower = lineStart(document.entryStart(first), document)
    if isRemoval, lineEnd(range.upperBound, document) == document.bytes.count {
      lower = max(0, lower - 2)
      // If the file has no final line break, the empty lines before the removed lines are also removed. Otherwise, the
      // file would end with a line break.
      let hasFinalBreak = document.bytes.last == 10
      while !hasFinalBreak, lower > 0, [10, 13].contains(document.bytes[lower - 1]) { lower -= 1 }
    }
    var upper = lineEnd(range.upperBound, document)
    if isRemoval, document.nodes[first].previous < 0, document.nodes[node].next < document.nodes.count {
      upper = max(upper, document.nodes[document.nodes[node].next].range.lowerBound)
    }
    return lower..<upper
  }

  private static func parentIfOnlyChild(_ node: Int, _ document: Document) -> Int? {
    let parent = document.nodes[node].parent
    guard parent > 0 else { return nil }
    let first = document.key(of: node) ?? node
    return document.nodes[first].previous < 0 && document.nodes[node].next == document.nodes[parent].next ? parent : nil
  }

  private static func lineStart(_ offset: Int, _ document: Document) -> Int {
    var offset = offset
    while offset > 0, document.bytes[offset - 1] != 10, document.bytes[offset - 1] != 13 {
      offset -= 1
    }
    return offset
  }

  /// Returns the end of a line, including its line break.
  private static func lineEnd(_ offset: Int, _ document: Document) -> Int {
    var offset = offset
    while offset < document.bytes.count, document.bytes[offset] != 10 {
      offset += 1
    }
    return min(offset + 1, document.bytes.count)
  }
}
