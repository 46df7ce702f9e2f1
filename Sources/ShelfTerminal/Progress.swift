import ShelfSystem
import Synchronization

/// A line on the terminal that says what a long-running command is doing; it appears only on a terminal, and
/// disappears.
package final class Progress: Sendable {
  private struct State {
    var text = ""
    var isShown = false
    var isOver = false
  }

  /// Milliseconds before the line appears: most commands have finished by then.
  private static let delay = 400

  private let descriptor: Int32?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - descriptor: where the line would appear; nil if it should not appear.
  ///   - terminal: what is there; nothing appears if that is not a terminal.
  package init(_ descriptor: Int32?, terminal: Terminal) {
    self.descriptor = terminal.isTerminal ? descriptor : nil
    guard self.descriptor != nil else { return }
    // Without a thread nothing is shown, and nothing else changes.
    _ = WorkerThread { [self] in
      Machine.sleep(milliseconds: Progress.delay)
      state.withLock { state in
        if state.isOver || state.text.isEmpty { return }
        state.isShown = true
        show(state.text)
      }
    }
  }

  /// Says what is happening now.
  package func say(_ text: String) {
    state.withLock { state in
      state.text = text
      if state.isShown { show(text) }
    }
  }

  /// Removes the line until something else happens, so that something can be written.
  package func clear() {
    state.withLock { state in
      state.text = ""
      if state.isShown { write("\r\u{1B}[K") }
    }
  }

  /// Removes the line for good.
  package func end() {
    state.withLock { state in
      state.isOver = true
      if state.isShown { write("\r\u{1B}[K") }
      state.isShown = false
    }
  }

  private func show(_ text: String) { write("\r\u{1B}[K" + text + " …") }

  private func write(_ text: String) {
    if let descriptor { _ = Streams.writeAll(Array(text.utf8), to: descriptor) }
  }
}
