import ShelfStore
import ShelfTerminal
import ShelfText

/// A change on its way from a plan to the disk, the same way for every command.
struct Change {
  let library: Library
  var plan: EditPlan
  let context: Context
  let isDryRun: Bool
  private let lock: LibraryLock?
  private let commit: GitCommit

  /// Reads the library.
  ///
  /// - Parameter isAsking: whether somebody is asked before the change is made. Others may change the library while the
  ///   answer is awaited; else nobody can, from here on.
  init(_ options: ChangeOptions, in context: Context, isAsking: Bool = false) throws {
    self.context = try options.library.context(context)
    isDryRun = options.isDryRun
    let root = try options.library.root(in: context)
    lock = try isAsking || isDryRun ? nil : context.lock(root)
    library = try options.library.load(in: context)
    plan = EditPlan(library, now: context.now)
    commit = try GitCommit(options, library.manifest, root: root, in: self.context)
  }

  /// Writes the plan's changes and then prints what `message` says; with `--dry-run` prints the diff instead. Where a
  /// commit is wanted, git makes it.
  ///
  /// - Parameter subject: what the commit says where that is not told by the plan.
  func commit(subject: String? = nil, _ message: (EditPlan) -> [String]) throws {
    try write(message)
    try commitToGit(subject: subject)
  }

  /// Makes the commit where one is wanted.
  func commitToGit(subject: String? = nil) throws {
    if isDryRun { return }
    // The files are in place, and git's hooks may take their time, or call `shelf`.
    lock?.release()
    try commit.make(plan.changes) { subject.map { CommitMessage(subject: $0) } ?? CommitMessage(plan) }
  }

  /// Writes the plan's changes without a commit.
  func write(_ message: (EditPlan) -> [String]) throws {
    let changes = plan.changes
    if isDryRun { return try context.show(changes) }
    try context.make(changes, in: library, holding: lock)
    do {
      for line in message(plan) { try context.print(VisibleText.line(line)) }
    } catch let error as OutputError {
      throw CommandError(.library, "the change is made, but \(error)")
    }
  }
}

extension Context {
  /// Makes changes of files, all or none, under the name of this command.
  ///
  /// - Parameter lock: the right to change the library, where the command has it already.
  func make(_ changes: [FileChange], in library: Library, holding lock: LibraryLock?) throws {
    if changes.isEmpty { return }
    let label = Transaction.Label(command: commandLine, time: now, limits: library.manifest.undoLimits)
    try Transaction(changes, at: library.root, fileSystem: fileSystem)
      .commit(label, holding: lock ?? self.lock(library.root))
  }

  /// Prints changes of files as a unified diff.
  func show(_ changes: [FileChange]) throws {
    try page(Array(changes.map { DiffText.render($0, self) }.joined().utf8))
  }
}
