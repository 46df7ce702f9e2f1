import ArgumentParser
import ShelfKit
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
      guard let name = names.first else { throw Question.subject(.book, isOne: true) }
      if let progress { try set(progress, of: name, in: context) } else { try show(name, in: context) }
    }
  }

  private func show(_ name: String, in context: Context) throws {
    let context = try change.library.context(context)
    let library = try change.library.load(in: context)
    let record = try context.finder(library).find(name, .book)
    let field = try SetProgress.field(Self.kind, library)
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
    let planned = try change.plan(SetProgress(name, of: Self.kind, text))
    if json.isWanted {
      return try json.commit(change, planned.subjects.map(\.id), of: [Self.kind], isList: false)
    }
    try change.commit { $0.changes }
  }
}
