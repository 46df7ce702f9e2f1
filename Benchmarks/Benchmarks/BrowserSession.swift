import ShelfSystem

#if os(Linux)
  import CLinux
#endif

/// A session of `shelf browse` on a pseudo-terminal, with a user who waits for each update of the screen.
final class BrowserSession {
  private let process: pid_t
  private let terminal: Int32

  /// The escape sequence that ends each update.
  private static let end = Array("\u{1B}[?2026l".utf8)

  init(_ shelf: String, folder: String) throws {
    terminal = posix_openpt(O_RDWR | O_NOCTTY)
    guard terminal >= 0, grantpt(terminal) == 0, unlockpt(terminal) == 0, let name = ptsname(terminal) else {
      throw BenchError.system("posix_openpt", shelf)
    }
    _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
    let other = open(String(cString: name), O_RDWR | O_NOCTTY)
    guard other >= 0 else { throw BenchError.system("open", String(cString: name)) }
    var size = winsize(ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(other, UInt(TIOCSWINSZ), &size)
    process = try Child(
      program: shelf, arguments: ["browse"],
      environment: ["SHELF_LIBRARY=\(folder)", "TERM=xterm-256color", "COLORTERM=truecolor"]
    ).spawn(input: other, output: other)
    close(other)
  }

  /// Presses a key and waits for the update of the screen. Returns false if the screen is not updated, as for the down
  /// arrow at the end of a list.
  func press(_ key: String) throws -> Bool {
    _ = Streams.writeAll(Array(key.utf8), to: terminal)
    return try waitForFrame()
  }

  /// Waits for an update of the screen. Returns false if there is none within the time limit.
  @discardableResult func waitForFrame(atMost milliseconds: Int32 = 1000) throws -> Bool {
    var bytes: [UInt8] = []
    while true {
      var wanted = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, milliseconds) > 0 else { return false }
      guard let some = Streams.readSome(1 << 16, from: terminal) else { throw BenchError("shelf browse has ended") }
      bytes = bytes.suffix(16) + some
      if bytes.suffix(BrowserSession.end.count).elementsEqual(BrowserSession.end) { return true }
    }
  }

  /// Waits for a while, then discards everything that the browser has drawn.
  func rest(seconds: UInt32) {
    sleep(seconds)
    var wanted = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    while poll(&wanted, 1, 0) > 0, Streams.readSome(1 << 16, from: terminal) != nil {}
  }

  func end() {
    // The first Escape closes anything that is open, and the second closes the search.
    for key in ["\u{1B}", "\u{1B}", "q"] {
      _ = Streams.writeAll(Array(key.utf8), to: terminal)
      usleep(120_000)
    }
    rest(seconds: 0)
    kill(process, SIGTERM)
    var status: Int32 = 0
    _ = waitpid(process, &status, 0)
    close(terminal)
  }

  /// The processor time that the browser has used, in ticks (hundredths of a second).
  var cpuTicks: Int {
    // The times are fields 12 and 13 after the program's name. The name may contain any character, so the fields are
    // counted from its closing parenthesis (see proc(5)).
    let text = read("stat")
    let fields = text[(text.lastIndex(of: UInt8(ascii: ")")) ?? 0)...].split(separator: 0x20)
    return [12, 13].reduce(0) { $0 + (fields.count > $1 ? Int(String(decoding: fields[$1], as: UTF8.self)) ?? 0 : 0) }
  }

  /// The peak memory of the browser, in bytes.
  var peakBytes: Int {
    let line = read("status").split(separator: 0x0A).first { $0.starts(with: Array("VmHWM:".utf8)) } ?? []
    return 1024 * (Int(String(decoding: line.filter { (0x30...0x39).contains($0) }, as: UTF8.self)) ?? 0)
  }

  private func read(_ name: String) -> [UInt8] {
    let file = open("/proc/\(process)/\(name)", O_RDONLY)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return Streams.readSome(1 << 14, from: file) ?? []
  }
}
