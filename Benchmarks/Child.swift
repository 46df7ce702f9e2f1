/// A program to run as a child process, whose output is discarded by default.
struct Child {
  let program: String
  let arguments: [String]
  /// Variables in the form `NAME=value`, in addition to the common environment of all children.
  var environment: [String] = []

  /// Runs the program to completion and returns its duration, memory use and status.
  func run() throws -> Run {
    let clock = ContinuousClock()
    let start = clock.now
    let process = try spawn()
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw BenchError.system("wait4", program) }
    }
    let duration = clock.now - start
    return Run(
      duration: duration, peakBytes: usage.peakBytes,
      // The exit status as shells report it: 128 plus the signal if the program was killed.
      status: status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f)
  }

  /// Runs the program and throws an error unless it succeeds.
  func runOrThrow() throws {
    let status = try run().status
    guard status == 0 else { throw BenchError("\(program) \(arguments.joined(separator: " ")): status \(status)") }
  }

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - input: the descriptor for its standard input, or nil for `/dev/null`.
  ///   - output: the descriptor for its standard output, or nil for `/dev/null`.
  func spawn(input: Int32? = nil, output: Int32? = nil) throws -> pid_t {
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)

    var process: pid_t = 0
    let code = withCStrings([program] + arguments) { arguments in
      withCStrings(Self.commonEnvironment + environment) { environment in
        posix_spawn(&process, program, &actions, nil, arguments, environment)
      }
    }
    guard code == 0 else { throw BenchError.system("posix_spawn", program, code: code) }
    return process
  }

  /// The environment of every child, which excludes the user's own settings for git and shelf.
  private static let commonEnvironment = [
    "PATH=" + (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"),
    "HOME=/nonexistent", "LC_ALL=C.UTF-8", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
    "GIT_AUTHOR_NAME=shelf-bench", "GIT_AUTHOR_EMAIL=shelf-bench@localhost",
    "GIT_COMMITTER_NAME=shelf-bench", "GIT_COMMITTER_EMAIL=shelf-bench@localhost",
  ]

  private func withCStrings<R>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
    defer {
      for pointer in pointers { free(pointer) }
    }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
  }
}
