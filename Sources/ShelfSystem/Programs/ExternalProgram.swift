#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Another program, run without a shell.
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

  /// How a program ended.
  package struct Ending: Sendable {
    /// The exit status; 128 plus the signal's number if a signal ended it.
    package let status: Int32
    /// What it wrote to standard error; only the beginning of a long text.
    package let errors: [UInt8]
    /// For how many milliseconds it had done nothing, if it was ended because of that; otherwise nil.
    package let idleTime: Int?
    /// Whether it was ended because its time was up.
    package let isLate: Bool

    package init(status: Int32, errors: [UInt8], idleTime: Int? = nil, isLate: Bool = false) {
      self.status = status
      self.errors = errors
      self.idleTime = idleTime
      self.isLate = isLate
    }
  }

  /// Runs the program with the streams of this process until it ends, and returns its exit status; 128 plus the
  /// signal's number if a signal ended it.
  ///
  /// - Throws: `FileError` if the program does not exist.
  package func run() throws(FileError) -> Int32 {
    // Ctrl-C in an editor is for the editor.
    let signals = [SIGINT, SIGQUIT]
    let handlers = signals.map { signal($0, SIG_IGN) }
    defer { for (number, handler) in zip(signals, handlers) { signal(number, handler) } }
    return try wait(for: spawn([nil, nil, nil]))
  }

  /// Runs the program until it ends, writes `input` to its standard input and passes on what it writes.
  ///
  /// - Parameters:
  ///   - limits: how long the program may do nothing; nil for any time.
  ///   - timeLimit: how long the program may run, whatever it does, in milliseconds; nil for any time.
  ///   - mixesErrors: whether what it writes to standard error is passed on among the output, in the order of writing.
  ///   - holdsSignals: whether Ctrl-C ends the program first, passes on what it has written, and ends this process then.
  ///   - take: called with each piece of the output; returns false to get no more, which ends the program.
  /// - Throws: `FileError` if the program does not exist, or the system has no more pipes.
  package func run(
    input: [UInt8], limits: IdleLimits? = nil, timeLimit: Int? = nil, mixesErrors: Bool = false,
    holdsSignals: Bool = false, _ take: (UnsafeRawBufferPointer) -> Bool
  ) throws(FileError) -> Ending {
    let deadline = timeLimit.map { Idleness.clock() + $0 }
    var isLate: Bool { deadline.map { Idleness.clock() > $0 } ?? false }
    var pipes = try ProgramPipes(hasInput: !input.isEmpty, mixesErrors: mixesErrors)
    let process = try start(&pipes)
    // Now, since the program would inherit it.
    let held = holdsSignals ? HeldSignals() : nil
    defer { held?.release() }
    var isEnding = false
    var status: Int32?
    func endIfAsked() {
      guard !isEnding, status == nil, let held, held.areThere else { return }
      isEnding = true
      kill(process, SIGTERM)
    }
    var idleness = limits.map { Idleness(of: process, limits: $0) }
    var idle: Int?
    let isDone = pipes.transfer(
      input,
      isOver: {
        if Self.hasEnded(process, &status) { return true }
        endIfAsked()
        idle = idleness?.excess()
        return idle != nil || isLate
      },
      { piece in
        idleness?.end()
        endIfAsked()
        return !isLate && (piece.isEmpty || take(piece))
      })
    pipes.close()
    if let idle {
      return Ending(status: try end(process), errors: pipes.errors, idleTime: idle)
    }
    if deadline != nil {
      // It may have closed its output and go on.
      while isDone, !Self.hasEnded(process, &status), !isLate { usleep(5000) }
      if status == nil { return Ending(status: try end(process), errors: pipes.errors, isLate: isLate) }
    }
    // It may keep working, or wait for a reader that never comes.
    if !isDone, status == nil { kill(process, SIGTERM) }
    if let status { return Ending(status: status, errors: pipes.errors) }
    return Ending(status: try wait(for: process), errors: pipes.errors)
  }

  /// Runs the program until it ends, with the output of this process, and writes a text to its standard input.
  package func run(feeding input: [UInt8]) throws(FileError) -> Int32 {
    // A pager handles Ctrl-C itself; if this process ended, the pager and the shell would share the terminal.
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

  /// Starts the program on its ends of the pipes, which are closed if it cannot be started.
  private func start(_ pipes: inout ProgramPipes) throws(FileError) -> pid_t {
    do throws(FileError) {
      return try spawn(pipes.theirs)
    } catch {
      pipes.close()
      throw error
    }
  }

  /// Ends the program and what it has started. It is asked first, so that it can remove its locks.
  private func end(_ process: pid_t) throws(FileError) -> Int32 {
    let tree = ProcessTree(of: process)
    tree.send(SIGTERM)
    var status: Int32?
    for _ in 0..<20 where !Self.hasEnded(process, &status) { usleep(50_000) }
    // What it has started may not have ended with it.
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

  /// Returns whether the program has ended by now, and records its exit status.
  private static func hasEnded(_ process: pid_t, _ status: inout Int32?) -> Bool {
    if status != nil { return true }
    var raw: Int32 = 0
    guard waitpid(process, &raw, WNOHANG) == process else { return false }
    status = exitStatus(raw)
    return true
  }

  /// Returns the exit status; 128 plus the signal's number if a signal ended the program.
  private static func exitStatus(_ raw: Int32) -> Int32 {
    let signalNumber = raw & 0x7F
    return signalNumber == 0 ? (raw >> 8) & 0xFF : 128 + signalNumber
  }

  /// Starts the program with these descriptors as its standard streams; nil inherits the stream.
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

  /// Returns where the program is: this process may have a different search path from the one that it passes on.
  ///
  /// Only absolute folders are searched: with another one, such as ".", the working directory, which may be
  /// a library, would choose the program.
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

  /// Gives the program the default signal handling, which this process has changed, and lets it receive all signals,
  /// which may have been blocked where this process was started: it could not be ended.
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
