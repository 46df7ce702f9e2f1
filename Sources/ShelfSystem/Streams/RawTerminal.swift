import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A terminal that passes on each key as it is pressed, without showing it, until it is given back.
///
/// Signals that end or stop this process, and traps, give it back first: a person is never left with a terminal that
/// shows nothing. Only SIGKILL is too fast for that.
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
    // Somebody else may have taken it since.
    if isGivenBack { return }
    isGivenBack = true
    if let slot { RawTerminalSlots.release(slot) }
    slot = nil
    tcsetattr(input, TCSADRAIN, &settings)
  }

  /// Wakes whoever reads this terminal, from any thread; to the reader it looks as if the size had changed.
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

  /// Says whether somebody has something to lose, so that a signal which ends the process leaves it a moment.
  package func setKeeping(_ isKeeping: Bool) {
    if let slot { RawTerminalSlots.slots[slot].isKeeping = isKeeping }
  }

  /// Ends the process as a signal would have.
  package static func end(by number: Int32) -> Never {
    alarm(0)
    signal(number, SIG_DFL)
    kill(getpid(), number)
    // Somebody blocks the signal.
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
      var buffer = [UInt8](repeating: 0, count: 4096)
      #if canImport(Darwin)
        let length = Darwin.read(input, &buffer, buffer.count)
      #elseif canImport(Musl)
        let length = Musl.read(input, &buffer, buffer.count)
      #else
        let length = Glibc.read(input, &buffer, buffer.count)
      #endif
      if length > 0 { return .bytes(Array(buffer[..<length])) }
      if length < 0, errno == EINTR || errno == EAGAIN { continue }
      return .end
    }
  }

  private func enter() {
    var raw = RawTerminal.raw(settings)
    // What was typed ahead is for the first question.
    tcsetattr(input, TCSADRAIN, &raw)
  }

  /// Returns settings that pass on each key, those of Ctrl-C and Ctrl-Z too, and leave the output alone.
  fileprivate static func raw(_ settings: termios) -> termios {
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

/// What a signal handler needs to give terminals back: memory that is there before, and that it can read at any moment.
private enum RawTerminalSlots {
  /// One terminal. The program has one; tests have some at a time.
  struct Slot {
    var isTaken = false
    var input: Int32 = -1
    var output: Int32 = -1
    var settings = termios()
    var raw = termios()
    var start: UnsafeMutablePointer<CChar>?
    var startLength = 0
    var end: UnsafeMutablePointer<CChar>?
    var endLength = 0
    /// Whether a signal that ends the process leaves it a moment.
    var isKeeping = false
    /// The signal that did so; 0 for none.
    var ending: Int32 = 0
    /// A pipe into which a handler writes to wake the reader.
    var bell: (reader: Int32, writer: Int32) = (-1, -1)
  }

  static let count = 32
  /// Never freed: a signal may come at any time.
  nonisolated(unsafe) static let slots: UnsafeMutablePointer<Slot> = {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    slots.initialize(repeating: Slot(), count: count)
    return slots
  }()
  /// The slots that a handler has to look at, and how the signals were handled before.
  private static let state = Mutex<(used: Int, before: [(Int32, sigaction)])>((0, []))

  private static let fatal = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  static func take(_ input: Int32, _ output: Int32, _ settings: termios, _ start: String, _ end: String) -> Int? {
    state.withLock { state in
      guard let free = (0..<count).first(where: { !slots[$0].isTaken }) else { return nil }
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      slots[free] = Slot(
        isTaken: false, input: input, output: output, settings: settings, raw: RawTerminal.raw(settings),
        start: strdup(start), startLength: start.utf8.count, end: strdup(end), endLength: end.utf8.count,
        bell: (ends[0], ends[1]))
      slots[free].isTaken = true
      state.used += 1
      if state.used == 1 { state.before = listen() }
      return free
    }
  }

  static func release(_ index: Int) {
    state.withLock { state in
      guard slots[index].isTaken else { return }
      slots[index].isTaken = false
      state.used -= 1
      if state.used == 0 {
        for (number, action) in state.before {
          var action = action
          sigaction(number, &action, nil)
        }
        state.before = []
      }
      free(slots[index].start)
      free(slots[index].end)
      close(slots[index].bell.reader)
      close(slots[index].bell.writer)
    }
  }

  static func wake(_ index: Int) {
    state.withLock { _ in
      var byte: UInt8 = 1
      if slots[index].isTaken { _ = write(slots[index].bell.writer, &byte, 1) }
    }
  }

  static func bell(_ index: Int) -> Int32 { slots[index].bell.reader }

  /// Empties the pipe, and returns whether the process was stopped.
  static func quieten(_ index: Int) -> Bool {
    var wasStopped = false
    var byte: UInt8 = 0
    while read(slots[index].bell.reader, &byte, 1) > 0 { wasStopped = wasStopped || byte == stopped }
    return wasStopped
  }

  /// What a handler writes into the pipe; a number, since a handler must not be the first to use a constant.
  private static let stopped: UInt8 = 2

  /// Handles the signals from now on, but for those that are ignored, and returns how they were handled.
  private static func listen() -> [(Int32, sigaction)] {
    var before: [(Int32, sigaction)] = []
    func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
      var old = sigaction()
      sigaction(number, nil, &old)
      #if canImport(Glibc)
        let isIgnored = unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 1
      #elseif canImport(Darwin)
        let isIgnored = unsafeBitCast(old.__sigaction_u.__sa_handler, to: Int.self) == 1
      #else
        let isIgnored = false
      #endif
      if isIgnored { return }
      before.append((number, old))
      signal(number, handler)
    }
    for number in fatal { handle(number) { RawTerminalSlots.end(with: $0) } }
    handle(SIGTSTP) { _ in RawTerminalSlots.stop() }
    handle(SIGCONT) { _ in RawTerminalSlots.resume() }
    handle(SIGWINCH) { _ in RawTerminalSlots.ring(1) }
    return before
  }

  /// Wakes the readers. Only calls what a signal handler may call, as the two below.
  private static func ring(_ reason: UInt8) {
    let code = errno
    for index in 0..<count where slots[index].isTaken {
      var byte = reason
      _ = write(slots[index].bell.writer, &byte, 1)
    }
    errno = code
  }

  private static func giveBack() {
    for index in 0..<count where slots[index].isTaken {
      if let end = slots[index].end { _ = write(slots[index].output, end, slots[index].endLength) }
      tcsetattr(slots[index].input, TCSANOW, &slots[index].settings)
    }
  }

  /// Gives the terminals back, and ends as the signal would have: at once, unless somebody has something to lose.
  private static func end(with number: Int32) {
    giveBack()
    // After a trap nothing can be relied on.
    if number == 1 || number == 2 || number == 3 || number == 15 {
      for index in 0..<count where slots[index].isTaken && slots[index].isKeeping {
        // When a terminal goes away, the shell and the system each say so.
        if slots[index].ending != 0 { return }
        slots[index].ending = number
        // Whoever does not answer is ended by the alarm.
        alarm(3)
        return ring(4)
      }
    }
    signal(number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    sigprocmask(SIG_UNBLOCK, &set, nil)
    kill(getpid(), number)
  }

  /// Takes the terminals again after a stop that nobody could handle (SIGSTOP), in which a shell had them.
  private static func resume() {
    let code = errno
    var isTaken = false
    for index in 0..<count where slots[index].isTaken {
      var now = termios()
      guard tcgetattr(slots[index].input, &now) == 0, now.c_lflag & tcflag_t(ICANON) != 0 else { continue }
      tcsetattr(slots[index].input, TCSANOW, &slots[index].raw)
      if let start = slots[index].start { _ = write(slots[index].output, start, slots[index].startLength) }
      isTaken = true
    }
    if isTaken { ring(2) }
    errno = code
  }

  /// Gives the terminals back, stops, and takes them again when the process goes on.
  private static func stop() {
    let code = errno
    giveBack()
    signal(SIGTSTP, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTSTP)
    kill(getpid(), SIGTSTP)
    // Here it stops, as soon as the signal is not blocked any longer.
    sigprocmask(SIG_UNBLOCK, &set, nil)
    signal(SIGTSTP) { _ in RawTerminalSlots.stop() }
    for index in 0..<count where slots[index].isTaken {
      tcsetattr(slots[index].input, TCSANOW, &slots[index].raw)
      if let start = slots[index].start { _ = write(slots[index].output, start, slots[index].startLength) }
    }
    ring(2)
    errno = code
  }
}
