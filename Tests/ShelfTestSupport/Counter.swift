import Synchronization

/// A thread-safe counter.
package final class Counter: Sendable {
  package init() {}

  private let count = Atomic(0)

  /// Returns the next number, starting with 0.
  package func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
