import Synchronization

/// Counts calls from any thread.
final class Counter: Sendable {
  private let count = Atomic(0)

  /// Returns 0, 1, 2 …
  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
