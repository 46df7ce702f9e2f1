import Dispatch
import Synchronization

/// A queue with several producer threads and one consumer thread.
package final class Mailbox<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  private let signal = DispatchSemaphore(value: 0)

  package init() {}

  package func put(_ element: Element) {
    elements.withLock { $0.append(element) }
    signal.signal()
  }

  /// Returns the next element, waiting for it if necessary, or nil if none arrives before the deadline.
  package func take(until deadline: DispatchTime) -> Element? {
    guard signal.wait(timeout: deadline) == .success else { return nil }
    return elements.withLock { $0.removeFirst() }
  }

  package var isEmpty: Bool { elements.withLock { $0.isEmpty } }
}
