import ArgumentParser
import ShelfForms
import ShelfImport
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

/// `shelf KIND add`: adds a new record.
///
/// The values come from one of four sources: the arguments, with an option for each field of the kind and each custom
/// field of the library; a catalogue, if the argument is an ISBN or an option asks for a lookup; a form; or plain
/// prompts on a terminal that cannot show a form. A form saves the typed text to `.shelf/drafts`, so that it survives a
/// crash. In each case an act adds the record. If nothing can delay the command, it takes the lock at the start.
/// Otherwise it takes the lock only to write the files, so that other programs can use the library while the user types
/// or a catalogue answers.
struct AddCommand<K: RecordKind>: ContextCommand {
  static var configuration: CommandConfiguration {
    let title = K.kind.titleKey
    return CommandConfiguration(
      commandName: "add", abstract: "Add \(K.kind.withArticle).",
      usage: usage("[<\(title)>] [--<field> <value> ...]"),
      discussion: """
        The argument is the \(title). Every other field is an option; for a list, repeat the option for each value. \
        Without arguments, on a terminal, the command shows a form.\(isLookedUp ? AddCommand.lookupHelp : "")\(FieldHelp.longTexts(of: K.kind, start: FieldHelp.start))\
        \(OwnerChoice.help(of: K.kind))

        \(FieldHelp.options(of: K.kind))
        """)
  }

  private static func usage(_ arguments: String) -> String {
    let kind = K.kind == .usual ? "[\(K.kind.singular)]" : K.kind.singular
    return "shelf \(kind) add \(arguments) [<options>]"
  }

  @OptionGroup var change: ChangeOptions

  @Flag(help: "Create \(Kind.madeByName) that do not exist yet.")
  var create = false

  @OptionGroup var json: ChangedJSONOption

  @Flag(
    help: ArgumentHelp(
      "Add it even if there is one with the same title and \(LikelyDuplicate.distinction(of: K.kind)).",
      visibility: LikelyDuplicate.isKnown(of: K.kind) ? .default : .hidden))
  var duplicate = false

  @OptionGroup(title: "Looking up", visibility: isLookedUp ? .default : .hidden)
  var lookup: LookupOptions

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The title, and the fields.", visibility: .hidden))
  var words: [String] = []

  func run(in context: Context) throws { try context.promptingForNames([]) { _ in try add(in: context) } }

  private func add(in context: Context) throws {
    var kept: InputDraft?
    do {
      try add(in: context, &kept)
      kept?.discard()
    } catch {
      // Leaving the form discards the text, so if it still exists, something else failed.
      if let path = kept?.path {
        context.note("your input is saved in \(path); `shelf \(K.kind.singular) add` offers it again")
      }
      throw error
    }
  }

  /// - Parameter kept: saves the text that is typed into a form; set once a form is open.
  private func add(in context: Context, _ kept: inout InputDraft?) throws {
    var (options, words) = (change, words)
    if let color = options.library.color, ColorChoice(rawValue: color) == nil {
      // A value such as `8E44AD` is the color of a genre rather than a mode for colored output, so it is passed on as a
      // field.
      words = ["--color", color] + words
      options.library.color = nil
    }
    if lookup.isRequested, !Self.isLookedUp {
      throw CommandError(.usage, "only books can be looked up, not \(K.kind.plural)")
    }
    // The library is not locked while the user thinks or a catalogue answers.
    let isAsking =
      words.isEmpty || context.isInteractive || Context.readsInput(words) || lookup.isRequested
      || Self.isLookedUp && words.contains { (try? BookNumber($0)) != nil }
    var change = try CommandChange(options, in: context, isAsking: isAsking)
    context.memory.answers.allowsDuplicate = duplicate
    words = try namingOwner(words, change.library, change.context)
    var given = try FieldOptions(words, K.kind, change.library.schema)
    let note = given.note
    var known: [String: [String]] = [:]
    if Self.isLookedUp, !lookup.noLookup {
      switch try lookedUp(given, &change, in: context) {
      case .done:
        if let note { context.note(note) }
        return
      case .nothing: break
      case .unknown(let values): (known, given) = (values, FieldOptions([]))
      }
    }
    var found: FoundBook?
    if given.isEmpty {
      guard context.isInteractive else { throw ActRefusal.titleMissing(K.kind) }
      if context.canShowWidgets {
        let keeper = InputDraft(change.workspace)
        kept = keeper
        let filled = try FormDialogue(change.library, K.kind, context).ask(keeping: keeper, known: known) { options in
          try confirms(act(options, in: context), change, context)
        }
        (given, found) = (filled.options, filled.found)
        // The form has already asked about duplicates, at a point where the values could still be changed.
        context.memory.answers.allowsDuplicate = true
      } else {
        let questions = RecordQuestions(change.library, K.kind, context.forms)
        given = FieldOptions(try questions.ask(input: context.input, output: context.output, context.terminal))
        given.createsMissing = true
      }
    }
    try OwnerChoice.check(given, K.kind)
    let planned: Outcome
    if let found {
      var act = AddFoundBooks([found], try act(given, in: context).values)
      act.createsMissing = true
      planned = try change.plan(act)
    } else {
      planned = try change.plan(act(given, in: context))
    }
    if json.isRequested {
      try json.commit(change, planned.created.suffix(1).map(\.id), of: [K.kind], isList: false)
    } else {
      try change.commit { $0.additions }
    }
    if let note { context.note(note) }
  }

  /// Returns the words with options for the book and the page of a quote, if they are only words: `quote add dune TEXT
  /// 8`.
  ///
  /// Of two words, exactly one must be the name of a book: its title, id, ISBN, citation key or number. A single word
  /// must not be the name of a book, because the text is missing.
  private func namingOwner(_ words: [String], _ library: Library, _ context: Context) throws(CommandError) -> [String] {
    let schema = library.schema
    let about = schema.fields(of: K.kind).first { $0.type.target == .usual && !$0.yieldsToDeclared }
    guard K.kind != .usual, let owner = schema.field(.owner, of: K.kind) ?? about, let target = owner.type.target else {
      return words
    }
    var typed = Array(words.prefix { !$0.hasPrefix("-") && AssignmentParser.split($0) == nil })
    let rest = words.dropFirst(typed.count)
    var options: [String] = []
    if typed.count > 2, let page = schema.field(.page, of: K.kind),
      let number = typed.last?.wholeMatch(of: /(?:p\.?)?(\d+)/)
    {
      typed.removeLast()
      if typed.count > 2, let word = typed.last, ["p", "p.", "page"].contains(word.lowercased()) { typed.removeLast() }
      options = ["--\(FieldHelp.optionName(of: page))", String(number.1)]
    }
    // `from` and `in` may precede the title.
    if typed.count == 3, ["from", "in", "for"].contains(typed[1].lowercased()) { typed.remove(at: 1) }
    let finder = context.finder(library)
    if words.count == 1, let word = typed.first, schema.field(.owner, of: K.kind) != nil, finder.isName(word, target) {
      let option = "--\(FieldHelp.optionName(of: owner)) \(Wording.shellWord(word))"
      let key = K.kind.titleKey
      throw CommandError(
        .usage,
        "“\(Wording.short(word))” is \(target.withArticle); what is the \(key) of the \(K.kind.singular)?",
        hint: "use `shelf \(K.kind.singular) add \(key.uppercased()) \(option)`")
    }
    guard typed.count == 2, let place = typed.firstIndex(where: { finder.isName($0, target) }),
      !finder.isName(typed[1 - place], target)
    else { return words }
    let title = typed.remove(at: place)
    return typed + options + ["--\(FieldHelp.optionName(of: owner))", title] + rest
  }

  private func act(_ given: FieldOptions, in context: Context) throws -> AddRecord {
    // A form starts with the first state preselected, so a state from a form is not the user's explicit choice.
    let said = given.values.filter { !given.isTyped || !$0.field.has(.state) || $0.text != $0.field.defaultText }
    let values = try said.map { field, value in
      FieldInput(field.key, .set, given.isTyped ? value : try context.valueText(value, of: field))
    }
    // In a form, an empty owner field was visible and left empty on purpose.
    var act = AddRecord(
      K.kind, values, createsMissing: create || given.createsMissing,
      belongsToNothing: given.isWithoutOwner || given.isTyped)
    // A form itself offers the next position in the series.
    act.isInteractive = context.isInteractive && !given.isTyped
    return act
  }

  /// Returns whether no existing record resembles the new one, or the user confirms that both are wanted.
  private func confirms(_ act: AddRecord, _ change: CommandChange, _ context: Context) throws -> Bool {
    do {
      _ = try act.preview(in: change.library, context.memory.answers, host: context.host)
      return true
    } catch Question.duplicate(let duplicate) {
      return try context.wants(another: duplicate)
    }
  }
}
