/// A line of a text: its content, and how it ends.
package struct TextLine: Hashable, Sendable {
  /// How a line ends, as editors and git see it.
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
  package static func lines(of bytes: ArraySlice<UInt8>) -> [TextLine] {
    var lines: [TextLine] = []
    var rest = bytes
    while let lineFeed = rest.firstIndex(of: 0x0A) {
      let line = rest[..<lineFeed]
      let isCRLF = line.last == 0x0D
      lines.append(TextLine(isCRLF ? line.dropLast() : line, isCRLF ? .carriageReturnLineFeed : .lineFeed))
      rest = rest[(lineFeed + 1)...]
    }
    if !rest.isEmpty { lines.append(TextLine(rest, .none)) }
    return lines
  }

  package var bytes: [UInt8] { content + end.bytes }

  package var isBlank: Bool { content.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  /// Whether the line holds only a comment.
  package var isComment: Bool { content.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "#") }

  package static func lines(of bytes: [UInt8]) -> [TextLine] { lines(of: bytes[...]) }

  /// Returns the line with this end instead of its own, if it has one.
  package func ending(_ end: End) -> TextLine { self.end == .none ? self : TextLine(content, end) }
}

extension [TextLine] {
  /// The lines without their ends, as they are compared.
  package var contents: [ArraySlice<UInt8>] { map(\.content) }

  /// The text of the lines with LF between them, whatever their own ends.
  package var joined: [UInt8] { flatMap { $0.content + ($0.end == .none ? [] : [0x0A]) } }
}
