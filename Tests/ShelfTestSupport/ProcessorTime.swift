import Foundation

/// The processor time of the thread that asks: on a busy machine a clock tells more about others.
package struct ProcessorTime {
  private let start = ProcessorTime.now

  package init() {}

  /// How much of it has gone since, in seconds.
  package var seconds: Double { ProcessorTime.now - start }

  /// Returns how much of it a piece of work takes, in seconds.
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
