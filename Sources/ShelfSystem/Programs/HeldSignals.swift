#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ctrl-C, and the signal with which other programs ask this one to end, which this thread receives only once they are
/// released.
struct HeldSignals {
  private static let numbers = [SIGINT, SIGTERM]
  /// What the thread held before.
  private var before = sigset_t()

  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in HeldSignals.numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, &before)
  }

  /// Whether one of them has come.
  var areThere: Bool {
    var pending = sigset_t()
    sigemptyset(&pending)
    sigpending(&pending)
    return HeldSignals.numbers.contains { sigismember(&pending, $0) == 1 }
  }

  /// Lets them do what they do, from now on and if they came before.
  func release() {
    var signals = before
    pthread_sigmask(SIG_SETMASK, &signals, nil)
  }
}
