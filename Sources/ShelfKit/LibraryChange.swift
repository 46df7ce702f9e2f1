import ShelfModel
import ShelfStore

/// A change of a library on its way from a snapshot to the files and to git: whatever changes a library comes through here.
///
/// Opening it takes the lock and reads the library; `make` writes all files or none, as one entry of the history; `commit`
/// commits them. A caller that shows something in between, such as a preview or a report, does so in between.
package struct LibraryChange {
  package let workspace: Workspace
  package let request: ChangeRequest
  /// The library before the change.
  package let library: Library
  /// What was done about a change that had been interrupted.
  package let recovery: Recovery?
  /// The edits of records; empty until a command fills it.
  package var plan: EditPlan
  /// Why nothing will be committed although the manifest asks for it.
  package var obstacle: CommitTarget.Obstacle? { target.obstacle }

  private let lock: LibraryLock?
  private let target: CommitTarget

  /// Reads the library, and finds the repository if the change is to be committed.
  ///
  /// - Throws: `LibraryError`, `TransactionError.locked`, or `CommitRefusal` if a commit is asked for and cannot be made;
  ///   nothing is changed by then.
  package init(_ workspace: Workspace, _ request: ChangeRequest) throws {
    self.workspace = workspace
    self.request = request
    // Nobody waits for somebody who is being asked.
    let held = try request.isAsking || request.isPreview ? nil : workspace.lock(for: request.command)
    lock = held?.lock
    recovery = held?.recovery
    library = try workspace.read()
    plan = EditPlan(library, now: workspace.host.now())
    target = try CommitTarget(request, library.manifest, in: workspace)
  }

  /// Makes changes of files, all or none.
  ///
  /// - Parameters:
  ///   - changes: the changes; if nil, those of the plan.
  ///   - undo: the entries of the history that the changes take back.
  /// - Throws: `TransactionError`; the library is then as it was.
  package func make(_ changes: [FileChange]? = nil, undoing undo: UndoPlan? = nil) throws(TransactionError) -> Outcome {
    let changes = changes ?? plan.changes
    if request.isPreview || changes.isEmpty { return Outcome(changes: changes, recovery: nil, isMade: false) }
    let held: (lock: LibraryLock, recovery: Recovery?) =
      if let lock { (lock, nil) } else { try workspace.lock(for: request.command) }
    try workspace.write(
      changes, named: request.command, limits: library.manifest.undoLimits, undoing: undo, holding: held.lock)
    return Outcome(changes: changes, recovery: held.recovery, isMade: true)
  }

  /// Commits the files of a change that was made, if that is wanted.
  ///
  /// The lock is given back before: the files are in place, and git's hooks may take their time, or call this program.
  ///
  /// - Parameter message: the message, for a request without one.
  /// - Returns: what git, or a hook, had to say; nil if nothing was committed.
  package func commit(_ outcome: Outcome, message: () -> String) throws -> String? {
    guard outcome.isMade else { return nil }
    lock?.release()
    return try target.commit(outcome.changes, message)
  }
}

/// What became of a change.
package struct Outcome {
  /// The changes of files, made or only worked out.
  package let changes: [FileChange]
  /// What was done about another change that had been interrupted.
  package let recovery: Recovery?
  /// False for a preview, and if nothing was to change.
  package let isMade: Bool
}

extension Workspace {
  /// Writes changes of files, all or none, as one entry of the history; the only way in which a library is written.
  func write(
    _ changes: [FileChange], named command: String, limits: UndoLimits, undoing undo: UndoPlan? = nil,
    holding lock: LibraryLock
  ) throws(TransactionError) {
    let undone = undo.map { $0.entries + $0.settled } ?? []
    let label = Transaction.Label(
      command: command, time: host.now(), undoes: undone.map(\.sequence), isRedo: undo?.aim == .undos,
      limits: limits)
    try Transaction(changes, at: root, fileSystem: host.fileSystem).commit(label, holding: lock)
  }
}
