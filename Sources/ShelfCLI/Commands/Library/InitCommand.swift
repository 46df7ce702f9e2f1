import ArgumentParser
import ShelfModel
import ShelfStore
import ShelfText

/// `shelf init`: makes a library, or completes one.
struct InitCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a new library, in this folder or another.",
    discussion: """
      Writes shelf.yaml, .gitignore and .gitattributes, makes a git repository unless there is one, and sets up how git \
      merges records. In a clone of a library, or when run again, it adds what is missing.
      """)

  @Argument(help: "The library's folder; created if it is missing.")
  var path = "."

  @Flag(help: "Add the starter genres and a few examples.")
  var sample = false

  @Option(help: "The library's name; by default that of its folder.")
  var name: String?

  @Flag(name: .customLong("no-git"), help: "Do not create a git repository.")
  var isWithoutGit = false

  @Flag(help: "Check records with `shelf doctor --staged` before each commit; an existing hook stays.")
  var hooks = false

  func validate() throws {
    if hooks, isWithoutGit { throw ValidationError("--hooks and --no-git cannot be combined") }
  }

  func run(in context: Context) throws {
    let files = context.fileSystem
    let made = try files.makeDirectories(path)
    guard let root = files.resolve(path) else { throw CommandError(.library, "cannot make the folder \(path)") }
    do {
      try write(root, context)
    } catch {
      // A failed change leaves its lock and an empty history behind.
      if !made.isEmpty { try? files.remove(root + "/.shelf/lock") }
      for folder in [root + "/.shelf/history", root + "/.shelf"] + made.reversed() where !made.isEmpty {
        try? files.removeDirectory(folder)
      }
      throw error
    }
    let example = sample ? "book list" : "book add \"Dune\" --author \"Frank Herbert\""
    let place = root == files.resolve(".") ? "" : "cd \(Wording.shellWord(path)) && "
    try context.print("Next: \(VisibleText.line(place))shelf \(example)")
  }

  /// A library inside another one's records would hide them.
  private func checkPlace(_ root: String, _ context: Context) throws {
    let parts = root.split(separator: "/").map(String.init)
    for count in parts.indices where Kind.allCases.contains(where: { $0.folder == parts[count] }) {
      let above = "/" + parts[..<count].joined(separator: "/")
      guard try context.fileSystem.status(above + "/" + Manifest.fileName) != nil else { continue }
      throw CommandError(
        .usage, "\(root) is among the \(parts[count]) of the library \(above)", hint: "make the new one elsewhere")
    }
    if parts.contains(".git") { throw CommandError(.usage, "\(root) is in git's own folder") }
  }

  private func write(_ root: String, _ context: Context) throws {
    try checkPlace(root, context)
    let repository = try isWithoutGit ? nil : RepositorySetUp(root, in: context)
    if try context.fileSystem.status(root + "/" + Manifest.fileName) != nil {
      // A library that this program cannot read, such as a newer format, is left alone.
      _ = try Library.load(at: root, fileSystem: context.fileSystem, threads: context.threads)
    }
    let title = name ?? root.split(separator: "/").last.map(String.init) ?? "Library"
    let lock = try context.lock(root)
    let changes = try NewLibrary(at: root, fileSystem: context.fileSystem).changes(name: title)
    let label = Transaction.Label(command: context.commandLine, time: context.now)
    try Transaction(changes, at: root, fileSystem: context.fileSystem).commit(label, holding: lock)
    if changes.contains(where: { $0.path == Manifest.fileName }) {
      try context.print(VisibleText.line("Made the library “\(title)” in \(root)"))
    } else {
      let added = changes.map { $0.path }
      let more = added.isEmpty ? "nothing was missing" : "added to \(Wording.list(added))"
      try context.print(VisibleText.line("\(root) is already a library; \(more)"))
    }
    if sample { try addSample(root, lock, context) }
    try repository?.run(withHooks: hooks)
  }

  private func addSample(_ root: String, _ lock: LibraryLock, _ context: Context) throws {
    let library = try Library.load(at: root, fileSystem: context.fileSystem, threads: context.threads)
    guard library.records.isEmpty else {
      return context.warn("the library already has records; no examples were added")
    }
    var plan = EditPlan(library, now: context.now)
    try SampleRecords(library, today: context.today, now: context.now, newID: context.newID).add(to: &plan)
    let label = Transaction.Label(command: context.commandLine, time: context.now)
    try Transaction(plan.changes, at: root, fileSystem: context.fileSystem).commit(label, holding: lock)
    let counts = Kind.allCases.map { kind in kind.counted(plan.created.count { $0.kind == kind }) }
    try context.print("Added \(Wording.list(counts))")
  }
}
