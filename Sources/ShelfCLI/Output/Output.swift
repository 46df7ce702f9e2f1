#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A buffered stream of bytes to a file descriptor or, for tests, to memory.
///
/// Writing never fails on the spot. A reader that has gone away, as in `shelf book list | head`, is no error: what is
/// written after that is dropped. Any other failure is kept and thrown by `finish()`.
final class Output {
  /// Whether writing is useless, because the reader has gone or an error happened; long work may stop then.
  private(set) var isClosed = false
  /// What is not written yet; everything, where there is no descriptor.
  private(set) var buffer: [UInt8] = []

  private let descriptor: Int32?
  private var failure: OutputError?
  private static let capacity = 1 << 16

  /// Makes a stream; without a descriptor everything stays in `buffer`.
  init(descriptor: Int32?) {
    self.descriptor = descriptor
  }

  func write(_ text: String) {
    guard !isClosed else { return }
    buffer.append(contentsOf: text.utf8)
    flushIfFull()
  }

  func write(_ bytes: some Collection<UInt8>) {
    guard !isClosed else { return }
    buffer.append(contentsOf: bytes)
    flushIfFull()
  }

  func line(_ text: String = "") {
    write(text)
    write(CollectionOfOne(0x0A))
  }

  /// Hands everything to the system, for example before a question is asked or another program is started.
  func flush() {
    guard let descriptor else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    guard !isClosed else { return }
    switch Self.writeAll(buffer, to: descriptor) {
    case 0: break
    case EPIPE: isClosed = true
    case let code:
      isClosed = true
      failure = OutputError(code: code)
    }
  }

  /// Hands everything to the system and throws what went wrong at any time.
  func finish() throws(OutputError) {
    flush()
    if let failure { throw failure }
  }

  /// Lets writing to a pipe without a reader fail with an error number instead of ending the process; called once, at
  /// the start of the program. Programs started later inherit this unless they reset it.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Opens what the shell closed of the three standard streams (`>&-`), so that no file that is opened later takes the
  /// place of one; called once, at the start of the program. They are opened the wrong way round: using them fails.
  static func fillClosedStreams() {
    for (descriptor, access) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] as [(Int32, Int32)]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", access)
    }
  }

  /// Writes all bytes and returns 0, or the number of the error.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = systemWrite(descriptor, bytes.baseAddress! + done, bytes.count - done)
        if count >= 0 {
          done += count
          continue
        }
        switch errno {
        case EINTR: break
        case EAGAIN:
          // Somebody who shares the terminal or pipe made it non-blocking.
          var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = systemPoll(&poll, 1, -1)
        case let code: return code
        }
      }
      return 0
    }
  }

  private func flushIfFull() {
    if descriptor != nil, buffer.count >= Self.capacity { flush() }
  }
}

private let systemWrite = write
private let systemPoll = poll
