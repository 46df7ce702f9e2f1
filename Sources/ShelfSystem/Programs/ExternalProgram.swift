#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An external program, which is run without a shell.
///
/// The program is started with posix_spawn(3), with default signal handling and no blocked signals. `ProgramPipes`
/// connects its standard streams and transfers input and output in one poll(2) loop, so neither side can block the
/// other. While waiting for output, the loop checks whether the program has ended, has exceeded its time limit, or has
/// been idle for too long (`Idleness`). A program that exceeds a limit receives SIGTERM, together with its descendants,
/// so that they can remove their locks. Processes that are still running a second later receive SIGKILL. If the caller
/// wants no more output, only the program itself receives SIGTERM.
///
/// There are also two simpler ways to run a program: an editor takes over the terminal, and a pager receives text.
package struct ExternalProgram: Sendable {
  private let name: String
  private let arguments: [String]
  private let environment: [String: String]

  /// - Parameter name: a path, or a name to look up in the environment's `PATH`.
  package init(_ name: String, _ arguments: [String], environment: [String: String]) {
    self.name = name
    self.arguments = arguments
    self.environment = environment
  }

  /// The outcome of a run.
  package struct Ending: Sendable {
    /// The exit status, or 128 plus the signal number if a signal ended the program.
    package let status: Int32
    /// The first bytes that the program wrote to its standard error.
    package let errors: [UInt8]
    /// The idle limit in milliseconds that the program exceeded, or nil if it was not stopped for that reason.
    package let exceededIdleLimit: Int?
    /// Whether the program was stopped because it exceeded the time limit.
    package let isLate: Bool

    package init(status: Int32, errors: [UInt8], exceededIdleLimit: Int? = nil, isLate: Bool = false) {
      self.status = status
      self.errors = errors
      self.exceededIdleLimit = exceededIdleLimit
      self.isLate = isLate
    }
  }

  /// Runs the program with the standard streams of this process, waits until it ends, and returns its exit status, or
  /// 128 plus the signal number if a signal ended it.
  ///
  /// - Throws: `FileError` if the program cannot be started.
  package func run() throws(FileError) -> Int32 {
    // Ctrl-C in an editor must not end this process.
    let signals = [SIGINT, SIGQUIT]
    let handlers = signals.map { signal($0, SIG_IGN) }
    defer { for (number, handler) in zip(signals, handlers) { signal(number, handler) } }
    return try wait(for: spawn([nil, nil, nil]))
  }

  /// Runs the program until it ends, writes `input` to its standard input, and passes on its output.
  ///
  /// - Parameters:
  ///   - limits: the limits on idle time, or nil for no limit.
  ///   - timeLimit: the limit on total running time in milliseconds, or nil for no limit.
  ///   - take: called with each piece of the output. Returning false stops the program.
  /// - Throws: `FileError` if the program cannot be started or the pipes cannot be created.
  package func run(
    input: [UInt8], limits: IdleLimits? = nil, timeLimit: Int? = nil, _ take: (UnsafeRawBufferPointer) -> Bool
  ) throws(FileError) -> Ending {
    let deadline = timeLimit.map { Idleness.clock() + $0 }
    var isLate: Bool { deadline.map { Idleness.clock() > $0 } ?? false }
    var pipes = try ProgramPipes(hasInput: !input.isEmpty)
    let process = try start(&pipes)
    var status: Int32?
    var idleness = limits.map { Idleness(of: process, limits: $0) }
    var idle: Int?
    let isDone = pipes.transfer(
      input,
      isOver: {
        if Self.hasEnded(process, &status) { return true }
        idle = idleness?.excess()
        return idle != nil || isLate
      },
      { piece in
        idleness?.end()
        return !isLate && (piece.isEmpty || take(piece))
      })
    pipes.close()
    if let idle {
      return Ending(status: try end(process), errors: pipes.errors, exceededIdleLimit: idle)
    }
    if deadline != nil {
      // The program may have closed its output but still be running.
      while isDone, !Self.hasEnded(process, &status), !isLate { usleep(5000) }
      if status == nil { return Ending(status: try end(process), errors: pipes.errors, isLate: isLate) }
    }
    // The caller wants no more output, but the program may keep working, or block because its output is no longer
    // read.
    if !isDone, status == nil { kill(process, SIGTERM) }
    if let status { return Ending(status: status, errors: pipes.errors) }
    return Ending(status: try wait(for: process), errors: pipes.errors)
  }

  /// Runs the program with the standard output and error of this process, writes text to its standard input, and waits
  /// until it ends.
  package func run(feeding input: [UInt8]) throws(FileError) -> Int32 {
    // A pager handles Ctrl-C itself. If Ctrl-C ended this process, the pager and the shell would compete for the
    // terminal.
    let signals = [SIGINT, SIGQUIT]
    let handlers = signals.map { signal($0, SIG_IGN) }
    defer { for (number, handler) in zip(signals, handlers) { signal(number, handler) } }
    var pipes = try ProgramPipes(hasInput: true, hasOutput: false)
    let process = try start(&pipes)
    var status: Int32?
    _ = pipes.transfer(input, isOver: { Self.hasEnded(process, &status) }, { _ in true })
    pipes.close()
    if let status { return status }
    return try wait(for: process)
  }

  /// Starts the program with its ends of the pipes. Closes the pipes if the program cannot be started.
  private func start(_ pipes: inout ProgramPipes) throws(FileError) -> pid_t {
    do throws(FileError) {
      return try spawn(pipes.theirs)
    } catch {
      pipes.close()
      throw error
    }
  }

  /// Stops the program and its descendants, first with SIGTERM, so that they can remove their locks, and up to a second
  /// later with SIGKILL. Returns the exit status.
  private func end(_ process: pid_t) throws(FileError) -> Int32 {
    let tree = ProcessTree(of: process)
    tree.send(SIGTERM)
    var status: Int32?
    for _ in 0..<20 where !Self.hasEnded(process, &status) { usleep(50_000) }
    // Descendants may still be running even if the program has ended.
    tree.send(SIGKILL)
    if let status { return status }
    kill(process, SIGKILL)
    return try wait(for: process)
  }

  private func wait(for process: pid_t) throws(FileError) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { throw FileError(code: errno, operation: "run", path: name) }
    }
    return Self.exitStatus(status)
  }

  /// Returns whether the program has ended, and stores its exit status.
  private static func hasEnded(_ process: pid_t, _ status: inout Int32?) -> Bool {
    if status != nil { return true }
    var raw: Int32 = 0
    guard waitpid(process, &raw, WNOHANG) == process else { return false }
    status = exitStatus(raw)
    return true
  }

  /// Returns the exit status, or 128 plus the signal number if a signal ended the program.
  private static func exitStatus(_ raw: Int32) -> Int32 {
    let signalNumber = raw & 0x7F
    return signalNumber == 0 ? (raw >> 8) & 0xFF : 128 + signalNumber
  }

  /// Starts the program with these descriptors as its standard streams. If a descriptor is nil, the program inherits
  /// the stream of this process.
  private func spawn(_ streams: [Int32?]) throws(FileError) -> pid_t {
    let path = try executable()
    let words = ([name] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      if let stream { posix_spawn_file_actions_adddup2(&actions, stream, Int32(number)) }
    }
    var process = pid_t()
    let result = withDefaultSignals([SIGINT, SIGQUIT, SIGPIPE]) { attributes in
      posix_spawn(&process, path, &actions, attributes, words, variables)
    }
    if result != 0 { throw FileError(code: result, operation: "run", path: name) }
    return process
  }

  /// Returns the path of the program, looked up in the `PATH` of the program's environment, which may differ from that
  /// of this process.
  ///
  /// Relative folders in `PATH`, such as ".", are skipped. The working directory may be a library, whose contents must
  /// not determine which program runs.
  private func executable() throws(FileError) -> String {
    if name.contains("/") { return name }
    var code = ENOENT
    for folder in (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":", omittingEmptySubsequences: true)
    where folder.hasPrefix("/") {
      let path = folder + "/" + name
      var status = stat()
      guard stat(path, &status) == 0, mode_t(status.st_mode) & S_IFMT == S_IFREG else { continue }
      if access(path, X_OK) == 0 { return path }
      code = EACCES
    }
    throw FileError(code: code, operation: "run", path: name)
  }

  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// Resets the given signals to their default actions in the program, and unblocks all signals, because a program that
  /// inherited blocked signals could not be stopped.
  private func withDefaultSignals(_ signals: [Int32], _ body: (UnsafePointer<Attributes>) -> Int32) -> Int32 {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in signals { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    return body(&attributes)
  }
}
