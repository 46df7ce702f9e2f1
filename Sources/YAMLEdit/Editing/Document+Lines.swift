/// The start and end of lines and entries.
extension Document {
  func lineStart(_ offset: Int) -> Int {
    bytes.withUnsafeBufferPointer { LineBreak.start(ofLineAt: offset, in: $0) }
  }

  /// Returns the end of the line that contains the offset, before its line break.
  func lineEnd(_ offset: Int) -> Int {
    bytes.withUnsafeBufferPointer { LineBreak.end(ofLineAt: offset, in: $0) }
  }

  /// Returns the length of the line break at the offset, or 0 if there is none.
  func breakLength(at offset: Int) -> Int {
    bytes.withUnsafeBufferPointer { LineBreak.length(at: offset, in: $0) }
  }

  /// Returns the length of the line break before the offset, or 0 if there is none.
  func breakLength(before offset: Int) -> Int {
    bytes.withUnsafeBufferPointer { LineBreak.length(before: offset, in: $0) }
  }

  /// Returns the next offset that is outside white space and comments.
  func skip(from offset: Int) -> Int {
    bytes.withUnsafeBufferPointer { LineBreak.skip(from: offset, in: $0) }
  }

  /// Returns the next offset that is neither a space nor a tab.
  func skipBlanks(from offset: Int) -> Int {
    var offset = offset
    while offset < bytes.count, ASCII.isBlank(bytes[offset]) {
      offset += 1
    }
    return offset
  }

  /// Returns the byte at the offset, or nil if the offset is outside the text.
  func byte(_ offset: Int) -> UInt8? {
    bytes.indices.contains(offset) ? bytes[offset] : nil
  }

  /// Returns the column of the offset as libyaml counts it: in code points, from 0.
  func column(of offset: Int) -> Int {
    bytes.withUnsafeBufferPointer { LineBreak.column(of: offset, in: $0) }
  }

  /// Returns the end of the line if only blanks and a comment follow the offset, or nil if other text follows.
  func endOfLine(after offset: Int) -> Int? {
    let next = skipBlanks(from: offset)
    if next == bytes.count || breakLength(at: next) > 0 {
      return next
    }
    return bytes[next] == ASCII.hash ? lineEnd(next) : nil
  }

  /// Returns whether only spaces and a byte order mark precede the offset on its line.
  func startsLine(_ offset: Int) -> Bool {
    var start = lineStart(offset)
    if start == 0, bytes.starts(with: ASCII.byteOrderMark) {
      start = min(3, offset)
    }
    return bytes[start..<offset].allSatisfy { $0 == ASCII.space }
  }

  func blockScalar(_ node: Int) -> BlockScalar {
    bytes.withUnsafeBufferPointer { BlockScalar(at: nodes[node].content.lowerBound, in: $0) }
  }

  // MARK: - Entries

  /// Returns the start of an item or an entry: its `-` or `?`, or else its node.
  ///
  /// - Parameter node: an item of a sequence, or the key of an entry.
  func entryStart(_ node: Int) -> Int {
    let parent = nodes[node].parent
    guard parent >= 0 else { return nodes[node].range.lowerBound }
    var offset = nodes[parent].content.lowerBound
    if nodes[node].previous >= 0 {
      offset = nodes[nodes[node].previous].range.upperBound
    } else if nodes[parent].style == .flow, !nodes[parent].isPair {
      offset += 1
    }
    offset = skip(from: offset)
    if nodes[parent].style == .flow, byte(offset) == ASCII.comma {
      offset = skip(from: offset + 1)
    }
    return min(offset, nodes[node].range.lowerBound)
  }

  /// Returns the key of a value, or nil if the node is not the value of an entry.
  func key(of node: Int) -> Int? {
    let parent = nodes[node].parent
    return parent >= 0 && nodes[parent].kind == .mapping && !nodes[node].isKey ? nodes[node].previous : nil
  }

  /// Returns the offset after the `:` of a value or the `-` of an item in a block list, or nil if there is no such
  /// indicator.
  func endOfIndicator(_ node: Int) -> Int? {
    if let key = key(of: node) {
      let colon = skip(from: nodes[key].range.upperBound)
      return nodes[node].lacksColon || byte(colon) != ASCII.colon ? nil : colon + 1
    }
    let parent = nodes[node].parent
    guard parent >= 0, nodes[parent].kind == .sequence, nodes[parent].style == .block else { return nil }
    return entryStart(node) + 1
  }
}
