import ArgumentParser
import Dispatch
import ShelfBrowser
import ShelfForms
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfWording

/// `shelf browse`: the library in three panes.
struct BrowseCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "Browse the library in three panes: look, search, change.",
    usage: "shelf browse [<query> ...] [<options>]",
    discussion: """
      The views are on the left, the list is in the middle, and the record is on the right. With a query, the list \
      starts with what matches it. ? shows every key, and the setting keys changes them. Each change is the same as that \
      of its command, and u takes it back.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("What the books must match.", valueName: "query"),
    completion: .values(of: .query))
  var words: [String] = []

  func run(in context: Context) throws {
    let query = QueryWords.text(try ParserArguments.words(words, of: "browse"))
    guard context.canShowWidgets else {
      let name = context.environment["TERM"] ?? ""
      throw CommandError(
        .usage,
        context.isInteractive ? "the terminal “\(name)” cannot show panes" : "browsing needs a terminal",
        hint: "`shelf book list` lists the books, `shelf list KIND` other records")
    }
    let context = try library.context(context)
    // What the user only looks at is not recovered: a change that is being made is seen as if it were in place, and
    // finished by the first command that writes.
    let workspace = try context.workspace()
    let inbox = BrowserInbox()
    let services = try BrowserServices(context)
    let sorter = BrowserSorter(services, inbox)
    let follower = BrowserFollower(workspace.root, context.liveHost, inbox, sorter)
    let read = try workspace.read()
    let worker = BrowserWorker(context, workspace, read, inbox)
    let kept = KeptText(workspace)
    // Whatever the worker does, it does there, one thing after the other.
    let queue = DispatchQueue(label: "shelf.browser.requests")
    let terminal = context.terminal
    let browser = Browser(
      read, query: query, space: Space(columns: terminal.width, rows: terminal.height),
      services: services)
    let driver = BrowserTerminal(
      browser, input: context.input, output: context.output, name: context.environment["TERM"] ?? "",
      measure: { context.terminal }, inbox: inbox,
      handlers: BrowserTerminal.EffectHandlers(
        perform: { request in
          // Keys do not wait for what a change takes: the lock, reading the library, writing, git.
          let work = UncheckedSendable((worker, request))
          queue.async {
            let worker = work.value.0
            for message in worker.perform(work.value.1) { inbox.put(message) }
            follower.follow(worker.takeChanged())
          }
          return []
        },
        run: { words, waits in
          // In the same row as what the others have said.
          for message in queue.sync(execute: { UncheckedSendable(worker.run(words, waits: waits)) }).value {
            inbox.put(message)
          }
          follower.follow(worker.takeChanged())
          return []
        },
        edit: { context.edit($0, named: "text.txt", read) }, fill: FormLookup.filling(context), draft: kept.draft,
        keep: { text in context.keep(text, in: kept, offeredBy: "the browser") }, forget: kept.forget))
    for (text, _) in kept.all() { inbox.put(.kept(text)) }
    // What others have changed is known to the worker before it changes anything else.
    let others = UncheckedSendable(worker)
    let hear: @Sendable (Library) -> Void = { library in queue.async { others.value.take(library) } }
    // Nothing competes with the first screen.
    let isDone = driver.run { follower.begin(read, read: hear) }
    // What was begun is finished, even if the terminal has gone.
    queue.sync {}
    if !isDone { throw CommandError(.no, "the terminal cannot be used") }
  }
}

extension BrowseCommand: QueryCommand {}
