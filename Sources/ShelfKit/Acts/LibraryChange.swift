import ShelfHistory
import ShelfModel
import ShelfStore
import YAMLEdit

/// A change to a library, from a snapshot of the library to the written files and the commit. Every change is made in
/// this way.
///
/// The initializer acquires the lock, recovers from an interrupted change, reads the library, and finds the repository
/// for the commit, so that an impossible commit fails before anything is written. `plan` plans the changes of an act,
/// and may be called again with more answers. If the act itself turns on commits in the manifest, `plan` finds the
/// repository. `make` writes all files or none, as a single entry of the history. `commit` releases the lock and
/// commits the files. Between these steps, the caller shows a preview, a diff or a report.
///
/// If the user has to confirm the change, the library is not locked until the user has answered, so that other programs
/// need not wait. `make` then acquires the lock, and the transaction refuses to write if a file has changed since it
/// was read. The same check applies if a front end passes its own snapshot of the library instead of having it read
/// again.
package struct LibraryChange {
  package let workspace: Workspace
  package let policy: ChangePolicy
  /// The library before the change.
  package let library: Library
  /// The outcome of recovering from an interrupted change, or nil if no change had been interrupted.
  package let recovery: Recovery?
  /// The plan of the last act, which is empty until an act has been planned.
  var planned: ActPlan
  /// The planned edits of records.
  package var plan: EditPlan { planned.edits }
  /// The reason why the change will not be committed although commits are turned on in the manifest, or why the commit
  /// may be lost, or nil if there is none.
  package var obstacle: CommitTarget.Obstacle? { target.obstacle }

  private let lock: LibraryLock?
  /// Whether the library was read under the lock, so that no other shelf process can have changed it since.
  private let isReadUnderLock: Bool
  private var target: CommitTarget
  /// Whether this change enables commits in the manifest.
  package private(set) var startsCommitting = false

  /// Reads the library, and finds the repository if the change is to be committed.
  ///
  /// - Parameter known: the front end's current snapshot of the library, or nil to read the library. The files that the
  ///   act changes are compared with the snapshot before they are written.
  /// - Throws: `LibraryError`, `TransactionError.locked`, or `CommitRefusal` if a requested commit is impossible. In
  ///   these cases nothing has been changed.
  package init(_ workspace: Workspace, _ policy: ChangePolicy, known: Library? = nil) throws {
    self.workspace = workspace
    self.policy = policy
    // Other programs should not have to wait for the user's answer.
    let held = try policy.isAsking || policy.isPreview ? nil : workspace.lock(for: policy.command)
    lock = held?.lock
    recovery = held?.recovery
    // If an interrupted change has just been finished, the caller's snapshot is out of date.
    let known = recovery == nil ? known : nil
    library = try known ?? workspace.read()
    isReadUnderLock = lock != nil && known == nil
    planned = ActPlan(library, Answers(), in: workspace)
    target = try CommitTarget(policy, isUsual: library.manifest.commits, in: workspace)
  }

  /// Finds the repository if the planned change turns on commits in the manifest, because this change is then
  /// committed, too.
  mutating func considerNewManifest() throws {
    guard !library.manifest.commits, !startsCommitting,
      let new = (planned.manifest ?? planned.files?.first { $0.path == Manifest.fileName })?.new,
      (try? Manifest.read(new, at: library.root))?.commits ?? false
    else { return }
    startsCommitting = true
    target = try CommitTarget(policy, isUsual: true, in: workspace)
  }

  /// Returns the number of the library's files with uncommitted changes, or nil if nothing is to be committed.
  package func uncommittedFiles() throws -> Int? { try target.uncommittedFiles() }

  /// Makes the planned changes, all or none.
  ///
  /// - Throws: `TransactionError`; in that case the library is unchanged.
  package func make() throws(TransactionError) -> Outcome {
    var outcome = try planned.outcome
    // Undoing both an addition and a deletion of the same file changes nothing, but has to be recorded.
    if policy.isPreview || outcome.changes.isEmpty && planned.undo == nil { return outcome }
    let held: (lock: LibraryLock, recovery: Recovery?) =
      if let lock { (lock, nil) } else { try workspace.lock(for: policy.command) }
    if !isReadUnderLock { try checkManifest() }
    outcome.sequence = try workspace.write(
      outcome.changes, named: policy.command, limits: library.manifest.undoLimits, undoing: planned.undo,
      holding: held.lock)
    (outcome.recovery, outcome.isMade) = (held.recovery, true)
    return outcome
  }

  /// Throws an error if this program may no longer write to the library. A sync or an editor may have replaced the
  /// manifest since it was read.
  private func checkManifest() throws(TransactionError) {
    do throws(LibraryError) {
      _ = try Manifest.load(at: workspace.root, fileSystem: workspace.host.fileSystem, limits: Limits())
    } catch {
      throw .library(error)
    }
  }

  /// Releases the lock without making the change.
  package func release() { lock?.release() }

  /// Commits the files of a change that was made, if the change is to be committed.
  ///
  /// The lock is released first, because the files are in place, and git's hooks may take a long time or call this
  /// program.
  ///
  /// - Parameter message: a function that returns the commit message if the policy does not contain one.
  /// - Returns: the output of git and of hooks, or nil if nothing was committed.
  package func commit(_ outcome: Outcome, message: (Outcome) -> String) throws -> String? {
    guard outcome.isMade else { return nil }
    lock?.release()
    return try outcome.changes.isEmpty ? nil : target.commit(outcome.changes) { message(outcome) }
  }
}

extension Workspace {
  /// Writes either all file changes or none, as a single entry of the history. Every change to a library uses this
  /// method.
  ///
  /// - Returns: the number of the entry, or nil if there is nothing to change.
  func write(
    _ changes: [FileChange], named command: String, limits: UndoLimits, undoing undo: UndoPlan? = nil,
    holding lock: LibraryLock
  ) throws(TransactionError) -> Int? {
    try checkAreThere(changes.map(\.path))
    let label = Transaction.Label(
      command: command, time: host.now(), undoes: undo?.entries.map(\.sequence) ?? [],
      isRedo: undo?.direction == .undos, undoneElsewhere: undo?.undoneElsewhere.map(\.sequence) ?? [], limits: limits)
    return try Transaction(changes, at: root, fileSystem: host.fileSystem).commit(label, holding: lock)
  }
}
