import ShelfHistory
import ShelfModel
import ShelfStore
import YAMLEdit

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
  /// What an act has planned; nothing until one has.
  var planned: ActPlan
  /// The edits of records that are planned.
  package var plan: EditPlan { planned.edits }
  /// Why nothing will be committed although the manifest asks for it.
  package var obstacle: CommitTarget.Obstacle? { target.obstacle }

  private let lock: LibraryLock?
  /// Whether nobody can have changed the library since it was read, at least not with this program.
  private let isReadUnderLock: Bool
  private let target: CommitTarget

  /// Reads the library, and finds the repository if the change is to be committed.
  ///
  /// - Parameter known: the library as a front end follows it, for an act whose files are compared with it before they are
  ///   written; if nil, it is read.
  /// - Throws: `LibraryError`, `TransactionError.locked`, or `CommitRefusal` if a commit is asked for and cannot be made;
  ///   nothing is changed by then.
  package init(_ workspace: Workspace, _ request: ChangeRequest, known: Library? = nil) throws {
    self.workspace = workspace
    self.request = request
    // Other programs do not wait while the user is being asked.
    let held = try request.isAsking || request.isPreview ? nil : workspace.lock(for: request.command)
    lock = held?.lock
    recovery = held?.recovery
    // What was interrupted and finished just now is not in what was known.
    let known = recovery == nil ? known : nil
    library = try known ?? workspace.read()
    isReadUnderLock = lock != nil && known == nil
    planned = ActPlan(library, Answers(), in: workspace)
    target = try CommitTarget(request, library.manifest, in: workspace)
  }

  /// Makes the changes that are planned, all or none.
  ///
  /// - Throws: `TransactionError`; the library is then as it was.
  package func make() throws(TransactionError) -> Outcome {
    var outcome = planned.outcome
    if request.isPreview || outcome.changes.isEmpty { return outcome }
    let held: (lock: LibraryLock, recovery: Recovery?) =
      if let lock { (lock, nil) } else { try workspace.lock(for: request.command) }
    if !isReadUnderLock { try checkManifest() }
    outcome.sequence = try workspace.write(
      outcome.changes, named: request.command, limits: library.manifest.undoLimits, undoing: planned.undo,
      holding: held.lock)
    (outcome.recovery, outcome.isMade) = (held.recovery, true)
    return outcome
  }

  /// Checks that the library is still one that this program may write: a sync or an editor may have replaced the manifest
  /// since it was read.
  private func checkManifest() throws(TransactionError) {
    do throws(LibraryError) {
      _ = try Manifest.load(at: workspace.root, fileSystem: workspace.host.fileSystem, limits: Limits())
    } catch {
      throw .library(error)
    }
  }

  /// Gives the right to change the library back, for a change that is not made.
  package func release() { lock?.release() }

  /// Commits the files of a change that was made, if that is wanted.
  ///
  /// The lock is given back before: the files are in place, and git's hooks may take their time, or call this program.
  ///
  /// - Parameter message: the message, for a request without one.
  /// - Returns: what git, or a hook, had to say; nil if nothing was committed.
  package func commit(_ outcome: Outcome, message: (Outcome) -> String) throws -> String? {
    guard outcome.isMade else { return nil }
    lock?.release()
    return try target.commit(outcome.changes) { message(outcome) }
  }
}

extension Workspace {
  /// Writes changes of files, all or none, as one entry of the history; the only way in which a library is written.
  ///
  /// - Returns: the number of the entry.
  func write(
    _ changes: [FileChange], named command: String, limits: UndoLimits, undoing undo: UndoPlan? = nil,
    holding lock: LibraryLock
  ) throws(TransactionError) -> Int? {
    if Repository.mayBeSparse(around: root, environment: host.environment, host.fileSystem) {
      for change in changes where change.old != nil {
        if (try? host.fileSystem.status(root + "/" + change.path)) == nil { throw .leftOut(path: change.path) }
      }
    }
    let label = Transaction.Label(
      command: command, time: host.now(), undoes: undo?.entries.map(\.sequence) ?? [],
      isRedo: undo?.direction == .undos, settled: undo?.settled.map(\.sequence) ?? [], limits: limits)
    return try Transaction(changes, at: root, fileSystem: host.fileSystem).commit(label, holding: lock)
  }
}
