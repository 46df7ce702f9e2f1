import ArgumentParser
import Dispatch
import ShelfBrowser
import ShelfForms
import ShelfKit
import ShelfStore
import ShelfTerminal
import ShelfWording

/// `shelf browse`: the library in three panes.
///
/// The browser itself runs on the main thread: `BrowserTerminal` turns keys into new states of a `Browser` and draws
/// them. Everything slow happens on other threads, whose results arrive as messages in the inbox. The worker performs
/// changes, one after another on a serial queue. The follower watches the folder and reads the library again when files
/// change, and the sorter orders its records. `BrowserGit` counts the files with uncommitted changes. The worker
/// receives every snapshot that the follower reads, so it plans the next change against the latest state.
struct BrowseCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "Browse, search and change the library in three panes.",
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
    let words = try ParserArguments.words(words, of: "browse")
    guard context.canShowWidgets else {
      let name = context.environment["TERM"] ?? ""
      throw CommandError(
        .usage,
        context.isInteractive ? "the terminal “\(name)” cannot show the browser" : "the browser needs a terminal",
        hint: "`shelf book list` lists books, and `shelf list KIND` lists other records")
    }
    let context = try library.context(context)
    // Starting the browser does not recover an interrupted change. The library is read as if the change were complete,
    // and the next command that writes completes it.
    let workspace = try context.workspace()
    let inbox = BrowserInbox()
    let services = try BrowserServices(context)
    let sorter = BrowserSorter(services, inbox)
    let follower = BrowserFollower(workspace.root, context.liveHost, inbox, sorter)
    let read = try workspace.read()
    let worker = BrowserWorker(context, workspace, read, inbox)
    let kept = InputDraft(workspace)
    let git = BrowserGit(workspace.root, context.liveHost, inbox)
    let places = StateFile("browser", context.environment, fileSystem: context.fileSystem).map(BrowserPlaces.init)
    // The worker runs only on this serial queue.
    let queue = DispatchQueue(label: "shelf.browser.requests")
    let terminal = context.terminal
    let browser = Browser(
      read, query: QueryWords.text(words, read.schema),
      space: Space(columns: terminal.width, rows: terminal.height),
      services: services, place: places?.place(of: workspace.root))
    let driver = BrowserTerminal(
      browser, input: context.input, output: context.output, name: context.environment["TERM"] ?? "",
      measure: { context.terminal }, inbox: inbox,
      handlers: BrowserTerminal.EffectHandlers(
        perform: { request in
          // A change takes the lock, reads the library, writes files and runs git. The browser must still respond to
          // keys in the meantime.
          let work = UncheckedSendable((worker, request))
          queue.async {
            let worker = work.value.0
            for message in worker.perform(work.value.1) { inbox.put(message) }
            follower.follow(worker.takeChanged())
            git.count()
          }
          return []
        },
        run: { words, waits in
          // Also runs on the queue, so that its messages follow those from earlier requests.
          for message in queue.sync(execute: { UncheckedSendable(worker.run(words, waits: waits)) }).value {
            inbox.put(message)
          }
          follower.follow(worker.takeChanged())
          git.count()
          return []
        },
        edit: { context.edit($0, named: "text.txt", read) }, fill: FormLookup.filling(context), draft: kept.draft,
        keep: { text in context.keep(text, in: kept, offeredBy: "the browser") }, forget: kept.forget,
        leave: { place in places?.save(place, of: workspace.root) }))
    for (text, _) in kept.all() { inbox.put(.kept(text)) }
    // Changes by other programs reach the worker before its next request.
    let others = UncheckedSendable(worker)
    let hear: @Sendable (Library) -> Void = { library in
      queue.async { others.value.take(library) }
      git.count()
    }
    // The follower starts only after the first screen is drawn, so that it does not delay the first screen.
    let isDone = driver.run {
      follower.begin(read, read: hear)
      git.begin()
    }
    // Waits for the requests in the queue, even if the terminal has disappeared.
    queue.sync {}
    if !isDone { throw CommandError(.no, "the terminal cannot be used") }
  }
}

extension BrowseCommand: QueryCommand {}
