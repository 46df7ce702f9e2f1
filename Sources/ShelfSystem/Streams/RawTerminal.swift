#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A terminal that passes on each key as it is pressed, without showing it, until it is given back.
///
/// Every signal that ends or stops this process, and every trap, gives it back first: a person is never left with a
/// terminal that shows nothing. Only SIGKILL is too fast for that.
package final class RawTerminal {
  private let input: Int32
  private let output: Int32
  private var settings = termios()
  private var slot: Int?
  private var isGivenBack = false

  /// Forgets what was typed and not read yet.
  package func forgetTyped() { tcflush(input, TCIFLUSH) }

  /// What wakes a reader beside a key.
  package enum Event: Sendable {
    case bytes([UInt8])
    /// The size may be another one.
    case resized
    /// The process was stopped and goes on: other programs have written to the terminal.
    case resumed
    case timeout
    /// The terminal has gone.
    case end
    /// A signal is to end the process, which has a moment for what is not to be lost, and then calls `end(by:)`. The
    /// terminal is given back already.
    case ending(Int32)
  }

  /// Takes the terminal; nil if there is none.
  ///
  /// - Parameters:
  ///   - start: what is written to the terminal when it is taken.
  ///   - end: what is written when it is given back before its time, by a signal.
  package init?(input: Int32, output: Int32, start: String, end: String) {
    self.input = input
    self.output = output
    guard tcgetattr(input, &settings) == 0 else {
      isGivenBack = true
      return nil
    }
    slot = RawTerminalSlots.take(input, output, settings, start, end)
    enter()
    _ = Streams.writeAll(Array(start.utf8), to: output)
  }

  deinit { giveBack() }

  /// Gives the terminal back as it was. The text that undoes the start is for the caller to write.
  package func giveBack() {
    // Someone else may have taken it since.
    if isGivenBack { return }
    isGivenBack = true
    if let slot { RawTerminalSlots.release(slot) }
    slot = nil
    tcsetattr(input, TCSADRAIN, &settings)
  }

  /// Lets another program have the terminal as it was before; a signal that ends this process still undoes the start.
  package func lend() {
    guard let slot else { return }
    RawTerminalSlots.lend(slot)
    tcsetattr(input, TCSADRAIN, &settings)
  }

  /// Takes the terminal again that was lent. The start is for the caller to write.
  package func takeBack() {
    guard let slot else { return }
    RawTerminalSlots.takeBack(slot)
    enter()
  }

  /// Wakes the reader of this terminal, from any thread; to the reader it looks as if the size had changed.
  package struct Waker: Sendable {
    fileprivate let slot: Int

    package func wake() { RawTerminalSlots.wake(slot) }
  }

  /// What wakes the reader; nil once the terminal is given back.
  package var waker: Waker? { slot.map { Waker(slot: $0) } }

  /// Stops this process, as Ctrl-Z does; returns when it goes on.
  package func suspend() {
    kill(getpid(), SIGTSTP)
    if let slot { _ = RawTerminalSlots.quieten(slot) }
  }

  /// Says whether the user has something to lose, so that a signal which ends the process leaves it a moment.
  package func setKeeping(_ isKeeping: Bool) {
    if let slot { RawTerminalSlots.slots[slot].isKeeping = isKeeping }
  }

  /// Ends the process as a signal would have.
  package static func end(by number: Int32) -> Never {
    alarm(0)
    signal(number, SIG_DFL)
    kill(getpid(), number)
    // The signal is blocked.
    exit(128 + number)
  }

  /// Waits for keys.
  ///
  /// - Parameter milliseconds: how long to wait; nil for ever.
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
        let reason = RawTerminalSlots.quieten(slot)
        let ending = RawTerminalSlots.slots[slot].ending
        return ending != 0 ? .ending(ending) : reason ? .resumed : .resized
      }
      guard let bytes = RawTerminal.take(input) else { return .end }
      if !bytes.isEmpty { return .bytes(bytes) }
    }
  }

  /// Returns what is in the terminal when a signal is about to end the process, such as the rest of a text that is being
  /// pasted.
  package func rest() -> [UInt8] {
    var raw = RawTerminal.raw(settings)
    tcsetattr(input, TCSANOW, &raw)
    defer { tcsetattr(input, TCSANOW, &settings) }
    var bytes: [UInt8] = []
    while bytes.count < RawTerminal.mostRest {
      var wanted = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, RawTerminal.timeout) == 1, wanted.revents & Int16(POLLIN) != 0,
        let more = RawTerminal.take(input)
      else { break }
      bytes += more
    }
    return bytes
  }

  /// No paste is longer than this.
  private static let mostRest = 4 << 20
  /// How long the next part of what is pasted may take, in milliseconds.
  private static let timeout: Int32 = 30

  /// Reads what has come: nothing if another program, which has set the terminal not to wait, took it first; nil if the
  /// terminal has gone.
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
    // What was typed ahead is for the first question.
    tcsetattr(input, TCSADRAIN, &raw)
  }

  /// Returns settings that pass on each key, those of Ctrl-C and Ctrl-Z too, and leave the output alone.
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
