import ShelfKit

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
    if isDryRun {
      try context.page(Array(changes.map { DiffText.render($0, context) }.joined().utf8))
      return
    }
    let transaction = Transaction(changes, at: library.root, fileSystem: context.fileSystem)
    let label = Transaction.Label(
      command: context.commandLine, time: context.now, limits: library.manifest.undoLimits)
    if !changes.isEmpty { try transaction.commit(label, holding: lock ?? context.lock(library.root)) }
    do {
      for line in message(plan) { try context.print(VisibleText.line(line)) }
    } catch let error as OutputError {
      throw CommandError(.library, "the change is made, but \(error)")
    }
  }
}
