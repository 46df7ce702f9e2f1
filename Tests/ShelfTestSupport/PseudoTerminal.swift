import Foundation
import ShelfSystem
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A terminal without a screen. The program under test uses `end`: it reads what the test types, and the test reads
/// what the program writes.
package final class PseudoTerminal {
  /// The descriptor of the terminal.
  package let end: Int32
  private let keyboard: Int32
  private let shown = Shown()

  /// The output that has been read from the terminal so far, and whether it has ended.
  private final class Shown: Sendable {
    let bytes = Mutex<[UInt8]>([])
    let isOver = Mutex(false)
  }

  package init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    // The header that declares `openpty` does not belong to any module of the C library.
    typealias Open =
      @convention(c) (
        UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>?,
        UnsafePointer<termios>?, UnsafePointer<winsize>?
      ) -> Int32
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "openpty") else { throw SystemCallFailed(name: "dlsym") }
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var ends: (Int32, Int32) = (-1, -1)
    guard unsafeBitCast(symbol, to: Open.self)(&ends.0, &ends.1, nil, nil, &size) == 0 else {
      throw SystemCallFailed(name: "openpty")
    }
    (keyboard, end) = ends
    for descriptor in [keyboard, end] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(end)
    close(keyboard)
  }

  /// Types a text, where `\u{4}` is Ctrl-D.
  package func type(_ text: String) {
    _ = Streams.writeAll(Array(text.utf8), to: keyboard)
  }

  /// Runs a function while another thread reads the screen. A terminal buffers only a little output, so a program that
  /// writes more would block.
  package func whileRead<Result>(_ body: () throws -> Result) rethrows -> Result {
    let (shown, keyboard, ended) = (shown, keyboard, DispatchSemaphore(value: 0))
    shown.isOver.withLock { $0 = false }
    Thread.detachNewThread {
      while !shown.isOver.withLock({ $0 }) {
        var descriptor = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 10) > 0 else { continue }
        let bytes = readAvailable(keyboard)
        shown.bytes.withLock { $0 += bytes }
      }
      ended.signal()
    }
    defer {
      shown.isOver.withLock { $0 = true }
      ended.wait()
    }
    return try body()
  }

  /// Returns everything written to the screen, including the echo of typed text.
  package func screen() -> String {
    let rest = readAvailable(keyboard)
    return String(decoding: shown.bytes.withLock { $0 } + rest, as: UTF8.self)
  }
}
