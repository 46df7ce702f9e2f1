/// Adds and removes tags. A tag describes a value, so it is removed when the value is replaced.
extension Document {
  /// Returns the tag of a node as written, or an empty array if the node has no tag.
  func tag(of node: Int) -> [UInt8] {
    Array(textBytes(nodes[node].tag))
  }

  func removingTag(of node: Int) throws(EditRefusal) -> Document {
    try changingTag(of: node, to: [], splice: removalOfTag(of: node))
  }

  /// Returns the document with a tag before a scalar that has none.
  func addingTag(_ tag: [UInt8], at path: [Step]) throws(EditRefusal) -> Document {
    let node = try resolve(path)
    return try changingTag(of: node, to: tag, splice: Splice(at: nodes[node].content.lowerBound, tag + [ASCII.space]))
  }

  private func changingTag(of node: Int, to tag: [UInt8], splice: Splice) throws(EditRefusal) -> Document {
    let old = nodes[node]
    let added = ProposedChange.Added(
      kind: old.kind, text: Array(textBytes(old.text)), parent: old.parent, anchorOf: node, tag: tag)
    do throws(EditRefusal) {
      return try firstExact(
        [ProposedChange(splices: [splice], removed: node..<node + 1, added: [added])], at: old.range.lowerBound)
    } catch {
      throw EditRefusal(reason: Self.boundTag, offset: old.range.lowerBound)
    }
  }

  private func removalOfTag(of node: Int) -> Splice {
    let start = Int(nodes[node].tag.start)
    let end = start + Int(nodes[node].tag.count)
    let next = skipBlanks(from: end)
    let endsLine = next == bytes.count || breakLength(at: next) > 0
    let blanks = bytes[..<start].reversed().prefix { ASCII.isBlank($0) }.count
    if startsLine(start), endsLine {
      let lineStart = start - blanks
      let breakBefore = breakLength(before: lineStart)
      // If there is nothing after the tag, the line break after it ends the field and stays.
      let isLast = nodes[node].isEmptyScalar && breakBefore > 0 || next == bytes.count
      return isLast ? Splice(lineStart - breakBefore..<next) : Splice(lineStart..<next + breakLength(at: next))
    }
    // Keep the space before the tag if possible, because within brackets a space must separate a colon from a comma.
    let isAlone = endsLine || bytes[next] == ASCII.hash
    return isAlone && !startsLine(start) ? Splice(start - blanks..<end) : Splice(start..<next)
  }
}
