import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Ctrl-C, and the signal by which other programs ask this one to end.
package enum Interruption {
  /// Written by the handler of a signal, which may do next to nothing else.
  private static let flag = Atomic(false)

  package static var isThere: Bool { flag.load(ordering: .relaxed) }

  /// From now on the signals are noted instead of ending the process.
  package static func listen() {
    // The flag must be there before a handler needs it.
    flag.store(false, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] { signal(number) { _ in Interruption.flag.store(true, ordering: .relaxed) } }
  }
}
