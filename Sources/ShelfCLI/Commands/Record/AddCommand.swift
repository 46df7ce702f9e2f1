import ArgumentParser
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

/// `shelf KIND add`: makes a new record.
///
/// The options for its fields are read from the kind's table, and from the manifest's own fields.
struct AddCommand<K: RecordKind>: ContextCommand {
  static var configuration: CommandConfiguration {
    let title = K.kind.titleKey
    return CommandConfiguration(
      commandName: "add", abstract: "Add \(K.kind.withArticle).",
      usage: K.usage("add", "[<\(title)>] [--<field> <value> ...]"),
      discussion: """
        The \(title) is the argument, every other field an option, given once per value if the field is a list. \
        Without arguments, on a terminal, there is a form to fill in.\(FieldHelp.longTexts(of: K.kind, start: FieldHelp.start))\
        \(OwnerChoice.help(of: K.kind))

        \(FieldHelp.options(of: K.kind))
        """)
  }

  @OptionGroup var change: ChangeOptions

  @Flag(help: "Create \(Kind.madeByName) that do not exist yet.")
  var create = false

  @OptionGroup var json: ChangedJSONOption

  @Flag(
    help: ArgumentHelp(
      "Add it even if there is one of the same title and \(Similarity.makerName(of: K.kind)).",
      visibility: Similarity.isKnown(of: K.kind) ? .default : .hidden))
  var duplicate = false

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The title, and the fields.", visibility: .hidden))
  var words: [String] = []

  func run(in context: Context) throws { try context.offering([]) { _ in try add(in: context) } }

  private func add(in context: Context) throws {
    var kept: KeptText?
    do {
      try add(in: context, &kept)
      kept?.discard()
    } catch {
      // Whoever leaves the form has thrown it away.
      if let path = kept?.path {
        context.note("what you had typed is kept in \(path); `shelf \(K.kind.singular) add` offers it again")
      }
      throw error
    }
  }

  /// - Parameter kept: what keeps what is typed in a form.
  private func add(in context: Context, _ kept: inout KeptText?) throws {
    var (options, words) = (change, words)
    if let color = options.library.color, ColorChoice(rawValue: color) == nil {
      // `--color 8E44AD` is the colour of a genre.
      words = ["--color", color] + words
      options.library.color = nil
    }
    let isAsking = words.isEmpty || context.isInteractive || Context.readsInput(words)
    var change = try Change(options, in: context, isAsking: isAsking)
    var given = try FieldOptions(words, K.kind, change.library.schema)
    let similarity = Similarity(change.library, K.kind)
    // Whoever fills in a form is asked while it can still be changed.
    var isAsked = duplicate
    var formed: (assignments: [Assignment], reader: AssignmentReader)?
    if given.isEmpty {
      guard context.isInteractive else { throw missingTitle() }
      if context.canShowWidgets {
        let keeper = KeptText(change.workspace)
        kept = keeper
        given = try RecordForm(change.library, K.kind, context).ask(keeping: keeper) { options in
          let read = try read(options, change.library, context)
          formed = read
          return try isAsked || similarity.isWanted(read.assignments, context)
        }
        isAsked = true
      } else {
        given = try RecordQuestions(change.library, K.kind, context).ask()
      }
    }
    var (assignments, reader) = try formed ?? read(given, change.library, context)
    guard assignments.contains(where: { $0.field.key == K.kind.titleKey }) else {
      throw missingTitle()
    }
    assignments += try OwnerChoice(change.library, K.kind, context).assignments(given, assignments)
    if !isAsked { try similarity.check(assignments, context) }
    for missing in reader.missing { try change.plan.create(missing) }
    let id = context.newID()
    try change.plan.create(K.kind, id, withDefaults(assignments, change.plan, context))
    if json.isWanted { return try json.commit(change, [id], of: [K.kind], isList: false) }
    try change.commit { plan in
      plan.created.flatMap {
        [
          "Added \($0.kind.singular) “\(Wording.short(plan.names[$0.id] ?? ""))”",
          "\($0.id)  \(context.shown($0.path))",
        ]
      }
    }
  }

  /// Returns what is assigned, and the reader, which knows what has to be created for it.
  private func read(
    _ given: FieldOptions, _ library: Library, _ context: Context
  ) throws -> (assignments: [Assignment], reader: AssignmentReader) {
    var reader = AssignmentReader(
      context.finder(library), today: context.today, localTime: context.localTime,
      creatingWith: create || given.createsMissing ? context.newID : nil)
    var assignments: [Assignment] = []
    for (field, value) in given.values {
      let text = given.isTyped ? value : try context.valueText(value, of: field)
      assignments.append(try reader.read(key: field.key, .set, text, K.kind))
    }
    return (assignments, reader)
  }

  private func missingTitle() -> CommandError {
    CommandError(
      .usage, "\(K.kind.withArticle) needs a \(K.kind.titleKey)",
      hint: "`shelf \(K.kind.singular) add --help` shows how to give it")
  }

  /// Adds the date, the initial state and the colour of a new record.
  private func withDefaults(_ given: [Assignment], _ plan: EditPlan, _ context: Context) -> [Assignment] {
    let missing = plan.library.schema.fields(of: K.kind).filter { field in
      !given.contains { $0.field.index == field.index }
    }
    return given + missing.compactMap { field in context.defaultText(of: field).map { .set(field, to: $0) } }
      + plan.colors(of: K.kind).filter { color in missing.contains { $0.index == color.field.index } }
  }
}
