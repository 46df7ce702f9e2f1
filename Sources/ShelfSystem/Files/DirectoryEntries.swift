/// The entries of a folder, packed into one buffer, because creating a `String` for each name would take longer than
/// reading the folder.
package struct DirectoryEntries: Sequence, Sendable {
  /// For each entry, its type in one byte, its name, and a terminating zero.
  private var bytes: [UInt8] = []

  package init() {}

  package func makeIterator() -> some IteratorProtocol<DirectoryEntry> {
    var start = 0
    return AnyIterator {
      guard start < bytes.count else { return nil }
      let end = bytes[(start + 1)...].firstIndex(of: 0)!
      defer { start = end + 1 }
      return DirectoryEntry(
        name: String(validating: bytes[(start + 1)..<end], as: UTF8.self), type: FileType(rawValue: bytes[start]))
    }
  }

  /// Calls a function with the bytes of each name, which are followed by a zero byte in memory, and with the entry's
  /// type.
  package func forEachName(_ body: (_ name: UnsafeBufferPointer<UInt8>, _ type: FileType?) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        var end = start + 1
        while bytes[end] != 0 { end += 1 }
        body(UnsafeBufferPointer(rebasing: bytes[(start + 1)..<end]), FileType(rawValue: bytes[start]))
        start = end + 1
      }
    }
  }

  package mutating func append(_ name: some Collection<UInt8>, _ type: FileType?) {
    bytes.append(type?.rawValue ?? .max)
    bytes.append(contentsOf: name)
    bytes.append(0)
  }

  /// An upper bound for the number of bytes in all names.
  package var nameBytes: Int { bytes.count }
}
