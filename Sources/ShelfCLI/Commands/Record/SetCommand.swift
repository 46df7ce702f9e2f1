import ArgumentParser
import ShelfKit

/// `shelf KIND set`: assigns fields of one record.
struct SetCommand<K: RecordKind>: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "set", abstract: "Assign fields of one \(K.kind.singular).",
      usage: K.usage("set", "<record> <field=value> ..."),
      discussion: """
        field=value sets, field= clears, list+=item adds, list-=item takes out.\
        \(FieldHelp.longTexts(of: K.kind) { field, _ in "\(field.key)=" }) All assignments are made together or not at all.

        \(FieldHelp.fields(of: K.kind))
        """)
  }

  @OptionGroup var change: ChangeOptions

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: String

  @Argument(help: ArgumentHelp("What to assign.", valueName: "field=value"))
  var assignments: [String] = []

  @Flag(help: "Make genres and tags that do not exist yet.")
  var create = false

  func run(in context: Context) throws {
    if assignments.isEmpty {
      throw CommandError(.usage, "nothing is assigned", hint: "write field=value, such as \(K.kind.titleKey)=…")
    }
    var change = try Change(change, in: context, isAsking: Context.readsInput(assignments))
    let record = try context.finder(change.library).find(record, K.kind)
    var reader = AssignmentReader(
      context.finder(change.library), today: context.today, creatingWith: create ? context.newID : nil)
    var read: [Assignment] = []
    for text in assignments { read.append(try reader.read(try context.filledIn(text, change.library, K.kind), K.kind)) }
    for missing in reader.missing { try change.plan.create(missing) }
    try change.plan.change(record, read)
    try change.commit { plan in report(plan, record) }
  }

  private func report(_ plan: EditPlan, _ record: Record) -> [String] {
    var lines = plan.created.map { "Added \($0.kind.singular) “\(Wording.short(plan.names[$0.id] ?? ""))”  \($0.path)" }
    let phrases = FieldChangeText(plan: plan, record: record).phrases()
    lines.append(
      phrases.isEmpty
        ? "\(Wording.name(record)): nothing to change" : "\(Wording.name(record)): " + phrases.joined(separator: ", "))
    let title = plan.library.schema.field(K.kind.titleKey, of: K.kind)
    if let title, plan.texts(of: title, in: record).old != plan.texts(of: title, in: record).new {
      let referring = Kind.allCases.reduce(0) { $0 + plan.library.count(of: $1, referringTo: record) }
      if referring > 0 {
        lines.append(
          "\(referring == 1 ? "1 file still shows" : "\(referring) files still show") the old name beside the reference"
        )
      }
    }
    return lines
  }
}

extension EditPlan {
  /// Adds a genre or tag that an assignment named and that did not exist.
  mutating func create(_ missing: (kind: Kind, id: RecordID, name: String)) throws(EditError) {
    guard let name = library.schema.field(missing.kind.titleKey, of: missing.kind) else { return }
    try create(missing.kind, missing.id, [.set(name, to: missing.name)])
  }
}
