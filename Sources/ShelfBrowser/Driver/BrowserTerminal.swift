import ShelfForms
import ShelfStore
import ShelfSystem
import ShelfTerminal

/// Shows a browser on a terminal until it is left, and gives the terminal back as it was, whatever happens.
///
/// Keys and mouse come through libtermkey, as they do for the widgets of commands. Painting is `ScreenUpdate`, 60 lines
/// over `TextStyle`, which knows the four depths of colour already; libtickit, which wraps libtermkey, would bring a
/// second notion of pens and of widths, and a loop of its own, for the same moves of the cursor.
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
  /// Whether keys that have come already were typed before another program had the terminal.
  private var isTypedAhead = false

  /// The other screen; pastes marked as such; the mouse with its drags, in numbers of any size.
  private static let start = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?25l"
  private static let end = lent + "\u{1B}[?1049l"
  /// What another program has the terminal with: still the other screen, so that nothing of it is left on the shell's.
  private static let lent = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h"

  /// What carries out effects.
  package struct EffectHandlers {
    /// Carries out a request, and returns what came of it; nil if that comes later, as a message.
    package var perform: (BrowserRequest) -> [Message]
    /// Runs a command that has the terminal, and returns what to tell the browser.
    package var run: ([String], _ waits: Bool) -> [Message]

    /// Opens the person's own editor on a text, and returns what it was made; nil if it was left alone.
    package var edit: (String) -> String?
    /// Fills the form for a new record in from what catalogues say.
    package var fill: (NewRecord, Library) -> NewRecord
    /// Writes down what is being typed by now; nil throws away what was written.
    package var draft: (TypedText?) -> Bool
    /// Keeps what was being typed for the next browser, and says where.
    package var keep: (TypedText) -> Void
    /// Throws away what an earlier browser has kept.
    package var forget: (TypedText) -> Void

    package init(
      perform: @escaping (BrowserRequest) -> [Message], run: @escaping ([String], _ waits: Bool) -> [Message],
      edit: @escaping (String) -> String?, fill: @escaping (NewRecord, Library) -> NewRecord,
      draft: @escaping (TypedText?) -> Bool,
      keep: @escaping (TypedText) -> Void, forget: @escaping (TypedText) -> Void
    ) {
      self.perform = perform
      self.run = run
      self.edit = edit
      self.fill = fill
      self.draft = draft
      self.keep = keep
      self.forget = forget
    }
  }

  private let handlers: EffectHandlers
  private var drafts: DraftSchedule<TypedText>

  /// - Parameters:
  ///   - name: the value of `TERM`.
  ///   - measure: returns the size and the colours of the terminal, which may change.
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

  /// Runs until the user quits or the terminal has gone; false if the terminal could not be taken.
  ///
  /// - Parameter isShown: called when the first screen is there, for what can wait until then.
  package func run(isShown: () -> Void) -> Bool {
    reader = KeyReader(terminal: name)
    guard reader != nil, take() else { return false }
    defer { giveBack() }
    paint()
    isShown()
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
        // The signal that tells of it may come a moment later; until the terminal is given back, it ends nothing.
        if let typed = browser.typed { handlers.keep(typed) }
        return true
      case .ending(let signal):
        // The rest of a text that is being pasted is in the terminal.
        if let key = TypedRun.start(of: reader.last(terminal.rest()), into: browser.typing) {
          _ = browser.take(.key(key))
        }
        if let typed = browser.typed { handlers.keep(typed) }
        RawTerminal.end(by: signal)
      }
      let space = space()
      isTypedAhead = false
      let messages =
        (space == browser.space ? [] : [.resized(space)]) + inbox.take() + (isTick ? [.tick] : [])
      // What was typed before another program had the terminal was meant for what was to be seen then.
      var goesOn = messages.allSatisfy { take($0) }
      while goesOn, !isTypedAhead, let key = TypedRun.next(&keys, into: browser.typing) { goesOn = take(.key(key)) }
      if !goesOn {
        drafts.flush(browser.typed)
        return true
      }
      paint()
    }
    return true
  }

  /// How long a change waits for another program before it is tried again, in milliseconds.
  private static let pause = 100

  /// Hands a message to the browser and carries out what it wants; false if that is to end.
  private func take(_ message: Message) -> Bool {
    for effect in browser.take(message) {
      switch effect {
      case .perform(let request):
        for message in handlers.perform(request) where !take(message) { return false }
      case .terminal(let words, let waits):
        lend()
        let messages = handlers.run(words, waits)
        takeBack()
        _ = browser.take(.resized(space()))
        for message in messages where !take(message) { return false }
      case .editText(let text):
        lend()
        let edited = handlers.edit(text)
        takeBack()
        _ = browser.take(.resized(space()))
        if !take(.edited(edited)) { return false }
      case .fillForm:
        lend()
        browser.fillForm(handlers.fill)
        takeBack()
        _ = browser.take(.resized(space()))
      case .suspend:
        drafts.flush(browser.typed)
        write(BrowserTerminal.end)
        terminal?.suspend()
        shown = nil
        _ = browser.take(.resized(space()))
      case .forget(let text):
        // What goes on is written down in its new place before it leaves the old one.
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
    // What arrived in the meantime is handled at once.
    terminal?.waker?.wake()
    shown = nil
    return terminal != nil
  }

  /// Gives the terminal to another program, which gets none of the keys that were typed before.
  private func lend() {
    drafts.flush(browser.typed)
    isTypedAhead = true
    terminal?.forgetTyped()
    reader = KeyReader(terminal: name)
    inbox.listen(nil)
    write(BrowserTerminal.lent + "\u{1B}[H\u{1B}[2J")
    terminal?.lend()
  }

  /// Takes the terminal again that was lent.
  private func takeBack() {
    terminal?.takeBack()
    write(BrowserTerminal.start)
    inbox.listen(terminal?.waker)
    // What arrived in the meantime is handled at once.
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
    // What has been shown as typed is not lost from then on.
    terminal?.setKeeping(browser.typed != nil)
    write(ScreenUpdate.text(from: shown, to: screen, depth: measure().depth))
    shown = screen
  }

  private func write(_ text: String) {
    if !text.isEmpty { _ = Streams.writeAll(Array(text.utf8), to: output) }
  }
}
