import Synchronization

/// What another thread makes while this one goes on.
package final class Future<Value: Sendable>: Sendable {
  private final class Result: Sendable {
    let made = Mutex<Value?>(nil)
  }

  private let result = Result()
  private let thread: WorkerThread?

  /// Begins to make it; makes it at once if the system starts no thread.
  package init(_ body: @escaping @Sendable () -> Value) {
    let make: @Sendable () -> Void = { [result] in
      let value = body()
      result.made.withLock { $0 = value }
    }
    thread = WorkerThread(make)
    if thread == nil { make() }
  }

  /// Returns it, once it is made.
  package func value() -> Value {
    thread?.join()
    guard let value = result.made.withLock({ $0 }) else {
      preconditionFailure("the thread ends once it has made the value")
    }
    return value
  }
}
