import Dispatch
import Synchronization

/// What another thread makes while this one goes on.
package final class Future<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)
  private let work = DispatchGroup()

  /// Begins to make it.
  package init(_ body: @escaping @Sendable () -> Value) {
    DispatchQueue.global().async(group: work) {
      let value = body()
      self.made.withLock { $0 = value }
    }
  }

  /// Returns it, once it is made.
  package func value() -> Value {
    work.wait()
    guard let value = made.withLock({ $0 }) else { preconditionFailure("the group waits for what makes the value") }
    return value
  }
}
