import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The state that signal handlers need to restore terminals, allocated in advance so that a handler can read it at any
/// time.
///
/// A handler may only call functions that POSIX declares async-signal-safe: `write`, `tcsetattr`, `signal`,
/// `sigprocmask`, `kill`, `alarm`. It must not allocate, so it iterates over the slots with an index instead of an
/// iterator.
enum RawTerminalSlots {
  /// One terminal. The program uses a single slot; tests use several.
  struct Slot {
    var isTaken = false
    /// Whether another program is using the terminal.
    var isLent = false
    var input: Int32 = -1
    var output: Int32 = -1
    var settings = termios()
    var raw = termios()
    var start: UnsafeMutablePointer<CChar>?
    var startLength = 0
    var end: UnsafeMutablePointer<CChar>?
    var endLength = 0
    /// Whether there is unsaved work. If so, a signal that ends the process leaves time to save it.
    var hasUnsavedInput = false
    /// The signal that is about to end the process, or 0 for none.
    var ending: Int32 = 0
    /// A pipe to which a handler writes a byte to wake the reader: 1 for a new size, 2 after a stop, or 4 for a signal
    /// that ends the process.
    var bell: (reader: Int32, writer: Int32) = (-1, -1)
  }

  static let count = 32
  /// The slots, which are never freed because a signal may arrive at any time.
  nonisolated(unsafe) static let slots: UnsafeMutablePointer<Slot> = {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    slots.initialize(repeating: Slot(), count: count)
    return slots
  }()

  private struct State {
    /// The number of slots in use.
    var used = 0
    /// The previous signal actions.
    var before: [(Int32, sigaction)] = []
    /// The addresses of the strings that handlers write. They are never freed, since there are only a few.
    var texts: [String: Int] = [:]

    mutating func text(_ text: String) -> UnsafeMutablePointer<CChar>? {
      if let known = texts[text] { return UnsafeMutablePointer(bitPattern: known) }
      let new = strdup(text)
      texts[text] = Int(bitPattern: new)
      return new
    }
  }

  private static let state = Mutex(State())

  /// The signals that end a process by default and can be handled, except those of a crash.
  static let ending: [Int32] = {
    var numbers = [
      SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ,
    ]
    #if os(Linux)
      // 16 is SIGSTKFLT; 34 to 64 are the real-time signals, which also end a process.
      numbers += [SIGIO, SIGPWR, 16] + Array(34...64)
    #endif
    return numbers
  }()

  /// The signals of a crash.
  static let traps = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]

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
        start: state.text(start), startLength: start.utf8.count, end: state.text(end), endLength: end.utf8.count,
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
      close(slots[index].bell.reader)
      close(slots[index].bell.writer)
    }
  }

  /// Prevents the handlers from switching the terminal back to raw mode after a stop, because another program is using
  /// it.
  static func lend(_ index: Int) {
    slots[index].hasUnsavedInput = false
    slots[index].isLent = true
  }

  static func reclaim(_ index: Int) { slots[index].isLent = false }

  static func wake(_ index: Int) {
    state.withLock { _ in
      var byte: UInt8 = 1
      if slots[index].isTaken { _ = write(slots[index].bell.writer, &byte, 1) }
    }
  }

  static func bell(_ index: Int) -> Int32 { slots[index].bell.reader }

  /// Empties the pipe, and returns whether the process has been stopped and continued.
  static func drainBell(_ index: Int) -> Bool {
    var wasStopped = false
    var byte: UInt8 = 0
    while read(slots[index].bell.reader, &byte, 1) > 0 { wasStopped = wasStopped || byte == 2 }
    return wasStopped
  }

  // MARK: - Listening

  /// Installs the handlers, except for signals that are ignored, and returns the previous actions.
  private static func listen() -> [(Int32, sigaction)] {
    var before: [(Int32, sigaction)] = []
    func handle(_ number: Int32, _ flags: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
      var old = sigaction()
      guard sigaction(number, nil, &old) == 0, !isIgnored(old) else { return }
      before.append((number, old))
      var new = sigaction()
      set(handler, in: &new)
      new.sa_flags = flags
      sigaction(number, &new, nil)
    }
    makeStack()
    for number in ending { handle(number, SA_RESTART) { RawTerminalSlots.end(with: $0, isTrap: false) } }
    for number in traps { handle(number, SA_ONSTACK) { RawTerminalSlots.end(with: $0, isTrap: true) } }
    handle(SIGTSTP, SA_RESTART) { _ in RawTerminalSlots.stop() }
    handle(SIGCONT, SA_RESTART) { _ in RawTerminalSlots.resume() }
    handle(SIGWINCH, SA_RESTART) { _ in RawTerminalSlots.ring(1) }
    return before
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Glibc)
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    #elseif canImport(Darwin)
      unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
    #else
      unsafeBitCast(action.__sa_handler.sa_handler, to: Int.self) == 1
    #endif
  }

  private static func set(_ handler: @escaping @convention(c) (Int32) -> Void, in action: inout sigaction) {
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = handler
    #elseif canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sa_handler.sa_handler = handler
    #endif
  }

  /// Allocates an alternate stack for the crash handlers, because after a stack overflow the normal stack has no room
  /// for them.
  private static func makeStack() {
    var old = stack_t()
    guard sigaltstack(nil, &old) == 0, old.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    let size = 64 << 10
    var new = stack_t()
    // The stack is never freed, because the thread needs it for its entire lifetime.
    new.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    new.ss_size = size
    sigaltstack(&new, nil)
  }

  // MARK: - Inside a handler

  /// Wakes all readers. Like the functions below, it calls only async-signal-safe functions.
  private static func ring(_ reason: UInt8) {
    let code = errno
    var index = 0
    while index < count {
      var byte = reason
      if slots[index].isTaken { _ = write(slots[index].bell.writer, &byte, 1) }
      index += 1
    }
    errno = code
  }

  private static func giveBack() {
    var index = 0
    while index < count {
      if slots[index].isTaken {
        if let end = slots[index].end { _ = write(slots[index].output, end, slots[index].endLength) }
        tcsetattr(slots[index].input, TCSANOW, &slots[index].settings)
      }
      index += 1
    }
  }

  /// Switches a terminal back to raw mode after a shell may have used it.
  private static func takeAgain(_ index: Int) {
    tcsetattr(slots[index].input, TCSANOW, &slots[index].raw)
    if let start = slots[index].start { _ = write(slots[index].output, start, slots[index].startLength) }
  }

  /// Restores the terminals and ends the process with the same signal. If there is unsaved work, first gives the reader
  /// time to save it.
  private static func end(with number: Int32, isTrap: Bool) {
    giveBack()
    var number = number
    var index = 0
    // After a crash, the reader cannot be relied on to save unsaved work.
    while index < count, !isTrap {
      if slots[index].isTaken, slots[index].hasUnsavedInput {
        if slots[index].ending == 0 {
          slots[index].ending = number
          // The alarm ends the process if the reader does not do so within 3 seconds.
          alarm(3)
          return ring(4)
        }
        // When a terminal is closed, the shell and the system each send a signal. Only the first one counts.
        if number != SIGALRM { return }
        number = slots[index].ending
      }
      index += 1
    }
    signal(number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    sigprocmask(SIG_UNBLOCK, &set, nil)
    kill(getpid(), number)
  }

  /// Returns to raw mode after SIGSTOP, which cannot be handled, if a shell has changed the settings while the process
  /// was stopped.
  private static func resume() {
    let code = errno
    var isTaken = false
    var index = 0
    while index < count {
      var now = termios()
      if slots[index].isTaken, !slots[index].isLent, tcgetattr(slots[index].input, &now) == 0,
        now.c_lflag & tcflag_t(ICANON) != 0
      {
        takeAgain(index)
        isTaken = true
      }
      index += 1
    }
    if isTaken { ring(2) }
    errno = code
  }

  /// Restores the terminals, stops the process, and returns to raw mode when it continues.
  private static func stop() {
    let code = errno
    giveBack()
    signal(SIGTSTP, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTSTP)
    kill(getpid(), SIGTSTP)
    // The process stops here, as soon as the signal is unblocked.
    sigprocmask(SIG_UNBLOCK, &set, nil)
    signal(SIGTSTP) { _ in RawTerminalSlots.stop() }
    var index = 0
    while index < count {
      if slots[index].isTaken, !slots[index].isLent { takeAgain(index) }
      index += 1
    }
    ring(2)
    errno = code
  }
}
