import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Ctrl-C (SIGINT) and SIGTERM, recorded instead of ending the process.
package enum Interruption {
  /// A flag that the signal handler sets. A handler can safely do little else.
  private static let flag = Atomic(false)

  package static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Installs signal handlers that record the signals from now on.
  package static func listen() {
    // Initializes the flag before a handler can run, because lazy initialization is not safe in a handler.
    flag.store(false, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] { signal(number) { _ in Interruption.flag.store(true, ordering: .relaxed) } }
  }
}
