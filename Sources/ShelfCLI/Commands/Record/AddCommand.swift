import ArgumentParser
import ShelfModel
import ShelfStore
import ShelfTerminal

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
        Without arguments, on a terminal, it asks for each field.\(FieldHelp.longTexts(of: K.kind, start: FieldHelp.start))

        \(FieldHelp.options(of: K.kind))
        """)
  }

  @OptionGroup var change: ChangeOptions

  @Flag(help: "Create \(Kind.madeByName) that do not exist yet.")
  var create = false

  @OptionGroup var json: ChangedJSONOption

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The title, and the fields.", visibility: .hidden))
  var words: [String] = []

  func run(in context: Context) throws {
    var (options, words) = (change, words)
    if let color = options.library.color, ColorChoice(rawValue: color) == nil {
      // `--color 8E44AD` is the colour of a genre.
      words = ["--color", color] + words
      options.library.color = nil
    }
    var change = try Change(options, in: context, isAsking: words.isEmpty || Context.readsInput(words))
    var given = try FieldOptions(words, K.kind, change.library.schema)
    if given.isEmpty {
      guard context.isInteractive else {
        throw missingTitle()
      }
      given = try RecordForm(change.library, K.kind, context).ask()
    }
    var reader = AssignmentReader(
      context.finder(change.library), today: context.today, localTime: context.localTime,
      creatingWith: create || given.createsMissing ? context.newID : nil)
    var assignments: [Assignment] = []
    for (field, value) in given.values {
      let text = try context.valueText(value, of: field)
      assignments.append(try reader.read(key: field.key, .set, text, K.kind))
    }
    guard assignments.contains(where: { $0.field.key == K.kind.titleKey }) else {
      throw missingTitle()
    }
    for missing in reader.missing { try change.plan.create(missing) }
    let id = context.newID()
    try change.plan.create(K.kind, id, withDefaults(assignments, change.library.schema, context))
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

  private func missingTitle() -> CommandError {
    CommandError(
      .usage, "\(K.kind.withArticle) needs a \(K.kind.titleKey)",
      hint: "`shelf \(K.kind.singular) add --help` shows how to give it")
  }

  /// Adds the date and the initial state of a new record.
  private func withDefaults(_ given: [Assignment], _ schema: Schema, _ context: Context) -> [Assignment] {
    given
      + schema.fields(of: K.kind).compactMap { field in
        if given.contains(where: { $0.field.index == field.index }) { return nil }
        return context.defaultText(of: field).map { .set(field, to: $0) }
      }
  }
}
