import ArgumentParser
import ShelfForms
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfWording

/// `shelf book genres`, `shelf issue tags`: shows the genres or tags of a record, or changes them in one or more
/// records.
///
/// Names after `+` and `-` are added and removed. Without names, the command shows a list to tick on a terminal;
/// elsewhere it prints all genres or tags and marks the record's own.
struct TicksCommand<K: RecordKind>: ContextCommand {
  static var configuration: CommandConfiguration {
    let names = K.ticked?.key ?? ""
    return CommandConfiguration(
      commandName: names, abstract: "Show or change the \(names) of \(K.kind.plural).",
      usage: K.usage(names, "<record> ... [+<name> ...] [-<name> ...]"),
      discussion: """
        +NAME adds a name, and -NAME removes it. Quote a name of several words.

        Without names, shows all \(names) and marks those of the \(K.kind.singular). On a terminal, you can select them \
        and create new ones.
        """)
  }

  @OptionGroup var change: ChangeOptions

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: String?

  @Argument(help: ArgumentHelp("The name to add.", valueName: "+name"), completion: .values(of: .added))
  var names: [String] = []

  @Option(
    name: .customLong(ParserArguments.removal), help: ArgumentHelp("The name to remove.", valueName: "name"),
    completion: .values(of: .ticked))
  var removed: [String] = []

  @Flag(help: "Create \(Kind.madeByName) that do not exist yet.")
  var create = false

  @Option(help: "The format.")
  var format: ListFormat?

  func run(in context: Context) throws {
    let records = [record].compactMap { $0 } + names.prefix { !"+-".contains($0.prefix(1)) }
    let added = try names.dropFirst(max(0, records.count - 1)).map { name in
      guard name.hasPrefix("+"), name.count > 1 else { throw signMissing(name) }
      return String(name.dropFirst())
    }
    if added.isEmpty, removed.isEmpty, records.count > 1 { throw signMissing(records[1]) }
    let missing = Question.subject(K.kind, isOne: true)
    if added.isEmpty, removed.isEmpty {
      guard context.canShowWidgets, format == nil else {
        guard let record else { throw missing }
        return try show(record, in: context)
      }
      return try context.promptingForNames([record].compactMap { $0 }) { try tick($0.first, in: context) }
    }
    if records.isEmpty { throw missing }
    func place(_ word: String) -> String? {
      word == records.first
        ? nil : "write +\(Wording.shellWord(word)) or -\(Wording.shellWord(word)) for the name to change"
    }
    try TypedWord.explaining(place) {
      try context.promptingForNames(records, takesBeginnings: records.count < 2) { names in
        try set(names, added, removed, try CommandChange(change, in: context), creates: create)
      }
    }
  }

  private func signMissing(_ name: String) -> CommandError {
    let word = "+-".contains(name.prefix(1)) ? "NAME" : Wording.shellWord(name)
    return CommandError(
      .usage, "“\(Wording.short(name))” needs a + or - in front", hint: "write +\(word) or -\(word)")
  }

  /// Shows a list to tick on the terminal, and makes the changes.
  private func tick(_ name: String?, in context: Context) throws {
    let change = try CommandChange(change, in: context, isAsking: true)
    guard let name else { throw Question.subject(K.kind, isOne: true) }
    let library = change.library
    let field = try TickNames.field(K.kind, library)
    guard let target = field.type.target else { return }
    let record = try change.context.finder(library).find(name, K.kind, .exact)
    let entries = RecordEntries.of(
      target, in: library, by: context.settings.order(of: target, library.schema), depth: context.terminal.depth)
    let ids = record.texts(of: field).compactMap { RecordID($0).flatMap { library.record($0)?.id.description } }
    let ticked = Set(entries.indices.filter { ids.contains(entries[$0].value) })
    let question = "\(Wording.heading(field.key)) of \(Wording.name(record))"
    let choice = try change.context.show(Ticks(entries, ticked: ticked, question: question, new: target.singular))
    let chosen = Set(choice.options)
    try set(
      [record.id.description], chosen.subtracting(ticked).sorted().map { entries[$0].value } + choice.new,
      ticked.subtracting(chosen).sorted().map { entries[$0].value }, change, creates: true)
  }

  private func set(
    _ names: [String], _ added: [String], _ removed: [String], _ change: CommandChange, creates: Bool
  ) throws {
    var change = change
    _ = try change.plan(TickNames(.named(names), of: K.kind, added: added, removed: removed, createsMissing: creates))
    try change.commit { $0.changes }
  }

  /// Prints all genres or tags, starting with the record's own.
  private func show(_ name: String, in context: Context) throws {
    let context = try change.library.context(context)
    let library = try change.library.load(in: context)
    let field = try TickNames.field(K.kind, library)
    guard let target = field.type.target else { return }
    let record = try context.finder(library).find(name, K.kind)
    let marked = Set(record.texts(of: field).compactMap { RecordID($0).flatMap { library.record($0)?.id } })
    let all = RecordOrder.standard(of: target, library.schema).sort(Array(library.records(of: target)), of: library)
    let columns = try Column.read(target.titleKey, of: target, library.schema)
    var list = RecordList(
      all.filter { marked.contains($0.id) } + all.filter { !marked.contains($0.id) }, in: library, columns: columns)
    list.hasChosenColumns = true
    list.markedIDs = marked
    var output = ListOutput(list: list, context: context)
    output.emptyText = "No \(target.plural) yet. Add the first one: shelf \(target.singular) add NAME"
    output.table = (
      ListLayout(library: library, kind: target, columns: columns, hasChosenColumns: true, markedIDs: marked),
      "\(Wording.number(marked.count)) of \(target.counted(all.count)); use +NAME and -NAME to change them"
    )
    try (format ?? (context.terminal.isTerminal ? .table : .tsv)).format.list?(output)
  }
}

extension RecordKind {
  static var ticked: Field? { kind.ticked }
}
