import ShelfExchange
import ShelfKit
import ShelfStore
import ShelfTerminal
import ShelfText

/// A change as a command makes it: its options read, and everything that happens told on the terminal.
struct Change {
  private var change: LibraryChange
  private var imported: LibraryImport?
  let context: Context

  var library: Library { change.library }
  var workspace: Workspace { change.workspace }
  var isDryRun: Bool { change.request.isPreview }
  var plan: EditPlan {
    get { change.plan }
    set { change.plan = newValue }
  }

  /// Reads the library.
  ///
  /// - Parameter isAsking: whether somebody is asked before the change is made.
  init(_ options: ChangeOptions, in context: Context, isAsking: Bool = false) throws {
    let context = try options.library.context(context)
    try self.init(
      options.library.open(in: context), options.request(in: context, isAsking: isAsking), in: context)
  }

  /// Reads the library of a workspace.
  init(_ workspace: Workspace, _ request: ChangeRequest, in context: Context) throws {
    self.context = context
    change = try LibraryChange(workspace, request)
    context.memory.library = change.library
    context.tell(change.recovery)
    context.warn(of: change.obstacle)
  }

  /// Makes the plan's changes and then prints what `message` says; with `--dry-run` prints the diff instead. If a commit
  /// is wanted, git makes it.
  ///
  /// - Parameter subject: what the commit says if the plan does not tell it.
  func commit(subject: String? = nil, _ message: (EditPlan) -> [String]) throws {
    let outcome = try write(message)
    try commitToGit(outcome, subject: subject)
  }

  /// Plans an import.
  mutating func importRecords(
    _ batches: consuming [SourceBatch], _ options: ImportOptions, progress: (Int, Int) -> Void
  ) throws -> ImportSummary {
    let made = try LibraryImport(batches, into: change, options, progress: progress)
    imported = made
    return made.summary
  }

  /// Makes the changes of an import.
  func makeImport() throws -> Outcome {
    let outcome = try change.make(imported?.changes)
    context.tell(outcome.recovery)
    return outcome
  }

  /// Makes the plan's changes without a commit.
  func write(_ message: (EditPlan) -> [String]) throws -> Outcome {
    let outcome = try make(plan.changes)
    if isDryRun { return outcome }
    do {
      for line in message(plan) { try context.print(VisibleText.line(line)) }
    } catch let error as OutputError {
      throw CommandError(.library, "the change is made, but \(error)")
    }
    return outcome
  }

  /// Makes changes of files, or shows them with `--dry-run`.
  ///
  /// - Parameter undo: the entries of the history that the changes take back.
  func make(_ changes: [FileChange], undoing undo: UndoPlan? = nil) throws -> Outcome {
    if isDryRun { try context.show(changes) }
    let outcome = try change.make(changes, undoing: undo)
    context.tell(outcome.recovery)
    return outcome
  }

  /// Makes the commit if one is wanted.
  func commitToGit(_ outcome: Outcome, subject: String? = nil) throws {
    try commitToGit(outcome) { subject.map { CommitMessage(subject: $0) } ?? CommitMessage(plan) }
  }

  /// Makes the commit if one is wanted.
  func commitToGit(_ outcome: Outcome, _ message: () -> CommitMessage) throws {
    try GitCommit.afterChange.perform(context) { try change.commit(outcome) { message().text } }
  }
}

extension Context {
  /// Prints changes of files as a unified diff.
  func show(_ changes: [FileChange]) throws {
    try page(Array(changes.map { DiffText.render($0, self) }.joined().utf8))
  }
}
