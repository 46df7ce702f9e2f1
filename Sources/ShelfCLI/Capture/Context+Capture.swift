import ShelfBrowser
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfWidgets
import ShelfWording

extension Context {
  /// Whether somebody is there to be asked, on a terminal that can show a list or a form.
  var canShowWidgets: Bool { isInteractive && InlineScreen.isCapable(environment["TERM"]) }

  /// Shows a widget below the prompt until it is done.
  ///
  /// - Parameter edit: opens the person's own editor on a text.
  /// - Throws: `Cancelled` if the widget was left.
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

  /// Shows a form for a new record until it is done, and keeps what is being typed in it.
  ///
  /// - Throws: `Cancelled` if it was left.
  func show(
    _ form: Form, of kind: Kind, _ fields: [Field], _ library: Library, keeping kept: KeptText,
    fill: (inout Form) -> Void
  ) throws(Cancelled) -> [[String]] {
    try screen.run(
      form, edit: { edit($0, named: "\(kind.singular).txt", library) }, fill: fill,
      keeping: InlineScreen.Keeping(
        typed: { TypedText(kind, fields, $0) }, written: kept.text, draft: kept.draft,
        keep: { keep($0, in: kept, offeredBy: "`shelf \(kind.singular) add`") }))
  }

  /// Keeps what was being typed when the program is ended, and says where.
  func keep(_ text: TypedText, in kept: KeptText, offeredBy next: String) {
    do {
      let path = try kept.keep(text)
      note("what you had typed is kept in \(path); \(next) offers it again")
    } catch {
      warn("what you had typed could not be kept: \(Wording.reason(error))")
    }
  }

  /// Asks a question on a terminal, by a key where the terminal can do that, else by a line.
  func askYesOrNo(_ question: String) throws(Cancelled) -> Bool {
    if canShowWidgets { return try show(Confirm(question)) }
    var prompt = Prompt(input: input, output: Output(descriptor: output), terminal: terminal)
    return try prompt.confirm(question)
  }

  /// Returns the order of lists of a kind, as the reader's settings say.
  func order(of kind: Kind, _ schema: Schema) -> RecordOrder {
    let order = try? ListOrder(listSettings(of: kind, schema).sort, newest: false, oldest: false).order(
      of: kind, schema)
    return order ?? .standard(of: kind, schema)
  }

  /// Returns whether somebody who makes a record is asked for a field: a new record has no value for it, or only the
  /// initial value of a choice.
  func isAsked(_ field: Field) -> Bool {
    // Loans and days of reading are written down by what is done with a book, and what is public is nothing to ask each time.
    if !field.roles.isDisjoint(with: [.loans, .log, .lentOn, .due, .holder, .lender, .owned, .visibility]) {
      return false
    }
    return switch field.type {
    case .choice: true
    // Who has read a book several times, and when, is written down as it happens.
    case .intervals: false
    default: host.defaultText(of: field) == nil
    }
  }

  /// Returns what is wrong with a value for a field; nil if nothing is.
  func complaint(about text: String, _ field: Field, _ kind: Kind, _ library: Library) -> String? {
    // What is only tried needs no id of its own.
    let isNewAllowed = field.type.target?.isMadeByName ?? false
    var reader = AssignmentReader(
      finder(library), today: today, localTime: localTime,
      creatingWith: isNewAllowed ? { RecordID(high: 0, low: 0) } : nil)
    do throws(AssignmentError) {
      _ = try reader.read(key: field.key, .set, text, kind)
      return nil
    } catch {
      let report = CommandError(error).report
      return report.message + (report.hint.map { "; \($0)" } ?? "")
    }
  }

  /// Opens the person's editor on a text, and returns what it was made; nil if it was left alone, or could not be saved.
  func edit(_ text: String, named name: String, _ library: Library) -> String? {
    do {
      let draft = try Draft(of: name, Array(text.utf8), library: library, context: self)
      defer { draft.remove() }
      try draft.open()
      return String(validating: try draft.text(), as: UTF8.self)
    } catch {
      if let failure = CommandError(error) { report(failure.report) }
      return nil
    }
  }
}
