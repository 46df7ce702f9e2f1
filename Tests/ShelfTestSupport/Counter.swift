import Synchronization

/// Counts calls from any thread.
package final class Counter: Sendable {
  package init() {}

  private let count = Atomic(0)

  /// Returns 0, 1, 2 …
  package func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
