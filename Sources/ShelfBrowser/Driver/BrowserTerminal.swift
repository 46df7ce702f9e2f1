import ShelfForms
import ShelfStore
import ShelfSystem
import ShelfTerminal

/// The event loop: runs a `Browser` on a terminal until the user quits, and always restores the terminal afterwards.
///
/// Each turn paints the state and then waits for one of four things: bytes from the terminal, a resize or other signal,
/// a wake-up from `BrowserInbox` because another thread has put a message there, or a timeout. The timeout is set for
/// whatever is due first: a lone Escape that may be the start of a longer key sequence, the next tick of a pending
/// request, or the next draft of unsaved input. Messages are handled before keys. The state answers with effects, which
/// `EffectHandlers` carries out, except for a few about the terminal itself.
///
/// For a command or an external editor, the loop lends the terminal and takes it back afterwards. Keys that were typed
/// before the terminal was lent are dropped, because the user typed them for the previous screen. When a signal ends
/// the process or the terminal disappears, unsaved input is saved as a draft, which the next session offers to resume.
///
/// Keys and mouse events are decoded by libtermkey, as they are for the widgets of commands. Painting is done by
/// `ScreenUpdate`, 60 lines on top of `TextStyle`, which already handles all color depths; libtickit, which wraps
/// libtermkey, would add a second model of pens and character widths and its own event loop, only to emit the same
/// cursor movements.
package final class BrowserTerminal {
  private let input: Int32
  private let output: Int32
  private let name: String
  private let measure: () -> Terminal
  private let inbox: BrowserInbox
  private var shown: Screen?
  private var terminal: RawTerminal?
  private var reader: KeyReader?
  private var browser: Browser
  /// Whether another program took over the terminal in this turn of the loop, so that keys read before must be dropped.
  private var isTypedAhead = false

  /// Switches to the alternate screen, hides the cursor, and enables bracketed paste and mouse reports with drags (mode
  /// 1002) and unlimited coordinates (SGR, 1006).
  private static let start = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?25l"
  private static let end = lent + "\u{1B}[?1049l"
  /// Disables mouse reports and bracketed paste, resets the style, and shows the cursor, for another program that uses
  /// the terminal.
  ///
  /// That program stays on the alternate screen, so that none of its output is left on the shell's screen.
  private static let lent = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h"

  /// The functions that carry out effects.
  package struct EffectHandlers {
    /// Carries out a request, and returns its messages, or none if they arrive later through the inbox.
    package var perform: (BrowserRequest) -> [BrowserMessage]
    /// Runs a command that takes over the terminal, and returns messages for the browser.
    package var run: ([String], _ waits: Bool) -> [BrowserMessage]

    /// Opens text in the user's editor. Returns the edited text, or nil if it is unchanged.
    package var edit: (String) -> String?
    /// Fills the form for a new record from library catalogues.
    package var fill: (NewRecordForm, Library) -> NewRecordForm
    /// Saves the current unsaved input as a draft, or deletes the draft if the input is nil. Returns whether this
    /// succeeded.
    package var draft: (UnsavedInput?) -> Bool
    /// Saves unsaved input for the next session, and prints its location.
    package var keep: (UnsavedInput) -> Void
    /// Deletes the draft of an earlier session.
    package var forget: (UnsavedInput) -> Void
    /// Stores the state of the screen for the next session.
    package var leave: (BrowserPlace) -> Void

    package init(
      perform: @escaping (BrowserRequest) -> [BrowserMessage],
      run: @escaping ([String], _ waits: Bool) -> [BrowserMessage],
      edit: @escaping (String) -> String?, fill: @escaping (NewRecordForm, Library) -> NewRecordForm,
      draft: @escaping (UnsavedInput?) -> Bool,
      keep: @escaping (UnsavedInput) -> Void, forget: @escaping (UnsavedInput) -> Void,
      leave: @escaping (BrowserPlace) -> Void
    ) {
      self.perform = perform
      self.run = run
      self.edit = edit
      self.fill = fill
      self.draft = draft
      self.keep = keep
      self.forget = forget
      self.leave = leave
    }
  }

  private let handlers: EffectHandlers
  private var drafts: DraftSchedule<UnsavedInput>

  /// - Parameters:
  ///   - name: the value of `TERM`.
  ///   - measure: returns the terminal's current size and color depth.
  package init(
    _ browser: Browser, input: Int32, output: Int32, name: String, measure: @escaping () -> Terminal,
    inbox: BrowserInbox, handlers: EffectHandlers
  ) {
    self.browser = browser
    self.input = input
    self.output = output
    self.name = name
    self.measure = measure
    self.inbox = inbox
    self.handlers = handlers
    drafts = DraftSchedule(handlers.draft)
  }

  /// Runs until the user quits or the terminal disappears. Returns false if the terminal cannot be put into raw mode.
  ///
  /// - Parameter isShown: called after the first screen is painted. It starts the work that would delay the first
  ///   screen.
  package func run(isShown: () -> Void) -> Bool {
    reader = KeyReader(terminal: name)
    guard reader != nil, take() else { return false }
    defer { giveBack() }
    paint()
    isShown()
    defer { handlers.leave(browser.place) }
    while let terminal, let reader {
      var keys: ArraySlice<Key> = []
      var isTick = false
      drafts.take(browser.typed, at: .now)
      let timeout =
        reader.isWaiting
        ? KeyReader.escapeTimeout : browser.isWaiting ? BrowserTerminal.pause : drafts.wait(at: .now)
      switch terminal.read(waiting: timeout) {
      case .bytes(let bytes): keys = reader.keys(bytes)[...]
      case .timeout:
        if reader.isWaiting { keys = reader.rest()[...] } else { isTick = true }
      case .resized: break
      case .resumed: shown = nil
      case .end:
        // There is time to save the input: a hangup signal may follow, but it cannot end the process until the terminal
        // is restored.
        if let typed = browser.typed { handlers.keep(typed) }
        return true
      case .ending(let signal):
        // If the user was pasting text, the rest of it is still in the terminal's buffer.
        if let key = TypedRun.start(of: reader.last(terminal.rest()), into: browser.typing) {
          _ = browser.handle(.key(key))
        }
        if let typed = browser.typed { handlers.keep(typed) }
        handlers.leave(browser.place)
        RawTerminal.end(by: signal)
      }
      let space = space()
      isTypedAhead = false
      let messages =
        (space == browser.space ? [] : [.resized(space)]) + inbox.take() + (isTick ? [.tick] : [])
      // If a message or a key makes another program take over the terminal, the remaining keys are dropped, because
      // they were meant for the previous screen.
      var goesOn = messages.allSatisfy { handle($0) }
      while goesOn, !isTypedAhead, let key = TypedRun.next(&keys, into: browser.typing) { goesOn = handle(.key(key)) }
      if !goesOn {
        drafts.flush(browser.typed)
        return true
      }
      paint()
    }
    return true
  }

  /// The interval between ticks while a request is in progress, in milliseconds.
  private static let pause = 100

  /// Passes a message to the browser and carries out the effects. Returns false if the browser quits.
  private func handle(_ message: BrowserMessage) -> Bool {
    for effect in browser.handle(message) {
      switch effect {
      case .perform(let request):
        for message in handlers.perform(request) where !handle(message) { return false }
      case .terminal(let words, let waits):
        lend()
        let messages = handlers.run(words, waits)
        reclaim()
        _ = browser.handle(.resized(space()))
        for message in messages where !handle(message) { return false }
      case .editText(let text):
        lend()
        let edited = handlers.edit(text)
        reclaim()
        _ = browser.handle(.resized(space()))
        if !handle(.edited(edited)) { return false }
      case .fillForm:
        lend()
        browser.fillForm(handlers.fill)
        reclaim()
        _ = browser.handle(.resized(space()))
      case .suspend:
        drafts.flush(browser.typed)
        write(BrowserTerminal.end)
        terminal?.suspend()
        shown = nil
        _ = browser.handle(.resized(space()))
      case .forget(let text):
        // Save the resumed input as this session's draft before deleting the old draft, so that a crash loses neither.
        drafts.flush(browser.typed)
        handlers.forget(text)
      case .redraw: shown = nil
      case .quit: return false
      }
    }
    return true
  }

  private func space() -> Space {
    let terminal = measure()
    return Space(columns: terminal.width, rows: terminal.height)
  }

  private func take() -> Bool {
    terminal = RawTerminal(input: input, output: output, start: BrowserTerminal.start, end: BrowserTerminal.end)
    inbox.listen(terminal?.waker)
    // Wakes the loop for messages that arrived before the inbox had a waker.
    terminal?.waker?.wake()
    shown = nil
    return terminal != nil
  }

  /// Lends the terminal to another program, and discards the keys typed so far, which that program must not receive.
  private func lend() {
    drafts.flush(browser.typed)
    isTypedAhead = true
    terminal?.forgetTyped()
    reader = KeyReader(terminal: name)
    inbox.listen(nil)
    write(BrowserTerminal.lent + "\u{1B}[H\u{1B}[2J")
    terminal?.lend()
  }

  /// Takes the terminal back from another program.
  private func reclaim() {
    terminal?.reclaim()
    write(BrowserTerminal.start)
    inbox.listen(terminal?.waker)
    // Wakes the loop for messages that arrived while the terminal was lent.
    terminal?.waker?.wake()
    shown = nil
  }

  private func giveBack() {
    guard let terminal else { return }
    inbox.listen(nil)
    write(BrowserTerminal.end)
    terminal.giveBack()
    self.terminal = nil
  }

  private func paint() {
    let screen = BrowserView.screen(browser)
    // From now on, if a signal is about to end the process, the unsaved input on the screen can be saved first.
    terminal?.setHasUnsavedInput(browser.typed != nil)
    write(ScreenUpdate.text(from: shown, to: screen, depth: measure().depth))
    shown = screen
  }

  private func write(_ text: String) {
    if !text.isEmpty { _ = Streams.writeAll(Array(text.utf8), to: output) }
  }
}
