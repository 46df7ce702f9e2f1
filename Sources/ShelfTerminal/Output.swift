import ShelfSystem
import ShelfText

/// A buffered stream of bytes to a file descriptor or, for tests, to memory.
///
/// Writing never fails on the spot. A reader that has gone away, as in `shelf book list | head`, is not an error: what
/// is written after that is dropped. Any other failure is kept and thrown by `finish()`.
package final class Output {
  /// Whether writing is useless, because the reader has gone or an error happened; long-running work may stop then.
  private(set) var isClosed = false
  /// What has not been written yet; everything, if there is no descriptor.
  package private(set) var buffer: [UInt8] = []

  private let descriptor: Int32?
  /// Whether control characters are shown instead of being written.
  private let showsControls: Bool
  private var failure: OutputError?
  private static let capacity = 1 << 16

  /// Makes a stream; without a descriptor everything stays in `buffer`.
  ///
  /// - Parameter showsControls: whether control characters are shown instead of being written, for data on a terminal.
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

  /// Passes everything to the system, for example before a question is asked or another program is started.
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

  /// Passes everything to the system and throws any error that has happened.
  package func finish() throws(OutputError) {
    flush()
    if let failure { throw failure }
  }

  private func flushIfFull() {
    guard descriptor != nil, buffer.count >= Self.capacity else { return }
    guard showsControls, let end = buffer.lastIndex(of: 0x0A) else { return flush() }
    // A character must not be cut in two.
    let rest = Array(buffer[(end + 1)...])
    buffer.removeSubrange((end + 1)...)
    flush()
    buffer = rest
  }
}
