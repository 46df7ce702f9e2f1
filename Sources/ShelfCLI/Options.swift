import ArgumentParser
import ShelfStore
import ShelfTerminal

/// The options of every command that reads a library.
struct LibraryOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The library's folder.", valueName: "path"))
  var library: String?

  /// Text, because `genre add` has a field of that name too.
  @Option(help: ArgumentHelp("Colour: auto, always or never.", valueName: "when"))
  var color: String?

  /// Returns the context with these options taken into account.
  func context(_ context: Context) throws(CommandError) -> Context {
    var context = context
    if let color { context.color = try ColorChoice(option: color) }
    if let library { try context.setLibrary(library) }
    return context
  }

  /// Returns the absolute path of the library that the command is about, an interrupted change in it finished.
  func root(in context: Context) throws -> String {
    let context = try self.context(context)
    let root =
      if let path = context.environment["SHELF_LIBRARY"], !path.isEmpty {
        try LibraryLocation.check(path, fileSystem: context.fileSystem)
      } else {
        try LibraryLocation.find(from: ".", fileSystem: context.fileSystem)
      }
    context.tell(Journal(at: root, fileSystem: context.fileSystem).recover())
    return root
  }

  /// Reads the library that the command is about.
  func load(in context: Context) throws -> Library {
    let root = try root(in: context)
    let read = try Library.load(at: root, fileSystem: context.fileSystem, threads: context.threads)
    context.memory.library = read
    return read
  }
}

extension Context {
  /// Takes the right to change a library, and finishes an interrupted change in it.
  func lock(_ root: String) throws -> LibraryLock {
    let lock = try LibraryLock.acquire(at: root, fileSystem: fileSystem, command: commandLine)
    tell(Journal(at: root, fileSystem: fileSystem).recover(holding: lock))
    return lock
  }

  /// Says what was done about an interrupted change.
  fileprivate func tell(_ recovery: Recovery?) {
    switch recovery {
    case .finished(let entry):
      note("finished the change “\(entry.command)”, which had been interrupted")
    case .discarded(let command, let path):
      let change = "the change" + (command.map { " “\($0)”" } ?? "")
      let reason = path.map { ": \($0) has been changed since" } ?? " before it was made"
      note("discarded \(change), which had been interrupted\(reason)")
    case nil: break
    }
  }
}

/// The options of every command that changes a library.
struct ChangeOptions: ParsableArguments {
  @OptionGroup var library: LibraryOptions

  @Flag(name: .customLong("dry-run"), help: "Print the change as a unified diff, and change nothing.")
  var isDryRun = false

  @Flag(inversion: .prefixedNo, help: "Commit the files that change, and nothing else, with git.")
  var commit: Bool?

  @Option(name: .shortAndLong, help: ArgumentHelp("The commit message; by default one is written.", valueName: "text"))
  var message: String?
}

extension Context {
  /// Takes the value of `--library`; an empty one is more likely a variable that is not set than a wish.
  mutating func setLibrary(_ path: String) throws(CommandError) {
    if path.isEmpty { throw CommandError(.usage, "--library needs the path of a folder") }
    environment["SHELF_LIBRARY"] = path
  }
}

extension ColorChoice {
  init(option text: String) throws(CommandError) {
    guard let choice = ColorChoice(rawValue: text) else {
      throw CommandError(.usage, "--color is auto, always or never, not “\(text)”")
    }
    self = choice
  }
}
