#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Functions for the standard streams and other file descriptors.
package enum Streams {
  /// The error number for writing to a pipe without a reader.
  package static let brokenPipe = EPIPE

  /// Writes all bytes. Returns 0, or the error number if writing fails.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = write(descriptor, bytes.baseAddress! + done, bytes.count - done)
        if count >= 0 {
          done += count
          continue
        }
        switch errno {
        case EINTR: break
        case EAGAIN:
          // Another process that shares the terminal or pipe has made it non-blocking, so wait until it accepts more
          // bytes.
          var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&wanted, 1, -1)
        case let code: return code
        }
      }
      return 0
    }
  }

  /// Waits for input and returns at most `limit` bytes of it, or nil at the end of the input or if reading fails.
  package static func readSome(_ limit: Int, from descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: limit)
    while true {
      let count = read(descriptor, &bytes, limit)
      if count > 0 { return Array(bytes[..<count]) }
      if count == 0 { return nil }
      switch errno {
      case EINTR: break
      case EAGAIN:
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&wanted, 1, -1)
      default: return nil
      }
    }
  }

  /// Makes writing to a pipe without a reader fail with an error number instead of ending the process. Called once, at
  /// the start of the program. Child processes inherit the setting unless it is reset.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Opens `/dev/null` for each of the three standard streams that the shell closed (`>&-`), so that no other file
  /// gets its number. Called once, at the start of the program.
  ///
  /// Each stream is opened in the wrong direction, so that using it fails.
  package static func fillClosed() {
    for (descriptor, access) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] as [(Int32, Int32)]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", access)
    }
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Returns the size of the terminal behind a descriptor, in cells, or nil if it is unknown.
  package static func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else { return nil }
    return (Int(window.ws_col), Int(window.ws_row))
  }
}
