import ShelfSystem
import Synchronization

/// Messages from other threads, and what wakes the one that takes them.
package final class BrowserInbox: Sendable {
  private let state = Mutex<(messages: [Message], waker: RawTerminal.Waker?)>(([], nil))

  package init() {}

  package func put(_ message: Message) {
    let waker = state.withLock { state in
      // Of two states of the library only the last one counts. It comes when the first would have come: what was said
      // since, such as that a record was made, is about records that it has.
      switch message {
      case .library:
        if let place = state.messages.firstIndex(where: { if case .library = $0 { true } else { false } }) {
          state.messages[place] = message
          return state.waker
        }
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

  /// Says whom to wake from now on.
  func listen(_ waker: RawTerminal.Waker?) { state.withLock { $0.waker = waker } }

  func take() -> [Message] {
    state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
  }
}
