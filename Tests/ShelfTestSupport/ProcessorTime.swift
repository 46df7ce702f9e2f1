import Foundation

/// A stopwatch for the processor time of the current thread. On a busy computer, wall-clock time mostly measures other
/// programs.
package struct ProcessorTime {
  private let start = ProcessorTime.now

  package init() {}

  /// The processor time since the creation of this value, in seconds.
  package var seconds: Double { ProcessorTime.now - start }

  /// Returns the processor time of a function in seconds.
  package static func of(_ work: () throws -> Void) rethrows -> Double {
    let time = ProcessorTime()
    try work()
    return time.seconds
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
