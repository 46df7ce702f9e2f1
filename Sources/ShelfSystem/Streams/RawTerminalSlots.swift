import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a signal handler needs to give terminals back: memory that is there before, and that it can read at any moment.
///
/// A handler calls nothing but what POSIX lets it call in the middle of anything else: `write`, `tcsetattr`, `signal`,
/// `sigprocmask`, `kill`, `alarm`. It allocates nothing, and so goes through the slots without an iterator.
enum RawTerminalSlots {
  /// One terminal. The program has one; tests have some at a time.
  struct Slot {
    var isTaken = false
    /// Whether another program has the terminal for a while.
    var isLent = false
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

  private struct State {
    /// How many slots are taken.
    var used = 0
    /// How the signals were handled before.
    var before: [(Int32, sigaction)] = []
    /// What handlers write, never freed either; there are a few of them.
    var texts: [String: Int] = [:]

    mutating func text(_ text: String) -> UnsafeMutablePointer<CChar>? {
      if let known = texts[text] { return UnsafeMutablePointer(bitPattern: known) }
      let new = strdup(text)
      texts[text] = Int(bitPattern: new)
      return new
    }
  }

  private static let state = Mutex(State())

  /// The signals that end a process which does not handle them, sent by others or by a clock.
  static let ending: [Int32] = {
    var numbers = [
      SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ,
    ]
    #if os(Linux)
      // SIGSTKFLT; the ones for real time end a process as well.
      numbers += [SIGIO, SIGPWR, 16] + Array(34...64)
    #endif
    return numbers
  }()

  /// The signals of a process that cannot go on.
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

  /// Has a terminal that goes on after a stop left as it is: another program has it.
  static func lend(_ index: Int) {
    slots[index].isKeeping = false
    slots[index].isLent = true
  }

  static func takeBack(_ index: Int) { slots[index].isLent = false }

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
    while read(slots[index].bell.reader, &byte, 1) > 0 { wasStopped = wasStopped || byte == 2 }
    return wasStopped
  }

  // MARK: - Listening

  /// Handles the signals from now on, but for those that are ignored, and returns how they were handled.
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

  /// Gives this thread a stack of its own for traps: one that ran out of its stack has none left for a handler.
  private static func makeStack() {
    var old = stack_t()
    guard sigaltstack(nil, &old) == 0, old.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    let size = 64 << 10
    var new = stack_t()
    // The thread has it as long as it lives.
    new.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    new.ss_size = size
    sigaltstack(&new, nil)
  }

  // MARK: - In a handler

  /// Wakes the readers. Only calls what a signal handler may call, as all that follow.
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

  /// Takes the terminals again that a shell has had meanwhile.
  private static func takeAgain(_ index: Int) {
    tcsetattr(slots[index].input, TCSANOW, &slots[index].raw)
    if let start = slots[index].start { _ = write(slots[index].output, start, slots[index].startLength) }
  }

  /// Gives the terminals back, and ends as the signal would have: at once, unless the user has something to lose.
  private static func end(with number: Int32, isTrap: Bool) {
    giveBack()
    var number = number
    var index = 0
    // After a trap nothing can be relied on.
    while index < count, !isTrap {
      if slots[index].isTaken, slots[index].isKeeping {
        if slots[index].ending == 0 {
          slots[index].ending = number
          // A program that does not answer is ended by the alarm.
          alarm(3)
          return ring(4)
        }
        // When a terminal goes away, the shell and the system each say so.
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

  /// Takes the terminals again after a stop that cannot be handled (SIGSTOP), in which a shell had them.
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
    var index = 0
    while index < count {
      if slots[index].isTaken, !slots[index].isLent { takeAgain(index) }
      index += 1
    }
    ring(2)
    errno = code
  }
}
