import Synchronization

/// A value that another thread computes while this one continues.
package final class Future<Value: Sendable>: Sendable {
  private final class Result: Sendable {
    let made = Mutex<Value?>(nil)
  }

  private let result = Result()
  private let thread: WorkerThread?

  /// Starts a thread that computes the value. If the system refuses to start a thread, computes the value immediately.
  package init(_ body: @escaping @Sendable () -> Value) {
    let make: @Sendable () -> Void = { [result] in
      let value = body()
      result.made.withLock { $0 = value }
    }
    thread = WorkerThread(make)
    if thread == nil { make() }
  }

  /// Waits for the value and returns it.
  package func value() -> Value {
    thread?.join()
    guard let value = result.made.withLock({ $0 }) else {
      preconditionFailure("the thread ends once it has made the value")
    }
    return value
  }
}
