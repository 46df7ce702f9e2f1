import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfWording

/// `shelf KIND set` and `shelf set`: sets fields of one or more records, or of all records that match a query.
struct SetCommand<S: RecordScope>: RecordsChangeCommand, FieldAssigningCommand {
  static var kinds: [Kind] { S.kinds }
  static var addsNotes: Bool { false }

  static var configuration: CommandConfiguration {
    let fields = S.scope.map { "\n\n" + FieldHelp.fields(of: $0) } ?? ""
    let longTexts = FieldHelp.longTexts(of: S.scope ?? .book) { field, _ in "\(field.key)=" }
    return CommandConfiguration(
      commandName: "set", abstract: "Change fields of \(S.scope?.plural ?? "records").",
      usage: S.usage("set", "(<record> ... | --where <query>) <field=value> ..."),
      discussion: """
        field=value sets a field, field= clears it, list+=item adds to a list, and list-=item removes from it; \
        notes+=text adds a paragraph. A comma is part of a value: to set several items of a list, use one assignment \
        for each, such as genres=Horror genres+=Fantasy.\(longTexts) The options of `add` work too: --rating 4 is the same \
        as rating=4, and --tag NAME adds a tag. If you set only one field, the equals sign can be omitted: rating 4.

        All changes are made together or not at all.\(fields)
        """)
  }

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: String?

  @Argument(help: ArgumentHelp("The change to make.", valueName: "field=value"))
  var assignments: [String] = []

  @Flag(help: "Create \(Kind.madeByName) that do not exist yet.")
  var create = false

  @Flag(help: "Also replace an old name or title in the comments after references to it, and in saved filters.")
  var everywhere = false

  @Flag(
    name: .customLong(OwnerChoice.noOwnerOptionName(of: S.scope)),
    help: ArgumentHelp(
      "Record that it is from none.", visibility: OwnerChoice.owner(of: S.scope) == nil ? .hidden : .default))
  var noOwner = false

  func run(in context: Context) throws {
    let refusal = noOwner ? OwnerChoice.owner(of: S.scope).map { ["\($0.key)=~"] } ?? [] : []
    let words = try SetWords(
      [record].compactMap { $0 } + assignments + refusal, hasQuery: options.bulk.hasQuery, S.kinds
    ) { try context.finder(options.change.library.load(in: options.change.library.context(context))) }
    let change = RecordsChangeRun(kind: S.scope, options: options, readsInput: Context.readsInput(words.assignments))
    do {
      try change.run(words.names, in: context) { subjects, change in
        var act = SetFields(
          subjects, of: S.scope, try words.values(of: subjects, S.scope, change), createsMissing: create)
        act.asksForDay = context.isInteractive
        act.notesReplacements = true
        act.renewsNames = everywhere
        act.asksForNames = context.isInteractive && !options.change.isDryRun
        return act
      }
    } catch let error as AssignmentError {
      guard case .wrongType(let text, let field, _) = error, field.type == Kind.usual.field(.state)?.type,
        words.names.count == 1,
        let hint = CommandTree.hint(onStatus: text, of: words.names[0], context.hint(aboutCopy:))
      else { throw error }
      var failure = CommandError(error)
      failure.report.hint = hint
      throw failure
    }
  }
}
