import ShelfSystem

/// The event loop of a single widget, which is shown below the shell prompt, receives keys, and is erased at the end.
///
/// Each turn paints the widget and then waits for bytes, a resize, a signal or, if an Escape or a draft is pending, a
/// timeout. The bytes are converted to keys, which the widget handles one by one until it is done or cancelled. While
/// an external editor or a catalogue lookup runs, the terminal is in its normal mode. Afterwards the widget is painted
/// again. Keys that were typed ahead are kept for the next widget, so a fast typist can answer several prompts in a
/// row.
///
/// Unsaved input is saved as a draft while the user types (see `DraftSchedule`), and also before a signal ends the
/// process.
package final class InlineScreen {
  private let input: Int32
  private let output: Int32
  /// Returns the terminal's current size and color depth.
  private let measure: () -> Terminal
  private let name: String
  private var painted = InlineFrame()
  private var reader: KeyReader?
  /// Keys that have been read but not handled yet. They may be intended for the next widget.
  private var waiting: ArraySlice<Key> = []

  /// Enables bracketed paste.
  private static let start = "\u{1B}[?2004h"
  private static let end = "\u{1B}[?2004l\u{1B}[?25h"

  /// - Parameters:
  ///   - name: the value of `TERM`.
  ///   - measure: returns the terminal's current size and color depth.
  package init(input: Int32, output: Int32, name: String, measure: @escaping () -> Terminal) {
    self.input = input
    self.output = output
    self.name = name
    self.measure = measure
  }

  /// Returns whether a terminal with this value of `TERM` can move its cursor.
  package static func isCapable(_ name: String?) -> Bool { !(name ?? "").isEmpty && name != "dumb" }

  /// The functions that save a widget's unsaved input.
  package struct Autosave<W, Text: Equatable> {
    /// Returns the input that would be lost if the program ended now, or nil if there is none.
    let typed: (W) -> Text?
    /// The draft that already exists.
    let written: Text?
    /// Saves a draft, or deletes it if the argument is nil. Returns whether this succeeded.
    let draft: (Text?) -> Bool
    /// Saves the input when the process is about to end, and prints where it is saved.
    let keep: (Text) -> Void

    package init(
      typed: @escaping (W) -> Text?, written: Text?, draft: @escaping (Text?) -> Bool,
      keep: @escaping (Text) -> Void
    ) {
      (self.typed, self.written, self.draft, self.keep) = (typed, written, draft, keep)
    }
  }

  /// Shows a widget until it is done, and returns its value.
  ///
  /// - Parameter edit: opens text in the user's editor. Returns the edited text, or nil if it is unchanged.
  /// - Throws: `Cancelled` if the user leaves the widget or the terminal disappears.
  package func run<W: Widget>(_ widget: W, edit: (String) -> String? = { _ in nil }) throws(Cancelled) -> W.Value {
    try run(
      widget, edit: edit,
      autosave: Autosave<W, Bool>(typed: { _ in nil }, written: nil, draft: { _ in true }, keep: { _ in }))
  }

  /// Shows a widget until it is done, and returns its value.
  ///
  /// The draft is deleted only if the user cancels. Otherwise it remains, because the caller has yet to save the value.
  ///
  /// - Parameters:
  ///   - edit: opens text in the user's editor. Returns the edited text, or nil if it is unchanged.
  ///   - fill: fills in fields of a form, and may use the terminal.
  ///   - autosave: saves the unsaved input.
  /// - Throws: `Cancelled` if the user leaves the widget or the terminal disappears.
  package func run<W: Widget, Text: Equatable>(
    _ widget: W, edit: (String) -> String?, fill: (inout W) -> Void = { _ in }, autosave: Autosave<W, Text>
  ) throws(Cancelled) -> W.Value {
    guard let reader = reader ?? KeyReader(terminal: name), var terminal = take() else { throw Cancelled() }
    self.reader = reader
    var widget = widget
    var drafts = DraftSchedule(written: autosave.written, autosave.draft)
    defer {
      write(painted.erase() + InlineScreen.end)
      terminal.giveBack()
    }
    while true {
      if waiting.isEmpty {
        let typed = autosave.typed(widget)
        paint(&widget)
        // From now on, a signal that ends the process leaves time to save the unsaved input on the screen.
        terminal.setHasUnsavedInput(typed != nil)
        drafts.take(typed, at: .now)
      }
      guard !waiting.isEmpty else {
        switch terminal.read(waiting: reader.isWaiting ? KeyReader.escapeTimeout : drafts.wait(at: .now)) {
        case .bytes(let bytes): waiting = reader.keys(bytes)[...]
        case .timeout: waiting = reader.rest()[...]
        case .resized: continue
        case .resumed: painted = InlineFrame()
        case .end:
          if let typed = autosave.typed(widget) { autosave.keep(typed) }
          throw Cancelled()
        case .ending(let signal):
          // Erases any frame that was written after the signal handler had restored the terminal.
          write("\r\u{1B}[J")
          // The rest of a paste may still be in the terminal's buffer.
          if let key = TypedRun.start(of: reader.last(terminal.rest()), into: widget.typing) { _ = widget.take(key) }
          if let typed = autosave.typed(widget) { autosave.keep(typed) }
          RawTerminal.end(by: signal)
        }
        continue
      }
      guard let key = TypedRun.next(&waiting, into: widget.typing) else { continue }
      if key == .control("l") {
        write("\u{1B}[H\u{1B}[2J")
        painted = InlineFrame()
        continue
      }
      if key == .control("z") {
        drafts.flush(autosave.typed(widget))
        write(painted.erase() + InlineScreen.end)
        terminal.suspend()
        continue
      }
      switch widget.take(key) {
      case .taken, .ignored: break
      case .done(let value):
        drafts.flush(autosave.typed(widget))
        return value
      case .cancelled:
        drafts.flush(nil)
        throw Cancelled()
      case .edit(let text):
        drafts.flush(autosave.typed(widget))
        write(painted.erase() + InlineScreen.end)
        terminal.giveBack()
        widget.take(edited: edit(text))
        guard let again = take() else {
          if let typed = autosave.typed(widget) { autosave.keep(typed) }
          throw Cancelled()
        }
        terminal = again
      case .fill:
        drafts.flush(autosave.typed(widget))
        write(painted.erase() + InlineScreen.end)
        terminal.giveBack()
        fill(&widget)
        guard let again = take() else { throw Cancelled() }
        terminal = again
      }
    }
  }

  private func take() -> RawTerminal? {
    // If a signal ends the process, the shell prompt must appear below the widget.
    RawTerminal(input: input, output: output, start: InlineScreen.start, end: InlineScreen.end + "\r\n\u{1B}[J")
  }

  private func paint<W: Widget>(_ widget: inout W) {
    let terminal = measure()
    // The last column stays free, because some terminals wrap as soon as it is written to.
    let space = Space(columns: max(4, terminal.width - 1), rows: max(2, terminal.height - 1))
    widget.fit(space)
    write(painted.show(widget.view(space), width: terminal.width, depth: terminal.depth))
  }

  private func write(_ text: String) {
    if !text.isEmpty { _ = Streams.writeAll(Array(text.utf8), to: output) }
  }
}
