/// A line of a text: what stands on it, and how it ends.
struct TextLine: Hashable, Sendable {
  /// How a line ends, as editors and git see it.
  enum End: Hashable, Sendable {
    /// The last line of a text without a final line break.
    case none
    case lineFeed
    case carriageReturnLineFeed

    var bytes: [UInt8] {
      switch self {
      case .none: []
      case .lineFeed: [0x0A]
      case .carriageReturnLineFeed: [0x0D, 0x0A]
      }
    }
  }

  var content: ArraySlice<UInt8>
  var end: End

  init(_ content: ArraySlice<UInt8>, _ end: End) {
    self.content = content
    self.end = end
  }

  init(_ content: [UInt8], _ end: End) { self.init(content[...], end) }

  /// Splits bytes into lines.
  static func lines(of bytes: ArraySlice<UInt8>) -> [TextLine] {
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

  var bytes: [UInt8] { content + end.bytes }

  var isBlank: Bool { content.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  /// Whether nothing but a comment stands on the line.
  var isComment: Bool { content.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "#") }

  static func lines(of bytes: [UInt8]) -> [TextLine] { lines(of: bytes[...]) }

  /// Returns the line with this end in place of the end it has, if it has one.
  func ending(_ end: End) -> TextLine { self.end == .none ? self : TextLine(content, end) }
}

extension [TextLine] {
  /// The lines without their ends, as they are compared.
  var contents: [ArraySlice<UInt8>] { map(\.content) }

  /// The text of the lines with LF between them, whatever ends they have.
  var joined: [UInt8] { flatMap { $0.content + ($0.end == .none ? [] : [0x0A]) } }
}
