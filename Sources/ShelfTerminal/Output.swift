import ShelfSystem
import ShelfText

/// A buffered stream of bytes to a file descriptor or, for tests, to memory.
///
/// Writing itself never fails. If the reader has closed the pipe, as in `shelf book list | head`, further output is
/// silently discarded. Any other error is stored, and thrown by `finish()`.
package final class Output {
  /// Whether output is discarded because of a closed pipe or an error. In that case, long-running work can stop.
  private(set) var isClosed = false
  /// The bytes that have not been written yet, or all bytes if there is no descriptor.
  package private(set) var buffer: [UInt8] = []

  private let descriptor: Int32?
  /// Whether control characters are replaced with visible ones.
  private let showsControls: Bool
  private var failure: OutputError?
  private static let capacity = 1 << 16

  /// Creates a stream. Without a descriptor, all output stays in `buffer`.
  ///
  /// - Parameter showsControls: whether to replace control characters with visible ones, for data shown on a terminal.
  package init(descriptor: Int32?, showsControls: Bool = false) {
    self.descriptor = descriptor
    self.showsControls = showsControls
  }

  package func write(_ text: String) {
    guard !isClosed else { return }
    buffer.append(contentsOf: text.utf8)
    flushIfFull()
  }

  package func write(_ bytes: some Collection<UInt8>) {
    guard !isClosed else { return }
    buffer.append(contentsOf: bytes)
    flushIfFull()
  }

  package func line(_ text: String = "") {
    write(text)
    write(CollectionOfOne(0x0A))
  }

  /// Writes the buffer to the descriptor, for example before a prompt or before another program starts.
  package func flush() {
    guard let descriptor else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    guard !isClosed else { return }
    switch Streams.writeAll(showsControls ? VisibleText.data(buffer) : buffer, to: descriptor) {
    case 0: break
    case Streams.brokenPipe: isClosed = true
    case let code:
      isClosed = true
      failure = OutputError(code: code)
    }
  }

  /// Writes the buffer to the descriptor, and throws the first error that has occurred.
  package func finish() throws(OutputError) {
    flush()
    if let failure { throw failure }
  }

  private func flushIfFull() {
    guard descriptor != nil, buffer.count >= Self.capacity else { return }
    guard showsControls, let end = buffer.lastIndex(of: 0x0A) else { return flush() }
    // Flush only complete lines, because control characters can be replaced only in complete characters.
    let rest = Array(buffer[(end + 1)...])
    buffer.removeSubrange((end + 1)...)
    flush()
    buffer = rest
  }
}
