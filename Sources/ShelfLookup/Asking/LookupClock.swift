import ShelfSystem

/// A monotonic clock in milliseconds, and a way to wait.
package struct LookupClock: Sendable {
  package let now: @Sendable () -> Int
  package let wait: @Sendable (_ milliseconds: Int) -> Void

  package init(now: @escaping @Sendable () -> Int, wait: @escaping @Sendable (_ milliseconds: Int) -> Void) {
    self.now = now
    self.wait = wait
  }

  package static let system = LookupClock(
    now: {
      let time = ContinuousClock.now - LookupClock.start
      return Int(time.components.seconds) * 1000 + Int(time.components.attoseconds / 1_000_000_000_000_000)
    },
    wait: { DiskFileSystem().pause(milliseconds: $0) })

  private static let start = ContinuousClock.now
}
