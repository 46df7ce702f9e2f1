@testable import YAMLEdit

/// The comments between the scalars of a document.
enum CommentLines {
  /// Returns the texts of all comments, without `#` and the spaces around it.
  static func of(_ document: Document) -> [String] {
    gaps(of: document).comments
  }

  /// Returns the first byte between scalars that is neither a space, a line break, nor an indicator, or nil if there is
  /// none.
  static func strayByte(in document: Document) -> Int? {
    gaps(of: document).stray
  }

  private static func gaps(of document: Document) -> (comments: [String], stray: Int?) {
    let bytes = document.bytes
    var comments: [String] = []
    var stray: Int?
    var offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for (index, covered) in texts(of: document).enumerated() {
      while offset < covered.lowerBound {
        let isLineStart =
          offset == 0 || isBreak(bytes[offset - 1]) || offset == 3
          || offset > 1 && isSpecialBreak(offset - 2, bytes) && bytes[offset - 2] == 0xC2
          || offset > 2 && isSpecialBreak(offset - 3, bytes) && bytes[offset - 3] == 0xE2
        if bytes[offset] == UInt8(ascii: "#") || isLineStart && bytes[offset] == UInt8(ascii: "%") && index == 0 {
          let end = lineEnd(offset, bytes)
          let text = String(decoding: bytes[(offset + 1)..<end], as: UTF8.self)
          if bytes[offset] == UInt8(ascii: "#") {
            comments.append(withoutBlanks(text))
          }
          offset = end
        } else {
          let isSpecial = isSpecialBreak(offset, bytes)
          let isMark = isLineStart && bytes[offset...].starts(with: [0xEF, 0xBB, 0xBF])
          if !"-?:,[]{} \t\n\r.".utf8.contains(bytes[offset]), !isSpecial, !isMark {
            stray = stray ?? offset
          }
          offset += isMark ? 3 : !isSpecial ? 1 : bytes[offset] == 0xC2 ? 2 : 3
        }
      }
      offset = max(offset, covered.upperBound)
    }
    return (comments, stray)
  }

  /// Returns a text without surrounding spaces and tabs.
  private static func withoutBlanks(_ text: String) -> String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let start = text.drop(while: isBlank)
    return String(start.reversed().drop(while: isBlank).reversed())
  }

  /// Returns the ranges of anchors, tags, scalars and aliases, without the rest of a block scalar's header.
  private static func texts(of document: Document) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (index, node) in document.nodes.enumerated() {
      if node.range.lowerBound < node.content.lowerBound {
        ranges += properties(of: node, document)
      }
      switch node.kind {
      case .scalar where node.isBlockScalar:
        let layout = document.blockScalar(index)
        ranges.append(node.content.lowerBound..<layout.endOfIndicators)
        ranges.append(layout.endOfHeader..<max(layout.endOfHeader, node.content.upperBound))
      case .scalar, .alias:
        ranges.append(node.content)
      case .sequence, .mapping:
        continue
      }
    }
    return ranges + [document.bytes.count..<document.bytes.count]
  }

  /// Returns the ranges of the words before a node's content that start with `&` or `!`.
  private static func properties(of node: Node, _ document: Document) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var offset = node.range.lowerBound
    while offset < node.content.lowerBound {
      let start = offset
      if document.bytes[start] == UInt8(ascii: "#") {
        offset = lineEnd(offset, document.bytes)
      } else if "&!".utf8.contains(document.bytes[start]) {
        while offset < node.content.lowerBound, !" \t\n\r".utf8.contains(document.bytes[offset]) {
          offset += 1
        }
        ranges.append(start..<offset)
      } else {
        offset += 1
      }
    }
    return ranges
  }

  private static func lineEnd(_ offset: Int, _ bytes: [UInt8]) -> Int {
    var offset = offset
    while offset < bytes.count, !isBreak(bytes[offset]), !isSpecialBreak(offset, bytes) {
      offset += 1
    }
    return offset
  }

  /// Returns whether there may be a line break of any kind. False positives are possible.
  static func hasBreak(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.indices.contains { isBreak(bytes[$0]) || bytes[$0] == 0x85 || bytes[$0] == 0xA8 || bytes[$0] == 0xA9 }
  }

  private static func isBreak(_ byte: UInt8) -> Bool {
    byte == 10 || byte == 13
  }

  /// Returns whether NEL, LS or PS starts at an offset.
  private static func isSpecialBreak(_ offset: Int, _ bytes: [UInt8]) -> Bool {
    switch bytes[offset] {
    case 0xC2: offset + 1 < bytes.count && bytes[offset + 1] == 0x85
    case 0xE2:
      offset + 2 < bytes.count && bytes[offset + 1] == 0x80 && (bytes[offset + 2] == 0xA8 || bytes[offset + 2] == 0xA9)
    default: false
    }
  }
}
