/// The layout of a block scalar: a header line (`|` or `>`, indicators, comment) and the lines below it.
struct BlockScalar: Hashable {
  enum Chomping: Hashable {
    /// `-`: no final line break.
    case strip
    /// No indicator: one final line break.
    case clip
    /// `+`: all final line breaks.
    case keep
  }

  var chomping = Chomping.clip
  /// The indentation indicator in the header, or 0 if there is none.
  var statedIndent = 0
  /// The end of the indicators in the header: `|` or `>`, followed by an optional digit and an optional `+` or `-`.
  var endOfIndicators: Int
  /// The end of the header line, before its line break.
  var endOfHeader: Int

  /// Parses the header that starts at the offset.
  init(at offset: Int, in source: UnsafeBufferPointer<UInt8>) {
    var offset = offset + 1
    while offset < source.count {
      switch source[offset] {
      case ASCII.plus: chomping = .keep
      case ASCII.dash: chomping = .strip
      case let byte where ASCII.isDigit(byte): statedIndent = Int(byte - ASCII.zero)
      default:
        endOfIndicators = offset
        endOfHeader = LineBreak.end(ofLineAt: offset, in: source)
        return
      }
      offset += 1
    }
    endOfIndicators = offset
    endOfHeader = offset
  }

  /// Returns the actual end of a block scalar: before the line break of its last line.
  ///
  /// `range` is the range that libyaml reports: from the header to the start of the first line after the scalar and any
  /// blank lines that follow it. Those blank lines are part of the value only with `+`. `collection` is the start of
  /// the block collection that contains the scalar. An indentation indicator is relative to its column.
  static func end(
    ofContent range: Range<Int>, collection: Int?, in source: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let header = BlockScalar(at: range.lowerBound, in: source)
    var end = range.upperBound
    guard end > header.endOfHeader else { return header.endOfHeader }
    end -= LineBreak.length(before: end, in: source)
    if header.chomping == .keep {
      return max(end, header.endOfHeader)
    }
    guard let indent = header.indent(ofContent: range, collection: collection, in: source) else {
      return header.endOfHeader
    }
    while end > header.endOfHeader {
      let start = LineBreak.start(ofLineAt: end, in: source)
      guard start > header.endOfHeader, end - start <= indent,
        source[start..<end].allSatisfy({ $0 == ASCII.space })
      else { break }
      end = start - LineBreak.length(before: start, in: source)
    }
    return max(end, header.endOfHeader)
  }

  /// Returns the indentation of the lines, or nil if there is neither an indentation indicator nor text to measure.
  private func indent(
    ofContent range: Range<Int>, collection: Int?, in source: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard statedIndent > 0 else { return textIndent(in: source, until: range.upperBound) }
    let column = collection.map { LineBreak.column(of: $0, in: source) } ?? 0
    return column + statedIndent
  }

  /// Returns the number of leading spaces on the first line that has text, or nil if there is no such line.
  func textIndent(in source: UnsafeBufferPointer<UInt8>, until limit: Int) -> Int? {
    var start = endOfHeader + LineBreak.length(at: endOfHeader, in: source)
    while start < limit {
      var offset = start
      while offset < limit, source[offset] == ASCII.space {
        offset += 1
      }
      let length = LineBreak.length(at: offset, in: source)
      if length == 0 {
        return offset < limit ? offset - start : nil
      }
      start = offset + length
    }
    return nil
  }
}
