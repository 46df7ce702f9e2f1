import ShelfBrowser
import ShelfForms
import ShelfKit
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfText

/// Runs commands that take over the terminal from the browser.
struct BrowserCommands {
  let context: Context
  let workspace: Workspace

  var runner: BrowserWorker.CommandRunner {
    BrowserWorker.CommandRunner(run: run, pause: pause, drafts: { InputDraft(workspace).draftsOfFiles() })
  }

  private func run(_ words: [String], waits: Bool, name: String?) -> Int32 {
    let arguments = waits ? ShellWords.split(words[0]) ?? words : words
    var context = self.context
    context.refreshClock()
    context.isInBrowser = true
    var rest = arguments.first == "shelf" ? Array(arguments.dropFirst()) : arguments
    // The browser itself writes the line number after the file.
    if !waits, rest.count == 3, rest[0] == "edit", rest[2].hasPrefix("+") {
      context.editorLine = Int(rest.removeLast().dropFirst())
    }
    if rest.first == "browse" {
      context.note("the browser is already open")
      return 1
    }
    // A command line that the user typed runs in a separate process, so that Ctrl-C ends only that process.
    return waits ? runApart(rest, context) : context.commands.run(rest, context, name)
  }

  /// Runs a command in a separate process, or in this one if the path of the program is unknown. Returns its exit
  /// status.
  private func runApart(_ arguments: [String], _ context: Context) -> Int32 {
    guard let path = context.program else { return context.commands.run(arguments, context, nil) }
    var environment = context.environment
    environment["SHELF_LIBRARY"] = workspace.root
    let color = context.color == .auto ? [] : ["--color", context.color.rawValue]
    let program = ExternalProgram(path, color + arguments, environment: environment)
    return (try? program.run()) ?? context.commands.run(arguments, context, nil)
  }

  private func pause() -> [UInt8] {
    _ = try? context.print("")
    let prompt = StyledText("Press any key to return to the browser, or : for another command.", .dim)
    _ = try? context.write(rendered: Array(prompt.render(depth: context.terminal.depth).utf8))
    var typed: [UInt8] = []
    if let terminal = RawTerminal(input: context.input, output: context.output, start: "", end: "") {
      typed = waitForKey(terminal)
      terminal.giveBack()
    }
    // The output of the next command starts on a new line.
    _ = try? context.print("")
    return typed
  }

  private func waitForKey(_ terminal: RawTerminal) -> [UInt8] {
    while true {
      switch terminal.read() {
      case .resized, .resumed, .timeout: continue
      case .bytes(let bytes): return Array(bytes)
      case .end: return []
      case .ending(let signal): RawTerminal.end(by: signal)
      }
    }
  }
}

extension BrowserWorker {
  /// Creates the worker of the browser from the context of a command.
  convenience init(_ context: Context, _ workspace: Workspace, _ library: Library, _ inbox: BrowserInbox) {
    let host = BrowserHost(
      root: workspace.root,
      makeHost: {
        var context = context
        context.refreshClock()
        return context.host
      }, measure: { context.terminal },
      look: BrowserLook(
        depth: context.terminal.depth, ratings: context.settings.ratingLook(), localTime: context.localTime),
      catalogues: context.catalogues)
    self.init(host, workspace, library, inbox, BrowserCommands(context: context, workspace: workspace).runner)
  }
}
