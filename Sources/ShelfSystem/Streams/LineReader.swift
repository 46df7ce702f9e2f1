/// Reads lines from a file descriptor, buffering input beyond the end of a line.
package struct LineReader {
  private let descriptor: Int32
  private var pending: ArraySlice<UInt8> = []

  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Returns the next line without its line break, or nil at the end of the input. A read error is treated as the end.
  ///
  /// On a terminal, the end is not final: the next call after Ctrl-D continues reading.
  package mutating func next() -> String? {
    var searched = 0
    while true {
      if let end = pending.dropFirst(searched).firstIndex(of: 0x0A) {
        let line = pending[..<end]
        pending = pending[(end + 1)...]
        return text(of: line)
      }
      searched = pending.count
      if !fill() {
        guard !pending.isEmpty else { return nil }
        defer { pending = [] }
        return text(of: pending)
      }
    }
  }

  private func text(of line: ArraySlice<UInt8>) -> String {
    String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
  }

  /// Reads some bytes into the buffer. Returns false at the end of the input.
  private mutating func fill() -> Bool {
    guard let chunk = Streams.readSome(4096, from: descriptor) else { return false }
    pending = ArraySlice(pending + chunk)
    return true
  }
}
