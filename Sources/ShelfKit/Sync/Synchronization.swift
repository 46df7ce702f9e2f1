import ShelfDoctor
import ShelfHistory
import ShelfModel
import ShelfStore

/// Synchronizes a library with its remote copy: commit, fetch, merge, check, push.
///
/// First, shelf recovers from a change or a sync that was interrupted, refuses to start in the middle of another git
/// operation, and commits uncommitted changes if the settings require it. Then a loop fetches the remote branch, merges
/// it field by field under the lock, and has doctor examine the merge. If the merge has errors that neither side had,
/// nothing is pushed, so that the user can repair the library first. If the push is rejected, someone else has pushed
/// in the meantime, and the loop starts over.
///
/// It is not an `Act`, because nothing can be planned before the remote has answered. Like an act, however, it takes
/// data, returns data, reports its progress as values, and works in the same way for every front end.
package struct Synchronization {
  /// The options for a synchronization.
  package struct Request: Sendable {
    /// The purpose of the lock, which another process shows if its wait for the lock times out.
    package var command: String
    /// The side that wins if both have changed a field; if nil, the manifest decides.
    package var settling: MergePolicy?
    /// Whether to commit uncommitted changes first; if nil, the manifest decides.
    package var commits: Bool?
    /// The message for the commit of local changes, or nil for a generated message.
    package var message: String?

    package init(
      command: String, settling: MergePolicy? = nil, commits: Bool? = nil, message: String? = nil
    ) {
      self.command = command
      self.settling = settling
      self.commits = commits
      self.message = message
    }
  }

  /// A progress report.
  package enum News: Sendable {
    /// A change that had been interrupted was finished or discarded.
    case changeRecovered(Recovery)
    /// A sync that had been killed was finished or rolled back.
    case syncRecovered(SyncRecovery)
    /// These files have uncommitted changes, which are therefore not pushed.
    case uncommitted(paths: [String])
    /// These files are not committed either, because their names are not UTF-8, so they cannot be records.
    case nonUTF8Paths(paths: [String])
    /// git does not detect changes to these files and folders, so the changes are neither committed nor pushed.
    case unseen([UnseenPlace])
    /// Local changes were committed, with this output from git and its hooks.
    case committed(said: String)
    case fetching(Remote)
    case merging(commits: Int)
    /// Conflicts that the policy has resolved, with paths relative to the top of the working tree.
    ///
    /// - Parameter prefix: the path of the library relative to the top of the working tree. It is either empty or ends
    ///   with a slash.
    case settled([SettledConflict], Library, prefix: String)
    case sending(commits: Int)
    /// The remote copy contains its journal (`.shelf`), so git now tracks the journal here too.
    case receivedState
  }

  /// The result of a synchronization.
  package struct Outcome: Sendable {
    /// The library before the synchronization.
    package let library: Library
    /// The numbers of commits that were received and sent.
    package let received: Int
    package let sent: Int
    /// The number of commits that are missing at the address that git fetches from, because git pushes to others.
    package let missing: Int
    /// Whether neither copy has any commits.
    package let isEmpty: Bool
    /// Whether everything in the library is committed.
    package let isWhole: Bool
    /// The commits before and after the synchronization and the records that differ between them, or nil if nothing was
    /// received.
    package let change: (start: String, end: String, difference: LibraryDifference)?
    /// Doctor's errors and warnings that did not exist before.
    package let problems: [Finding]
  }

  /// The reason why a synchronization failed, and the steps that were completed before.
  package struct Failure: Error, Sendable {
    package enum Reason: Sendable {
      case sync(SyncError)
      /// The merge introduced these errors, which neither copy had. The merge is kept in this copy, and nothing was
      /// pushed.
      case problems([Finding])
    }

    package let reason: Reason
    package let library: Library
    /// The path of the library relative to the top of the working tree. It is either empty or ends with a slash.
    package let prefix: String
    /// The side that was requested to win if both sides have changed a field; if nil, the manifest decides.
    package let settling: MergePolicy?
    /// Whether uncommitted changes were committed first.
    package let isCommitted: Bool
    /// The number of commits that were received and merged.
    package let received: Int
  }

  /// The maximum number of attempts if other copies keep pushing in the meantime.
  private static let attempts = 10
  /// The number of further attempts if a push is rejected although the remote branch has not changed.
  private static let fruitlessAttempts = 3

  private let workspace: Workspace
  private let request: Request
  private let message: (LibraryDifference, _ files: Int, Library) -> String
  private let report: (News) throws -> Void
  private let asksToCommit: (_ paths: [String]) throws -> Bool
  private var library: Library
  private var repository: Repository
  private var received = 0

  /// Finishes or rolls back any interrupted change or sync, and reads the library.
  ///
  /// - Parameters:
  ///   - message: returns the message for committing uncommitted changes if the request does not contain one.
  ///   - report: called with each report of the progress.
  ///   - asksToCommit: decides whether to commit the files at these paths, if neither the request nor the manifest
  ///     does.
  /// - Throws: `GitError`, `SyncError`, `LibraryError`, `TransactionError`.
  package init(
    _ workspace: Workspace, _ request: Request,
    message: @escaping (LibraryDifference, _ files: Int, Library) -> String,
    report: @escaping (News) throws -> Void, asksToCommit: @escaping (_ paths: [String]) throws -> Bool = { _ in false }
  ) throws {
    var host = workspace.host
    if let settling = request.settling { host.environment[MergePolicy.variable] = settling.rawValue }
    let workspace = Workspace(root: workspace.root, in: host)
    self.workspace = workspace
    self.request = request
    self.message = message
    self.report = report
    self.asksToCommit = asksToCommit
    repository = try workspace.repository()
    let (lock, recovery) = try workspace.lock(for: request.command)
    if let recovery { try report(.changeRecovered(recovery)) }
    let fileSystem = host.fileSystem
    if let left = try withExtendedLifetime(lock, { [repository] in try repository.recoverSync(fileSystem) }) {
      try report(.syncRecovered(left))
      repository = try workspace.repository()
    }
    lock.release()
    library = try workspace.read()
  }

  /// Synchronizes the library.
  ///
  /// - Throws: `Failure`. Before anything is fetched, it may also throw `SyncError`, `GitError`, `CommitRefusal`, or,
  ///   if git refuses to commit, `Repository.CommitFailure`.
  package mutating func run() throws -> Outcome {
    let fileSystem = workspace.host.fileSystem
    if let operation = try repository.operation(fileSystem) { throw SyncError.unfinished(operation) }
    var remote = try repository.remote()
    let folders = Set(library.records.map(\.file.folder)).map { "\(repository.prefix)\($0)/" }
    try repository.checkSpecialFiles(beside: folders, fileSystem)
    _ = try repository.setUpDrivers()
    let before = repository.head
    let isWhole = try commitChanges()
    let isCommitted = repository.head != before
    do {
      return try exchange(with: &remote, isWhole: isWhole)
    } catch let error as SyncError {
      throw failure(.sync(error), isCommitted)
    } catch let error as MergeProblems {
      throw failure(.problems(error.findings), isCommitted)
    }
  }

  private struct MergeProblems: Error {
    let findings: [Finding]
  }

  private func failure(_ reason: Failure.Reason, _ isCommitted: Bool) -> Failure {
    Failure(
      reason: reason, library: library, prefix: repository.prefix, settling: request.settling,
      isCommitted: isCommitted, received: received)
  }

  private mutating func exchange(with remote: inout Remote, isWhole: Bool) throws -> Outcome {
    let start = repository.head
    var refusal: (theirs: String?, error: SyncError)?
    for attempt in 0..<Synchronization.attempts {
      try report(.fetching(remote))
      let theirs = try repository.fetch(&remote, workspace.host.fileSystem)
      // If the remote branch is unchanged since the rejected push, another attempt helps only if someone else is about
      // to push.
      if let refusal, refusal.theirs == theirs {
        if attempt > Synchronization.fruitlessAttempts { throw refusal.error }
        workspace.host.fileSystem.pause(milliseconds: 50 << attempt)
      }
      if let theirs { received += try merge(theirs, remote) }
      guard let head = repository.head else { return try outcome(sent: 0, missing: 0, since: nil, isWhole: isWhole) }
      var sent = try repository.count(from: theirs, to: head)
      let examination = MergeExamination(workspace, repository)
      let errors = sent > 0 ? try examination.errorsOfMerges(in: head, since: theirs) : []
      if !errors.isEmpty { throw MergeProblems(findings: errors) }
      let addresses = repository.addresses(of: remote)
      let missing = Set(addresses.push).isSuperset(of: addresses.fetch) ? 0 : sent
      // A fetch shows only what one of several addresses has.
      if sent > 0 || addresses.push.count > 1 {
        if sent > 0 { try? report(.sending(commits: sent)) }
        switch try repository.push(remote, addresses, sent) {
        case .success(let count): sent = count
        case .failure(let error):
          refusal = (theirs, error)
          continue
        }
      }
      return try outcome(sent: sent, missing: missing, since: start, isWhole: isWhole, examination)
    }
    throw SyncError.busy
  }

  private func outcome(
    sent: Int, missing: Int, since start: String?, isWhole: Bool, _ examination: MergeExamination? = nil
  ) throws -> Outcome {
    var change: (start: String, end: String, difference: LibraryDifference)?
    var problems: [Finding] = []
    if received > 0, let start, let head = repository.head {
      let difference = try repository.difference(
        .between(start, head), root: library.root, fileSystem: workspace.host.fileSystem, schema: library.schema)
      change = (start, head, difference)
      problems = try examination?.problems(in: head, since: start) ?? []
    }
    return Outcome(
      library: library, received: received, sent: sent, missing: missing, isEmpty: repository.head == nil,
      isWhole: isWhole, change: change, problems: problems)
  }

  /// Merges the fetched commits while the library is locked, and returns their number.
  private mutating func merge(_ theirs: String, _ remote: Remote) throws -> Int {
    let count = try repository.count(from: repository.head, to: theirs)
    if count == 0 { return 0 }
    try report(.merging(commits: count))
    let (lock, recovery) = try workspace.lock(for: request.command)
    if let recovery { try report(.changeRecovered(recovery)) }
    let policy = request.settling ?? library.manifest.mergePolicy
    let tracksState = try repository.tracks(".shelf")
    let settled = try withExtendedLifetime(lock) { [repository] in
      let restricted = try restrictedFiles(theirs)
      defer { restrict(restricted) }
      return try repository.merge(remote, at: theirs, policy, library.schema, workspace.host.fileSystem)
    }
    if !settled.isEmpty { try report(.settled(settled, library, prefix: repository.prefix)) }
    repository = try workspace.repository()
    if !tracksState, try repository.tracks(".shelf") { try report(.receivedState) }
    return count
  }

  /// A file that not everybody may read, and that the merge may write.
  private struct RestrictedFile {
    let path: String
    /// The id of the record in the file, or nil if it is not a record.
    let id: RecordID?
    let mode: UInt32
  }

  /// The permission bits with which everybody may read a file.
  private static let readable: UInt32 = 0o444

  /// Returns the library's files that a merge with this commit may write and that not everybody may read. git creates
  /// each file anew, so the merge would make them readable.
  private func restrictedFiles(_ theirs: String) throws -> [RestrictedFile] {
    try repository.differingFiles(theirs).compactMap { path in
      guard let status = try? workspace.host.fileSystem.status(library.root + "/" + path), status.type == .file,
        status.mode & Self.readable != Self.readable
      else { return nil }
      return RestrictedFile(path: path, id: library.record(at: path)?.id, mode: status.mode)
    }
  }

  /// Removes the permissions that the merge added to files, or to the files that now contain their records.
  private func restrict(_ files: [RestrictedFile]) {
    let fileSystem = workspace.host.fileSystem
    var merged: Library?
    for file in files {
      var path = file.path
      if let id = file.id, (try? fileSystem.status(library.root + "/" + path)) == nil {
        if merged == nil { merged = try? workspace.read() }
        path = merged?.record(id)?.path ?? path
      }
      let place = library.root + "/" + path
      guard let status = try? fileSystem.status(place), status.type == .file, status.mode & ~file.mode != 0,
        let descriptor = try? fileSystem.open(place, in: nil, .read)
      else { continue }
      try? fileSystem.setMode(descriptor, status.mode & (file.mode | 0o600))
      fileSystem.close(descriptor)
    }
  }

  /// Commits uncommitted changes if the settings require it, and returns whether everything is now committed.
  private mutating func commitChanges() throws -> Bool {
    let isWanted = request.commits ?? library.manifest.commits
    if request.message != nil, !isWanted { throw CommitRefusal.messageWithoutCommit }
    let (files, nonUTF8Paths) = try repository.allChanges(.uncommitted)
    var paths = files.map(\.path)
    if !nonUTF8Paths.isEmpty { try report(.nonUTF8Paths(paths: nonUTF8Paths)) }
    let unseen = try repository.unseenPlaces(workspace.host.fileSystem)
    if !unseen.isEmpty { try report(.unseen(unseen)) }
    if paths.isEmpty { return nonUTF8Paths.isEmpty && unseen.isEmpty }
    if !isWanted {
      guard request.commits == nil, try asksToCommit(paths) else {
        try report(.uncommitted(paths: paths))
        return false
      }
      // Other commands may have changed files while the user was deciding.
      paths = try repository.allChanges(.uncommitted).files.map(\.path)
    }
    let difference = try repository.difference(
      .uncommitted, root: library.root, fileSystem: workspace.host.fileSystem, schema: library.schema)
    let target = CommitTarget(repository, message: request.message, in: workspace)
    if let said = try target.commit(paths, { message(difference, paths.count, library) }) {
      try report(.committed(said: said))
    }
    repository = try workspace.repository()
    return nonUTF8Paths.isEmpty && unseen.isEmpty
  }
}
