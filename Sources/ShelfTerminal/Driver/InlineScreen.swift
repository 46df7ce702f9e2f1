import ShelfSystem

/// Shows a widget below the prompt of a terminal, passes on its keys, and leaves no trace of it.
///
/// Only the lines that changed are written again, and all of a frame at once, so that nothing flickers.
package final class InlineScreen {
  private let input: Int32
  private let output: Int32
  /// Returns the size and the colours of the terminal, which may change.
  private let measure: () -> Terminal
  private let name: String
  private var painted = InlineFrame()
  private var reader: KeyReader?
  /// Keys that were typed ahead, for this widget or the next one.
  private var waiting: ArraySlice<Key> = []

  /// Pastes are marked as such from here on.
  private static let start = "\u{1B}[?2004h"
  private static let end = "\u{1B}[?2004l\u{1B}[?25h"

  /// - Parameters:
  ///   - name: the value of `TERM`.
  ///   - measure: returns what is known of the terminal at the moment.
  package init(input: Int32, output: Int32, name: String, measure: @escaping () -> Terminal) {
    self.input = input
    self.output = output
    self.name = name
    self.measure = measure
  }

  /// Returns whether a terminal of this kind can move its cursor.
  package static func isCapable(_ name: String?) -> Bool { !(name ?? "").isEmpty && name != "dumb" }

  /// What keeps what is being typed in a widget.
  package struct Autosave<W, Text: Equatable> {
    /// Returns what would be lost if the program ended now; nil if nothing would.
    let typed: (W) -> Text?
    /// What is written down already.
    let written: Text?
    /// Writes down what is being typed by now, and returns whether that was possible; nil throws away what was
    /// written.
    let draft: (Text?) -> Bool
    /// Keeps what was being typed when the program is ended, and says where.
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
  /// - Parameter edit: opens the person's own editor on a text, and returns what it was made; nil if it was left alone.
  /// - Throws: `Cancelled` if the widget was left, or the terminal has gone.
  package func run<W: Widget>(_ widget: W, edit: (String) -> String? = { _ in nil }) throws(Cancelled) -> W.Value {
    try run(
      widget, edit: edit,
      autosave: Autosave<W, Bool>(typed: { _ in nil }, written: nil, draft: { _ in true }, keep: { _ in }))
  }

  /// Shows a widget until it is done, and returns its value; what was typed stays written down until then.
  ///
  /// - Parameters:
  ///   - edit: opens the person's own editor on a text, and returns what it was made; nil if it was left alone.
  ///   - fill: fills in fields of a form, and may use the terminal for that.
  ///   - autosave: keeps what is being typed.
  /// - Throws: `Cancelled` if the widget was left, or the terminal has gone.
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
        // What has been shown as typed is not lost from then on.
        terminal.setKeeping(typed != nil)
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
          // A frame may have been on its way when the terminal was given back.
          write("\r\u{1B}[J")
          // The rest of a text that is being pasted is in the terminal.
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
    // Where a signal ends the program, the prompt of the shell comes below what was typed.
    RawTerminal(input: input, output: output, start: InlineScreen.start, end: InlineScreen.end + "\r\n\u{1B}[J")
  }

  private func paint<W: Widget>(_ widget: inout W) {
    let terminal = measure()
    // The last column stays free: some terminals wrap as soon as it is written.
    let space = Space(columns: max(4, terminal.width - 1), rows: max(2, terminal.height - 1))
    widget.fit(space)
    write(painted.show(widget.view(space), width: terminal.width, depth: terminal.depth))
  }

  private func write(_ text: String) {
    if !text.isEmpty { _ = Streams.writeAll(Array(text.utf8), to: output) }
  }
}
