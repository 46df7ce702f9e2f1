import ShelfSystem
import Synchronization

/// A status line for long-running commands. It is shown only on a terminal, and is removed at the end.
package final class Progress: Sendable {
  private struct State {
    var text = ""
    var isShown = false
    var isOver = false
  }

  /// The delay before the line appears, in milliseconds. Most commands finish sooner.
  private static let delay = 400

  private let descriptor: Int32?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - descriptor: the descriptor to write to; nil disables the line.
  ///   - terminal: the terminal behind the descriptor; the line is disabled if it is not a terminal.
  package init(_ descriptor: Int32?, terminal: Terminal) {
    self.descriptor = terminal.isTerminal ? descriptor : nil
    guard self.descriptor != nil else { return }
    // If the thread cannot be started, the line is never shown, which is harmless.
    _ = WorkerThread { [self] in
      Machine.sleep(milliseconds: Progress.delay)
      state.withLock { state in
        if state.isOver || state.text.isEmpty { return }
        state.isShown = true
        show(state.text)
      }
    }
  }

  /// Sets the text of the line.
  package func report(_ text: String) {
    state.withLock { state in
      state.text = text
      if state.isShown { show(text) }
    }
  }

  /// Clears the line until the next report, so that other output can be written.
  package func clear() {
    state.withLock { state in
      state.text = ""
      if state.isShown { write("\r\u{1B}[K") }
    }
  }

  /// Removes the line permanently.
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
