#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A terminal in raw mode. Until the terminal is restored, this process receives each key as it is pressed, and keys
/// are not echoed.
///
/// `init` saves the settings and switches to raw mode; `giveBack` restores them. `RawTerminalSlots` installs handlers
/// for crashes and for all other signals that end or stop this process. The handlers first restore the terminal, so
/// that the user never ends up with a shell that does not show what is typed. Only SIGKILL and SIGSTOP cannot be
/// handled. `read` waits with poll(2) for a key or for a byte in a pipe (the bell), which the handlers and `Waker` use
/// to report a new window size, the continuation after Ctrl-Z, or a signal that is about to end the process.
package final class RawTerminal {
  private let input: Int32
  private var settings = termios()
  private var slot: Int?
  private var isGivenBack = false

  /// Discards typed input that has not been read.
  package func forgetTyped() { tcflush(input, TCIFLUSH) }

  /// An event that ends the wait for a key.
  package enum Event: Sendable {
    case bytes([UInt8])
    /// The size of the terminal may have changed.
    case resized
    /// The process was stopped and has been continued. Other programs may have written to the terminal.
    case resumed
    case timeout
    /// The terminal no longer exists.
    case end
    /// A signal is about to end the process. The reader has a short time to save unsaved work, and then calls
    /// `end(by:)`. The terminal has already been restored.
    case ending(Int32)
  }

  /// Puts the terminal into raw mode. Fails if `input` is not a terminal.
  ///
  /// - Parameters:
  ///   - start: the text written to the terminal at the start.
  ///   - end: the text that a signal handler writes when it restores the terminal.
  package init?(input: Int32, output: Int32, start: String, end: String) {
    self.input = input
    guard tcgetattr(input, &settings) == 0 else {
      isGivenBack = true
      return nil
    }
    slot = RawTerminalSlots.take(input, output, settings, start, end)
    enter()
    _ = Streams.writeAll(Array(start.utf8), to: output)
  }

  deinit { giveBack() }

  /// Restores the terminal. The caller writes the text that reverses the effect of the start text.
  package func giveBack() {
    // Another program may already be using the terminal.
    if isGivenBack { return }
    isGivenBack = true
    if let slot { RawTerminalSlots.release(slot) }
    slot = nil
    tcsetattr(input, TCSADRAIN, &settings)
  }

  /// Restores the terminal for another program. A signal that ends this process still writes the end text.
  package func lend() {
    guard let slot else { return }
    RawTerminalSlots.lend(slot)
    tcsetattr(input, TCSADRAIN, &settings)
  }

  /// Returns to raw mode after `lend`. The caller writes the start text.
  package func reclaim() {
    guard let slot else { return }
    RawTerminalSlots.reclaim(slot)
    enter()
  }

  /// Wakes the reader of this terminal from any thread. The reader receives `resized`.
  package struct Waker: Sendable {
    fileprivate let slot: Int

    package func wake() { RawTerminalSlots.wake(slot) }
  }

  /// The object that wakes the reader, or nil once the terminal has been restored.
  package var waker: Waker? { slot.map { Waker(slot: $0) } }

  /// Stops this process, as Ctrl-Z does, and returns when it continues.
  package func suspend() {
    kill(getpid(), SIGTSTP)
    if let slot { _ = RawTerminalSlots.drainBell(slot) }
  }

  /// Sets whether there is unsaved work. If so, a signal that ends the process leaves time to save it.
  package func setHasUnsavedInput(_ hasUnsavedInput: Bool) {
    if let slot { RawTerminalSlots.slots[slot].hasUnsavedInput = hasUnsavedInput }
  }

  /// Ends the process with the default action of a signal.
  package static func end(by number: Int32) -> Never {
    alarm(0)
    signal(number, SIG_DFL)
    kill(getpid(), number)
    // This point is reached only if the signal is blocked.
    exit(128 + number)
  }

  /// Waits for keys.
  ///
  /// - Parameter milliseconds: the timeout, or nil to wait forever.
  package func read(waiting milliseconds: Int? = nil) -> Event {
    while true {
      var wanted = [
        pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        pollfd(fd: slot.map(RawTerminalSlots.bell) ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&wanted, 2, milliseconds.map { Int32($0) } ?? -1)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      if count < 0 { return .end }
      if count == 0 { return .timeout }
      if wanted[1].revents != 0, let slot {
        let reason = RawTerminalSlots.drainBell(slot)
        let ending = RawTerminalSlots.slots[slot].ending
        return ending != 0 ? .ending(ending) : reason ? .resumed : .resized
      }
      guard let bytes = RawTerminal.take(input) else { return .end }
      if !bytes.isEmpty { return .bytes(bytes) }
    }
  }

  /// Returns input that is still arriving when a signal is about to end the process, such as the rest of a paste.
  package func rest() -> [UInt8] {
    var raw = RawTerminal.raw(settings)
    tcsetattr(input, TCSANOW, &raw)
    defer { tcsetattr(input, TCSANOW, &settings) }
    var bytes: [UInt8] = []
    while bytes.count < RawTerminal.maxDrainedBytes {
      var wanted = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, RawTerminal.timeout) == 1, wanted.revents & Int16(POLLIN) != 0,
        let more = RawTerminal.take(input)
      else { break }
      bytes += more
    }
    return bytes
  }

  /// The maximum number of bytes that `rest` reads, so that endless input cannot delay the end of the process.
  private static let maxDrainedBytes = 4 << 20
  /// The maximum pause between two parts of a paste, in milliseconds.
  private static let timeout: Int32 = 30

  /// Reads the available input. Returns nil if the terminal no longer exists.
  ///
  /// The result is empty if another process has made the terminal non-blocking and read the input first.
  static func take(_ input: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      #if canImport(Darwin)
        let length = Darwin.read(input, &buffer, buffer.count)
      #elseif canImport(Musl)
        let length = Musl.read(input, &buffer, buffer.count)
      #else
        let length = Glibc.read(input, &buffer, buffer.count)
      #endif
      if length > 0 { return Array(buffer[..<length]) }
      if length < 0, errno == EAGAIN { return [] }
      if length == 0 || errno != EINTR { return nil }
    }
  }

  private func enter() {
    var raw = RawTerminal.raw(settings)
    // TCSADRAIN keeps input that was typed ahead, which answers the first prompt.
    tcsetattr(input, TCSADRAIN, &raw)
  }

  /// Returns terminal settings with which each key is passed on as it is pressed, including Ctrl-C and Ctrl-Z. Output
  /// is processed as before.
  static func raw(_ settings: termios) -> termios {
    var raw = settings
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN | ISIG)
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    return raw
  }
}
