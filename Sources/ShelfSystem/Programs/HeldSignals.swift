#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Blocks SIGINT (Ctrl-C) and SIGTERM for this thread until `release` is called.
struct HeldSignals {
  private static let numbers = [SIGINT, SIGTERM]
  /// The previous signal mask of the thread.
  private var before = sigset_t()

  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in HeldSignals.numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, &before)
  }

  /// Whether one of the signals is pending.
  var arePending: Bool {
    var pending = sigset_t()
    sigemptyset(&pending)
    sigpending(&pending)
    return HeldSignals.numbers.contains { sigismember(&pending, $0) == 1 }
  }

  /// Restores the signal mask. Any pending signal is then delivered.
  func release() {
    var signals = before
    pthread_sigmask(SIG_SETMASK, &signals, nil)
  }
}
