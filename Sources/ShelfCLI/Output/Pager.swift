#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The program that shows long text a screen at a time.
struct Pager: Hashable, Sendable {
  /// What the shell is asked to run.
  let command: String

  /// `less`, which ends at once if the text fits, shows colours and leaves the text on the screen; where there is no
  /// `less`, nothing, without a complaint.
  static let standard = Pager(command: "command -v less >/dev/null && exec less -FRX || exit 127")

  /// Writes text to the output, through a pager where it is longer than the terminal is high.
  static func show(_ text: [UInt8], on output: Output, terminal: Terminal, environment: [String: String]) {
    let lines = text.count { $0 == 0x0A }
    if lines >= terminal.height, let pager = Pager(terminal: terminal, environment: environment) {
      output.flush()
      if pager.run(text, environment: environment) { return }
    }
    output.write(text)
  }

  /// Chooses the pager, or none: for a pipe, on a terminal that cannot move its cursor, or where `PAGER` is empty or
  /// `cat`.
  init?(terminal: Terminal, environment: [String: String]) {
    guard terminal.isTerminal, environment["TERM"].map({ !$0.isEmpty && $0 != "dumb" }) ?? false else { return nil }
    switch environment["PAGER"] {
    case nil: self = .standard
    case "", "cat": return nil
    case let command?: self.init(command: command)
    }
  }

  init(command: String) {
    self.command = command
  }

  /// Runs the pager on a text until it ends, and returns whether there was such a program.
  func run(_ text: [UInt8], environment: [String: String]) -> Bool {
    // A pager has its own answer to Ctrl-C; were this process to end, the shell and it would share the terminal. A
    // pager that is left early closes the pipe.
    let signals = [SIGINT, SIGQUIT, SIGPIPE]
    let handlers = signals.map { signal($0, SIG_IGN) }
    defer { for (number, handler) in zip(signals, handlers) { signal(number, handler) } }

    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process = spawn(input: ends[0], resetting: signals, environment: environment)
    close(ends[0])
    if process != nil { _ = Output.writeAll(text, to: ends[1]) }
    close(ends[1])
    guard let process else { return false }

    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1 { if errno != EINTR { return true } }
    // The shell's answers to a command that is not there or cannot be run.
    let exit = status >> 8 & 0xFF
    return status & 0x7F != 0 || (exit != 126 && exit != 127)
  }

  /// Starts the shell with a pipe's end as its standard input.
  private func spawn(input: Int32, resetting signals: [Int32], environment: [String: String]) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)

    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in signals { sigaddset(&defaults, number) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    // What git sets too: a bare `PAGER=less` then shows colours and ends at once when the text fits.
    let additions = ["LESS": "FRX", "LESSCHARSET": "utf-8", "LV": "-c"]
    let variables = environment.merging(additions) { given, _ in given }.map { strdup("\($0.key)=\($0.value)") }
    let arguments = ["sh", "-c", command].map { (text: String) in strdup(text) }
    defer { for text in variables + arguments { free(text) } }
    var process = pid_t()
    let result = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments + [nil], variables + [nil])
    return result == 0 ? process : nil
  }
}
