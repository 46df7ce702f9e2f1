import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

/// The options of every command that reads a library.
struct LibraryOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The library's folder.", valueName: "path"))
  var library: String?

  /// The value is not a `ColorChoice`, because for `genre add` it may also be the color of a genre.
  @Option(help: ArgumentHelp("Color: auto, always or never.", valueName: "when"))
  var color: String?

  /// Returns the context with these options applied.
  func context(_ context: Context) throws(CommandError) -> Context {
    var context = context
    if let color { context.color = try ColorChoice(option: color) }
    if let library { try context.setLibrary(library) }
    return context
  }

  /// Opens the library, and completes or discards an interrupted change.
  ///
  /// - Parameter isExamining: whether the command itself reports problems with the journal.
  func open(in context: Context, isExamining: Bool = false) throws -> Workspace {
    let context = try self.context(context)
    let workspace = try context.workspace()
    let recovery = workspace.recover()
    if isExamining, case .untrusted = recovery { return workspace }
    context.report(recovery)
    return workspace
  }

  /// Opens and reads the library.
  func load(in context: Context) throws -> Library {
    try context.read(try open(in: context))
  }
}

extension Context {
  /// Reads a library, and keeps it in memory until the process ends.
  func read(_ workspace: Workspace) throws(LibraryError) -> Library {
    let library = try workspace.read()
    memory.library = library
    return library
  }

  /// Reports how an interrupted change was handled.
  func report(_ recovery: Recovery?) {
    guard let (text, isWarning) = recovery.map(Wording.text) else { return }
    if isWarning { warn(text) } else { note(text) }
  }
}

/// The options of every command that changes a library.
struct ChangeOptions: ParsableArguments {
  @OptionGroup var library: LibraryOptions

  @Flag(name: .customLong("dry-run"), help: "Print the change as a unified diff without making it.")
  var isDryRun = false

  @Flag(inversion: .prefixedNo, help: "Commit the changed files, and only those, with git.")
  var commit: Bool?

  @Option(
    name: .joined("m"), help: ArgumentHelp("Commit with this message instead of a generated one.", valueName: "text"))
  var message: String?

  /// Returns the policy for a change.
  ///
  /// - Parameter isAsking: whether the command may prompt before it makes the change. If so, it acquires the lock only
  ///   after the prompt.
  func policy(in context: Context, isAsking: Bool = false) -> ChangePolicy {
    ChangePolicy(
      command: context.commandLine, isPreview: isDryRun, isAsking: isAsking, commits: commit, message: message)
  }
}

extension Context {
  /// Sets the library to the value of `--library`.
  ///
  /// Rejects an empty value, which most likely comes from an unset variable.
  mutating func setLibrary(_ path: String) throws(CommandError) {
    if path.isEmpty { throw CommandError(.usage, "--library needs the path of a folder") }
    environment["SHELF_LIBRARY"] = path
    libraryOption = path
  }
}

extension ColorChoice {
  init(option text: String) throws(CommandError) {
    guard let choice = ColorChoice(rawValue: text) else {
      throw CommandError(.usage, "--color must be auto, always or never, not “\(text)”")
    }
    self = choice
  }
}
