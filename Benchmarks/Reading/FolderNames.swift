/// A batch of names in a folder. Each name is stored as a byte that is 1 for a folder and 0 otherwise, the name itself,
/// and a zero byte.
struct FolderNames: Sendable {
  private var bytes: [UInt8] = []

  /// Adds a zero-terminated name, unless it starts with a dot.
  mutating func append(_ name: UnsafePointer<UInt8>, isFolder: Bool) {
    guard name[0] != UInt8(ascii: ".") else { return }
    bytes.append(isFolder ? 1 : 0)
    bytes.append(contentsOf: UnsafeBufferPointer(start: name, count: strlen(name) + 1))
  }

  /// Calls a function with each name.
  func visit(_ body: (_ name: UnsafePointer<CChar>, _ isFolder: Bool) throws -> Void) rethrows {
    try bytes.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let name = (bytes.baseAddress! + start + 1).assumingMemoryBound(to: CChar.self)
        try body(name, bytes[start] == 1)
        start += strlen(name) + 2
      }
    }
  }
}
