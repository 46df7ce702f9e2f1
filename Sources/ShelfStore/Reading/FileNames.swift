/// Names of files, one after the other and each followed by a zero; all of them are UTF-8.
package struct FileNames: Sequence, Sendable {
  private var bytes: [UInt8] = []
  private var starts: [Int32] = []

  package var count: Int { starts.count }

  /// Makes room for names that together have so many bytes.
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

  /// Calls a function with the bytes of some of the names; there is a zero after each.
  func forEach(in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      for position in range {
        body(UnsafeBufferPointer(rebasing: bytes[Int(starts[position])..<end(of: position)]))
      }
    }
  }

  /// Returns where the zero after a name is.
  private func end(of position: Int) -> Int {
    (position + 1 < starts.count ? Int(starts[position + 1]) : bytes.count) - 1
  }
}
