import Synchronization

/// A thread-safe counter.
package final class Counter: Sendable {
  package init() {}

  private let count = Atomic(0)

  /// Returns 0, 1, 2 and so on.
  package func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
