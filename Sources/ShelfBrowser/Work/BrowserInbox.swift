import ShelfSystem
import Synchronization

/// The queue of messages from other threads to the event loop. Each new message wakes the loop.
package final class BrowserInbox: Sendable {
  private let state = Mutex<(messages: [BrowserMessage], waker: RawTerminal.Waker?)>(([], nil))

  package init() {}

  package func put(_ message: BrowserMessage) {
    let waker = state.withLock { state in
      // Only the latest snapshot matters. It replaces the earlier snapshot rather than joining the end of the queue,
      // because later messages, such as the creation of a record, refer to records that the snapshot contains.
      switch message {
      case .library:
        if let place = state.messages.firstIndex(where: { if case .library = $0 { true } else { false } }) {
          state.messages[place] = message
          return state.waker
        }
      case .uncommitted: state.messages.removeAll { if case .uncommitted = $0 { true } else { false } }
      case .findings: state.messages.removeAll { if case .findings = $0 { true } else { false } }
      case .counted: state.messages.removeAll { if case .counted = $0 { true } else { false } }
      case .sorted: state.messages.removeAll { if case .sorted = $0 { true } else { false } }
      default: break
      }
      state.messages.append(message)
      return state.waker
    }
    waker?.wake()
  }

  /// Sets the waker for the thread that new messages should wake.
  func listen(_ waker: RawTerminal.Waker?) { state.withLock { $0.waker = waker } }

  func take() -> [BrowserMessage] {
    state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
  }
}
