import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread for a single piece of work.
///
/// A system that is short of memory may refuse to start threads. Dispatch would then wait, possibly forever, while a
/// command has the library locked. This type fails immediately instead, and the caller does the work itself.
package final class WorkerThread: Sendable {
  /// An object that passes the closure to the thread.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The thread, or nil once it has been joined.
  private let thread: Mutex<pthread_t?>

  /// Starts a thread that runs a function. Fails if the system refuses to start a thread (pthread_create(3)).
  package init?(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var started: pthread_t?
      let code = pthread_create(&started, nil, { WorkerThread.perform($0) }, work.toOpaque())
    #else
      var started = pthread_t()
      let code = pthread_create(&started, nil, { $0.flatMap(WorkerThread.perform) }, work.toOpaque())
    #endif
    guard code == 0 else {
      work.release()
      return nil
    }
    thread = Mutex(started)
  }

  deinit {
    thread.withLock { if let thread = $0 { _ = pthread_detach(thread) } }
  }

  private static func perform(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
    return nil
  }

  /// Waits until the work is done.
  package func join() {
    thread.withLock { thread in
      if let running = thread { _ = pthread_join(running, nil) }
      thread = nil
    }
  }
}
