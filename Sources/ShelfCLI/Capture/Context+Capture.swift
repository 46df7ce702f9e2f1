import ShelfForms
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

extension Context {
  /// The services that forms need.
  var forms: FormContext {
    var forms = FormContext(host, settings, depth: terminal.depth)
    forms.chosen = memory.answers.chosen
    return forms
  }

  /// Whether prompts can be lists and forms: a user is present and the terminal can show them.
  var canShowWidgets: Bool { isInteractive && InlineScreen.isCapable(environment["TERM"]) }

  /// Shows a widget below the prompt until the user is done.
  ///
  /// - Parameter edit: opens text in the user's editor, and returns the new text, or nil if there is none.
  /// - Throws: `Cancelled` if the user leaves the widget.
  func show<W: Widget>(_ widget: W, edit: (String) -> String? = { _ in nil }) throws(Cancelled) -> W.Value {
    try screen.run(widget, edit: edit)
  }

  private var screen: InlineScreen {
    let screen =
      memory.screen
      ?? InlineScreen(input: input, output: output, name: environment["TERM"] ?? "", measure: { terminal })
    memory.screen = screen
    return screen
  }

  /// Shows a form for a new record until the user is done, and saves the text to disk as it is typed.
  ///
  /// - Throws: `Cancelled` if the user leaves the form.
  func show(
    _ form: Form, of kind: Kind, _ fields: [Field], _ library: Library, keeping kept: InputDraft,
    fill: (inout Form) -> Void
  ) throws(Cancelled) -> [[String]] {
    try screen.run(
      form, edit: { edit($0, named: "\(kind.singular).txt", library) }, fill: fill,
      autosave: InlineScreen.Autosave(
        typed: { UnsavedInput(kind, fields, $0) }, written: kept.text, draft: kept.draft,
        keep: { keep($0, in: kept, offeredBy: "`shelf \(kind.singular) add`") }))
  }

  /// Saves unfinished input if the program ends early, and reports the path.
  func keep(_ text: UnsavedInput, in kept: InputDraft, offeredBy next: String) {
    do {
      let path = try kept.keep(text)
      note("your input is saved in \(path); \(next) offers it again")
    } catch {
      warn("your input could not be saved: \(Wording.reason(error))")
    }
  }

  /// In the browser, starts an empty page for a question, since an editor may have left its text on the screen.
  func clearScreenOfBrowser() {
    if isInBrowser { _ = try? write(rendered: Array("\u{1B}[?1049h\u{1B}[H\u{1B}[2J".utf8)) }
  }

  /// Asks a yes-or-no question on the terminal.
  ///
  /// - Parameter standard: the answer if the user presses only Enter.
  func askYesOrNo(_ question: String, default standard: Bool = false) throws(Cancelled) -> Bool {
    if canShowWidgets { return try show(Confirm(question, default: standard)) }
    var prompt = Prompt(input: input, output: Output(descriptor: output), terminal: terminal)
    return try prompt.confirm(question, default: standard)
  }

  /// Opens text in the user's editor. Returns the new text, or nil if it is unchanged or could not be saved.
  func edit(_ text: String, named name: String, _ library: Library) -> String? {
    do {
      let draft = try EditorDraft.make(of: name, Array(text.utf8), library: library, context: self)
      try draft.open()
      let typed = try draft.typed()
      if typed == draft.source {
        draft.noteUnchanged()
        return nil
      }
      guard let new = String(validating: typed, as: UTF8.self) else {
        throw draft.kept(because: CommandError(.no, "the text is not UTF-8"))
      }
      draft.remove(saved: typed)
      return new
    } catch {
      if let failure = CommandError(error) { report(failure.report) }
      return nil
    }
  }
}
