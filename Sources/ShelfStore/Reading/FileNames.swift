/// A list of file names in one buffer, each followed by a zero byte. All names are UTF-8.
package struct FileNames: Sequence, Sendable {
  private var bytes: [UInt8] = []
  private var starts: [Int32] = []

  package var count: Int { starts.count }

  /// Reserves space for names with this total number of bytes.
  mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func append(_ name: UnsafeBufferPointer<UInt8>) {
    starts.append(Int32(bytes.count))
    bytes.append(contentsOf: name)
    bytes.append(0)
  }

  package func makeIterator() -> some IteratorProtocol<String> {
    starts.indices.lazy.map { position in
      String(decoding: bytes[Int(starts[position])..<end(of: position)], as: UTF8.self)
    }.makeIterator()
  }

  /// Calls a function with the bytes of each name in a range. In memory, each name is followed by a zero byte.
  func forEach(in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      for position in range {
        body(UnsafeBufferPointer(rebasing: bytes[Int(starts[position])..<end(of: position)]))
      }
    }
  }

  /// Returns the offset of the zero byte after a name.
  private func end(of position: Int) -> Int {
    (position + 1 < starts.count ? Int(starts[position + 1]) : bytes.count) - 1
  }
}
