import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfWording

/// `shelf queue`: the books to read next, in order.
struct QueueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "Show or change the queue of books to read.",
    usage: "shelf queue [add | move | remove] ...",
    discussion: """
      The queue is a list in shelf.yaml. Two copies of a library merge it entry by entry. A book leaves the queue when it is \
      finished or deleted. `shelf next` suggests the books in the queue first.
      """,
    subcommands: [QueueListCommand.self, QueueAddCommand.self, QueueMoveCommand.self, QueueRemoveCommand.self],
    defaultSubcommand: QueueListCommand.self)
}

/// `shelf queue list`: shows the queue.
struct QueueListCommand: ReportCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the queue.", usage: "shelf queue list [<options>]")

  @OptionGroup var library: LibraryOptions

  @OptionGroup var output: ReportOptions

  func run(in context: Context) throws {
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    try output.write(.queue(context.bookLayout(library)), context)
    let lost = library.manifest.queue.count - library.queue.count
    if lost > 0 {
      context.note(
        "\(lost == 1 ? "1 entry" : "\(lost) entries") of the queue cannot be shown; `shelf doctor` shows why")
    }
  }

  static func columnKeys(_ layout: ListLayout) -> [String] { Report.queue(layout).keys }
}

/// `shelf queue add`: adds books at the end or at a position.
struct QueueAddCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add books to the queue, at the end or at a position.",
    usage: "shelf queue add <record> ... [--at <place>]")

  @OptionGroup var change: ChangeOptions

  @Argument(help: "The book: its id, the start of its id, its file, or its title.", completion: .values(of: .book))
  var record: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("The position, starting at 1.", valueName: "place"))
  var at: String?

  func run(in context: Context) throws {
    try context.promptingForNames(record) { names in
      var change = try CommandChange(change, in: context)
      _ = try change.plan(AddToQueue(.named(names), at: at))
      try change.commit()
    }
  }
}

/// `shelf queue move`: moves a book to a different position.
struct QueueMoveCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move a book to another position in the queue.",
    usage: "shelf queue move <record> <place>")

  @OptionGroup var change: ChangeOptions

  @Argument(help: "The book: its id, the start of its id, its file, or its title.", completion: .values(of: .queued))
  var record: String?

  @Argument(help: ArgumentHelp("The position, starting at 1.", valueName: "place"))
  var place: String?

  func run(in context: Context) throws {
    guard let place else {
      if record == nil { throw Question.subject(.book, isOne: true) }
      throw CommandError(.usage, "no position was given", hint: "add a number, such as 1 for the front")
    }
    try context.promptingForNames([record].compactMap { $0 }, offering: .queue) { names in
      var change = try CommandChange(change, in: context)
      _ = try change.plan(MoveInQueue(names.first, to: place))
      try change.commit()
    }
  }
}

/// `shelf queue remove`: removes books from the queue.
struct QueueRemoveCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove books from the queue.",
    usage: "shelf queue remove (<record> ... | --all)",
    aliases: ["rm"])

  @OptionGroup var change: ChangeOptions

  @Argument(help: "The book: its id, the start of its id, its file, or its title.", completion: .values(of: .queued))
  var record: [String] = []

  @Flag(help: "Remove all books.")
  var all = false

  func validate() throws {
    if all, !record.isEmpty { throw ValidationError("--all cannot be combined with a book") }
  }

  func run(in context: Context) throws {
    if all {
      var change = try CommandChange(self.change, in: context)
      _ = try change.plan(RemoveFromQueue(.records(change.library.queue)))
      return try change.commit()
    }
    try context.promptingForNames(record, offering: .queue) { names in
      var change = try CommandChange(change, in: context)
      _ = try change.plan(RemoveFromQueue(.named(names)))
      try change.commit()
    }
  }
}
