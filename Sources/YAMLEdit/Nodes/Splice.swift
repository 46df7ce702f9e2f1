/// A replacement of a range of bytes.
struct Splice: Hashable {
  var range: Range<Int>
  var bytes: [UInt8]

  /// Replaces a range, or deletes it if there are no bytes.
  init(_ range: Range<Int>, _ bytes: [UInt8] = []) {
    self.range = range
    self.bytes = bytes
  }

  /// Inserts bytes before an offset.
  init(at offset: Int, _ bytes: [UInt8]) {
    self.init(offset..<offset, bytes)
  }

  /// Returns the bytes with all splices applied, or nil if splices overlap. Insertions at the same offset keep their
  /// order.
  static func apply(_ splices: [Splice], to bytes: [UInt8]) -> [UInt8]? {
    let sorted = splices.enumerated().sorted { left, right in
      (left.element.range.lowerBound, left.element.range.upperBound, left.offset)
        < (right.element.range.lowerBound, right.element.range.upperBound, right.offset)
    }
    var result: [UInt8] = []
    var offset = 0
    for (_, splice) in sorted {
      guard splice.range.lowerBound >= offset, splice.range.upperBound <= bytes.count else { return nil }
      result += bytes[offset..<splice.range.lowerBound]
      result += splice.bytes
      offset = splice.range.upperBound
    }
    return result + bytes[offset...]
  }
}
