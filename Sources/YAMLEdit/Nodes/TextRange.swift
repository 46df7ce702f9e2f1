/// A range of text in `source` or, from `source.count` on, in `decoded`, as if the two were one array.
///
/// So a single pair of numbers can address both text that appears verbatim in a file and text that had to be decoded.
public struct TextRange: Hashable, Sendable {
  public var start: Int32
  public var count: Int32

  public init(start: Int32, count: Int32) {
    self.start = start
    self.count = count
  }

  static let empty = TextRange(start: 0, count: 0)

  @inline(__always)
  init(_ range: Range<Int>) {
    self.init(start: Int32(truncatingIfNeeded: range.lowerBound), count: Int32(truncatingIfNeeded: range.count))
  }

  /// Returns the bytes of the range.
  @inline(__always)
  func bytes(source: UnsafeBufferPointer<UInt8>, decoded: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let start = Int(start)
    let count = Int(count)
    if count == 0 {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    if start >= source.count {
      return UnsafeBufferPointer(rebasing: decoded[(start - source.count)..<(start - source.count + count)])
    }
    return UnsafeBufferPointer(rebasing: source[start..<(start + count)])
  }
}
