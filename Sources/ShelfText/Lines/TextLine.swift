/// A line of text: its content and its line break.
package struct TextLine: Hashable, Sendable {
  /// The line breaks that editors and git recognize.
  package enum End: Hashable, Sendable {
    /// The last line of a text without a final line break.
    case none
    case lineFeed
    case carriageReturnLineFeed

    package var bytes: [UInt8] {
      switch self {
      case .none: []
      case .lineFeed: [0x0A]
      case .carriageReturnLineFeed: [0x0D, 0x0A]
      }
    }
  }

  package var content: ArraySlice<UInt8>
  package var end: End

  package init(_ content: ArraySlice<UInt8>, _ end: End) {
    self.content = content
    self.end = end
  }

  package init(_ content: [UInt8], _ end: End) { self.init(content[...], end) }

  /// Splits bytes into lines.
  ///
  /// - Parameter end: the line break that replaces all others, or nil to keep them.
  package static func lines(of bytes: ArraySlice<UInt8>, ending end: End? = nil) -> [TextLine] {
    var lines: [TextLine] = []
    var rest = bytes
    while let lineFeed = rest.firstIndex(of: 0x0A) {
      let line = rest[..<lineFeed]
      let isCRLF = line.last == 0x0D
      lines.append(TextLine(isCRLF ? line.dropLast() : line, isCRLF ? .carriageReturnLineFeed : .lineFeed))
      rest = rest[(lineFeed + 1)...]
    }
    if !rest.isEmpty { lines.append(TextLine(rest, .none)) }
    return end.map { end in lines.map { $0.ending(end) } } ?? lines
  }

  package var bytes: [UInt8] { content + end.bytes }

  package var isBlank: Bool { content.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  /// Whether the line contains only a comment.
  package var isComment: Bool { content.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "#") }

  package static func lines(of bytes: [UInt8], ending end: End? = nil) -> [TextLine] {
    lines(of: bytes[...], ending: end)
  }

  /// Returns the line with its line break, if any, replaced with the given one.
  package func ending(_ end: End) -> TextLine { self.end == .none ? self : TextLine(content, end) }
}

extension [TextLine] {
  /// The lines without their line breaks, for comparisons.
  package var contents: [ArraySlice<UInt8>] { map(\.content) }

  /// The text of the lines, with each line break replaced with LF.
  package var joined: [UInt8] { flatMap { $0.content + ($0.end == .none ? [] : [0x0A]) } }
}
