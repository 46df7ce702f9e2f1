import ShelfKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Another program, run with the streams of this one and never through a shell that would read its arguments.
struct ExternalProgram {
  private let name: String
  private let arguments: [String]

  init(_ name: String, _ arguments: [String]) {
    self.name = name
    self.arguments = arguments
  }

  /// Runs the program until it ends and returns its exit status; 128 and the signal's number where one ended it.
  ///
  /// - Throws: `FileError` where there is no such program.
  func run(_ environment: [String: String]) throws(FileError) -> Int32 {
    // Ctrl-C in an editor is the editor's.
    let signals = [SIGINT, SIGQUIT]
    let handlers = signals.map { signal($0, SIG_IGN) }
    defer { for (number, handler) in zip(signals, handlers) { signal(number, handler) } }
    var process = pid_t()
    let words = ([name] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    let result = withDefaultSignals(signals + [SIGPIPE]) { attributes in
      posix_spawnp(&process, name, nil, attributes, words, variables)
    }
    if result != 0 { throw FileError(code: result, operation: "run", path: name) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { throw FileError(code: errno, operation: "run", path: name) }
    }
    let signalNumber = status & 0x7F
    return signalNumber == 0 ? (status >> 8) & 0xFF : 128 + signalNumber
  }

  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// The program gets the signals' ordinary handling, which this process has changed.
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
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    return body(&attributes)
  }
}
