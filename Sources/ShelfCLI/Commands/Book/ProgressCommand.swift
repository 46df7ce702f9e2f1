import ArgumentParser
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfWording

/// `shelf book progress`: how far the reading is.
struct ProgressCommand: ContextCommand, KindVerb {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "progress", abstract: "Say or show how far you are in a book: a page or a percentage.",
    usage: usage("progress", "[<record>] [<page> | <percentage>%]"),
    discussion: """
      A book that is on the shelf is started. Without a page, shows how far the reading is, how many pages a day that is \
      since the day it began, and when it is likely to end.
      """)

  @OptionGroup var change: ChangeOptions

  @Argument(help: "The book: its id, the start of its id, its file, or its title.")
  var record: String?

  @Argument(help: ArgumentHelp("A page such as 120, or a percentage such as 40%.", valueName: "page"))
  var progress: String?

  @OptionGroup var json: ChangedJSONOption

  func run(in context: Context) throws {
    // The picker offers what has been read.
    if record == nil { _ = try change.library.load(in: change.library.context(context)) }
    try context.offering([record].compactMap { $0 }) { names in
      guard let name = names.first else { throw MissingName(kind: .book, allowsQuery: false) }
      if let progress { try set(progress, of: name, in: context) } else { try show(name, in: context) }
    }
  }

  private func show(_ name: String, in context: Context) throws {
    let context = try change.library.context(context)
    let library = try change.library.load(in: context)
    let record = try context.finder(library).find(name, .book)
    let field = try field(library)
    if json.isWanted { return try json.write([record], of: [.book], library, isList: false, context) }
    guard let text = record.texts(of: field).first else {
      let name = Wording.shellWord(record.title)
      throw CommandError(
        .no, "nothing is known of how far the reading of \(Wording.name(record)) is",
        hint: "say it with `shelf progress \(name) 120` for a page, or 40% for a part")
    }
    try context.print("\(Wording.name(record)): " + Wording.progress(text, of: record, library.schema))
    if let pace = ReadingPace(record, library.schema, today: context.today) { try context.print(Wording.pace(pace)) }
  }

  private func set(_ text: String, of name: String, in context: Context) throws {
    var change = try Change(change, in: context)
    let library = change.library
    let record = try context.finder(library).find(name, .book, .exact)
    let progress = try read(text, of: record, library.schema)
    var reader = AssignmentReader(context.finder(library), today: context.today)
    var assignments = try starting(record, &reader)
    assignments.append(.set(try field(library), to: progress.description))
    try change.plan.change(record, assignments)
    if json.isWanted { return try json.commit(change, [record.id], of: [.book], isList: false) }
    try change.commit { plan in [FieldChangeText(plan: plan, record: record, localTime: context.localTime).line] }
  }

  /// Returns the assignments that start the book, unless it is being read.
  private func starting(_ record: Record, _ reader: inout AssignmentReader) throws -> [Assignment] {
    guard let state = reader.library.schema.field(.state, of: .book), let states = state.states else { return [] }
    let value = record.value(of: state)
    if value?.text == states.during?.value { return [] }
    if value == state.doneValue {
      throw CommandError(
        .no, "\(Wording.name(record)) is finished",
        hint: "`shelf book start` begins another reading")
    }
    return try StateChange(kind: .book, phase: .during).assignments(record, &reader)
  }

  private func read(_ text: String, of record: Record, _ schema: Schema) throws -> ReadingProgress {
    guard let progress = ReadingProgress(text) else {
      throw CommandError(
        .usage, "“\(Wording.short(text))” is neither a page nor a percentage",
        hint: "write a page such as 120, or a percentage from 0% to 100%")
    }
    let pages = ReadingPace.pages(of: record, schema)
    if progress.isBeyond(pages), let pages {
      throw CommandError(
        .no, "\(Wording.name(record)) has \(pages) pages, not \(progress)",
        hint: "correct their number with `shelf book set \(record.id.short) pages=NUMBER` if that is wrong")
    }
    return progress
  }

  private func field(_ library: Library) throws -> Field {
    if let field = library.schema.field(.progress, of: .book) { return field }
    throw CommandError(.no, "this library has a field of its own in place of the progress of books")
  }
}
