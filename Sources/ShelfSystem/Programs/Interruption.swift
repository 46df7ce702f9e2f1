import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Ctrl-C, and the signal with which other programs ask this one to end.
package enum Interruption {
  /// Set by the signal handler, which may do next to nothing else.
  private static let flag = Atomic(false)

  package static var isThere: Bool { flag.load(ordering: .relaxed) }

  /// Makes the signals be recorded, from now on, instead of ending the process.
  package static func listen() {
    // The flag must exist before a handler needs it.
    flag.store(false, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] { signal(number) { _ in Interruption.flag.store(true, ordering: .relaxed) } }
  }
}
