import ArgumentParser
import ShelfHistory
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfText
import ShelfWording

/// `shelf init`: creates a library, or adds missing parts to an existing one.
struct InitCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a new library, in this folder or another.",
    discussion: """
      Writes shelf.yaml, .gitignore and .gitattributes, creates a git repository unless there is one, and sets up how git \
      merges records. In a clone of a library, or when run again, it adds what is missing. It commits the files that it \
      writes, and no others.
      """)

  @Option(name: .customLong("library"), help: ArgumentHelp("The same as <path>.", valueName: "path"))
  var library: String?

  @Argument(help: ArgumentHelp("The library's folder; created if it is missing. (default: .)", valueName: "path"))
  var folder: String?

  @Flag(help: "Add the starter genres and a few examples.")
  var sample = false

  @Option(help: "The library's name. (default: the name of the folder)")
  var name: String?

  @Flag(name: .customLong("no-git"), help: "Do not create a git repository.")
  var isWithoutGit = false

  @Flag(name: .customLong("no-commit"), help: "Do not commit the new files.")
  var isWithoutCommit = false

  @Flag(help: "Check records with `shelf doctor --staged` before each commit. An existing hook is kept.")
  var hooks = false

  func validate() throws {
    if hooks, isWithoutGit { throw ValidationError("--hooks and --no-git cannot be combined") }
  }

  func run(in context: Context) throws {
    let given = library ?? context.libraryOption
    if let folder, let given, folder != given {
      throw CommandError(
        .usage, "there are two folders: “\(Wording.short(given))” and “\(Wording.short(folder))”",
        hint: "remove --library")
    }
    let path = folder ?? given ?? "."
    if path.isEmpty { throw CommandError(.usage, "a library needs the path of a folder") }
    let files = context.fileSystem
    let made = try files.makeDirectories(path)
    guard let root = files.resolve(path) else { throw CommandError(.library, "cannot create the folder \(path)") }
    try checkHome(root, context)
    let isNew: Bool
    do {
      isNew = try write(root, context)
    } catch {
      // A failed change leaves a lock and an empty history. They are removed along with the folders that this command
      // created.
      if !made.isEmpty { try? files.remove(root + "/.shelf/lock") }
      for folder in [root + "/.shelf/history", root + "/.shelf"] + made.reversed() where !made.isEmpty {
        try? files.removeDirectory(folder)
      }
      throw error
    }
    let example = sample ? " book list" : isNew ? " book add \"Dune\" --author \"Frank Herbert\"" : ""
    let place = root == files.resolve(".") ? "" : "cd \(Wording.shellWord(path)) && "
    try context.print("Next: \(VisibleText.line(place))shelf\(example)")
  }

  /// Asks before the user's home folder becomes a library.
  private func checkHome(_ root: String, _ context: Context) throws {
    guard context.isInteractive, let home = context.environment["HOME"], context.fileSystem.resolve(home) == root,
      try context.fileSystem.status(root + "/" + Manifest.fileName) == nil
    else { return }
    guard try context.askYesOrNo("This is your home folder. Make all of it a library?") else {
      throw Declined(text: "Nothing was created; `shelf init ~/books` creates a library in a folder of its own")
    }
  }

  /// Creates the library or adds its missing parts, and returns whether it is new.
  private func write(_ root: String, _ context: Context) throws -> Bool {
    try LibraryCreation.check(root, in: context.host)
    let repository = try isWithoutGit ? nil : RepositorySetUp(root, in: context.host)
    let creation = try LibraryCreation(at: root, for: context.commandLine, in: context.host)
    context.report(creation.recovery)
    let title = name ?? root.split(separator: "/").last.map(String.init) ?? "Library"
    let changes = try creation.make(name: title).changes
    let isNew = changes.contains { $0.path == Manifest.fileName }
    if isNew {
      try context.print(VisibleText.line("Created the library “\(title)” in \(root)"))
    } else {
      let added = changes.map { $0.path }
      let more = added.isEmpty ? "nothing to add" : "added to \(Wording.list(added))"
      try context.print(VisibleText.line("\(root) is already a library; \(more)"))
    }
    var written = changes.map(\.path)
    if sample { written += try addExamples(creation, context) }
    guard let setUp = try repository?.run(withHooks: hooks) else { return isNew }
    if let failure = setUp.failure { context.report(RepositorySetUpText.warning(failure)) }
    try context.print(RepositorySetUpText.lines(setUp))
    guard let repository = setUp.repository, !isWithoutCommit else { return isNew }
    let message = isNew ? "Create the library “\(title)”" : "Complete the library's files"
    try commit(written, message, isNew: isNew, creation, repository, context)
    return isNew
  }

  /// Commits the files.
  ///
  /// If git refuses, reports that as a warning, because the library exists nevertheless.
  private func commit(
    _ written: [String], _ message: String, isNew: Bool, _ creation: LibraryCreation, _ repository: Repository,
    _ context: Context
  ) throws {
    do {
      try GitCommit.afterInit.perform(context) {
        guard let (paths, said) = try creation.commit(written, message, repository) else { return nil }
        let files = paths.count > 3 ? Wording.count(paths.count, "file") : Wording.list(paths)
        try context.print("Committed \(files)")
        if isNew {
          try context.print(
            "Later changes are committed only with --commit, or after `shelf library set git.commit=true`")
        }
        return said
      }
    } catch {
      guard var report = CommandError(error)?.report else { throw error }
      report.severity = .warning
      context.report(report)
    }
  }

  /// Adds the example records unless the library already has records, and returns the paths of the new files.
  private func addExamples(_ creation: LibraryCreation, _ context: Context) throws -> [String] {
    guard let plan = try creation.addExamples() else {
      context.warn("the library already has records; no examples were added")
      return []
    }
    let counts = Kind.allCases.map { kind in kind.counted(plan.created.count { $0.kind == kind }) }
    try context.print("Added \(Wording.list(counts))")
    return plan.changes.map(\.path)
  }
}
