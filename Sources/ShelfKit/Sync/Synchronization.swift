import ShelfDoctor
import ShelfHistory
import ShelfModel
import ShelfStore

/// Synchronizes a library with another copy: commits what is not committed if that is wanted, fetches, merges field by
/// field, checks the result, and pushes.
///
/// It is no `Act`, since nothing of it can be planned before the other copy has answered; but as an act it takes data,
/// returns data, and is the same for every front end.
package struct Synchronization {
  /// What is wanted.
  package struct Request: Sendable {
    /// What the right to change the library is taken for, which others are told who wait for it.
    package var command: String
    /// Which side is taken where both have changed a field; nil as the library says.
    package var settling: MergePolicy?
    /// Whether what is not committed yet is committed before; nil as the library says.
    package var commits: Bool?
    /// The message of that commit; nil for one that tells what changed.
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

  /// What is told while it goes on.
  package enum News: Sendable {
    /// A change that had been interrupted was finished or discarded.
    case changeRecovered(Recovery)
    /// A sync that had been killed was finished or taken back.
    case syncRecovered(SyncRecovery)
    /// These files are not committed, and so not sent.
    case uncommitted(paths: [String])
    /// These files, whose names are not UTF-8, are not committed either, as no record can be in them.
    case unnamed(paths: [String])
    /// git does not notice changes here, so none are committed or sent.
    case unseen([UnseenPlace])
    /// What git, or a hook, said about the commit.
    case committed(said: String)
    case fetching(Remote)
    case merging(commits: Int)
    /// Conflicts that a rule has settled, whose paths start at the top of the work tree.
    ///
    /// - Parameter prefix: the library's folder from there; empty, or ended by a slash.
    case settled([SettledConflict], Library, prefix: String)
    case sending(commits: Int)
    /// The other copy has sent its history of changes, which git tracks now.
    case receivedState
  }

  /// What came of it.
  package struct Outcome: Sendable {
    /// The library before.
    package let library: Library
    /// The numbers of commits.
    package let received: Int
    package let sent: Int
    /// Whether nothing at all has been committed in either copy.
    package let isEmpty: Bool
    /// Whether everything in the library is committed.
    package let isWhole: Bool
    /// What came: the commits before and after, and the records that differ; nil if nothing did.
    package let change: (start: String, end: String, difference: LibraryDifference)?
    /// The errors and warnings of doctor that were not there before.
    package let problems: [Finding]
  }

  /// Why it ended early, and what had been done by then.
  package struct Failure: Error, Sendable {
    package enum Reason: Sendable {
      case sync(SyncError)
      /// The merge makes these errors of what is right in each copy: it is kept here, and nothing was sent.
      case problems([Finding])
    }

    package let reason: Reason
    package let library: Library
    /// The library's folder from the top of the work tree; empty, or ended by a slash.
    package let prefix: String
    /// Which side was to be taken where both had changed a field; nil as the library says.
    package let settling: MergePolicy?
    /// Whether changes were committed before.
    package let isCommitted: Bool
    /// How many commits were received and merged.
    package let received: Int
  }

  /// How often it is tried again because someone else has pushed meanwhile.
  private static let attempts = 10
  /// How often it is tried again otherwise.
  private static let fruitlessAttempts = 3

  private let workspace: Workspace
  private let request: Request
  private let message: (LibraryDifference, _ files: Int, Library) -> String
  private let tell: (News) throws -> Void
  private var library: Library
  private var repository: Repository
  private var received = 0

  /// Reads the library, after it has finished or taken back what was interrupted.
  ///
  /// - Parameters:
  ///   - message: words the commit of what is not committed yet, for a request without a message.
  ///   - tell: is told what happens as it does.
  /// - Throws: `GitError`, `SyncError`, `LibraryError`, `TransactionError.locked`; nothing was changed then.
  package init(
    _ workspace: Workspace, _ request: Request,
    message: @escaping (LibraryDifference, _ files: Int, Library) -> String,
    tell: @escaping (News) throws -> Void
  ) throws {
    var host = workspace.host
    if let settling = request.settling { host.environment[MergePolicy.variable] = settling.rawValue }
    let workspace = Workspace(root: workspace.root, in: host)
    self.workspace = workspace
    self.request = request
    self.message = message
    self.tell = tell
    repository = try workspace.repository()
    let (lock, recovery) = try workspace.lock(for: request.command)
    if let recovery { try tell(.changeRecovered(recovery)) }
    let fileSystem = host.fileSystem
    if let left = try withExtendedLifetime(lock, { [repository] in try repository.recoverSync(fileSystem) }) {
      try tell(.syncRecovered(left))
      repository = try workspace.repository()
    }
    lock.release()
    library = try workspace.read()
  }

  /// Synchronizes.
  ///
  /// - Throws: `Failure`; before anything was fetched also `SyncError`, `GitError`, `CommitRefusal`, and
  ///   `Repository.CommitFailure` if git refuses to commit.
  package mutating func run() throws -> Outcome {
    let fileSystem = workspace.host.fileSystem
    if let operation = try repository.operation(fileSystem) { throw SyncError.unfinished(operation) }
    let remote = try repository.remote()
    let folders = Set(library.records.map(\.file.folder)).map { "\(repository.prefix)\($0)/" }
    try repository.checkSpecialFiles(beside: folders, fileSystem)
    _ = try repository.setUpDrivers()
    let before = repository.head
    let isWhole = try commitChanges()
    let isCommitted = repository.head != before
    do {
      return try exchange(with: remote, isWhole: isWhole)
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

  private mutating func exchange(with remote: Remote, isWhole: Bool) throws -> Outcome {
    let start = repository.head
    var refusal: (theirs: String?, error: SyncError)?
    for attempt in 0..<Synchronization.attempts {
      try tell(.fetching(remote))
      let theirs = try repository.fetch(remote, workspace.host.fileSystem)
      // If no one else has pushed, another attempt only helps if someone is just about to.
      if let refusal, refusal.theirs == theirs {
        if attempt > Synchronization.fruitlessAttempts { throw refusal.error }
        workspace.host.fileSystem.pause(milliseconds: 50 << attempt)
      }
      if let theirs { received += try merge(theirs, remote) }
      guard let head = repository.head else { return try outcome(sent: 0, since: nil, isWhole: isWhole) }
      let sent = try repository.count(from: theirs, to: head)
      let examination = MergeExamination(workspace, repository)
      let errors = sent > 0 ? try examination.errorsOfMerges(in: head, since: theirs) : []
      if !errors.isEmpty { throw MergeProblems(findings: errors) }
      do throws(SyncError) {
        if sent > 0 {
          try? tell(.sending(commits: sent))
          try repository.push(remote)
        }
      } catch {
        refusal = (theirs, error)
        continue
      }
      return try outcome(sent: sent, since: start, isWhole: isWhole, examination)
    }
    throw SyncError.busy
  }

  private func outcome(
    sent: Int, since start: String?, isWhole: Bool, _ examination: MergeExamination? = nil
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
      library: library, received: received, sent: sent, isEmpty: repository.head == nil, isWhole: isWhole,
      change: change, problems: problems)
  }

  /// Merges what was fetched, while no one else changes the library; returns the number of commits received.
  private mutating func merge(_ theirs: String, _ remote: Remote) throws -> Int {
    let count = try repository.count(from: repository.head, to: theirs)
    if count == 0 { return 0 }
    try tell(.merging(commits: count))
    let (lock, recovery) = try workspace.lock(for: request.command)
    if let recovery { try tell(.changeRecovered(recovery)) }
    let policy = request.settling ?? library.manifest.mergePolicy
    let tracksState = try repository.tracks(".shelf")
    let settled = try withExtendedLifetime(lock) { [repository] in
      try repository.merge(remote, at: theirs, policy, library.schema, workspace.host.fileSystem)
    }
    if !settled.isEmpty { try tell(.settled(settled, library, prefix: repository.prefix)) }
    repository = try workspace.repository()
    if !tracksState, try repository.tracks(".shelf") { try tell(.receivedState) }
    return count
  }

  /// Commits what was changed by hand or without a commit; returns whether everything is committed.
  private mutating func commitChanges() throws -> Bool {
    let isWanted = request.commits ?? library.manifest.commits
    if request.message != nil, !isWanted { throw CommitRefusal.messageWithoutCommit }
    let range: ChangeRange = repository.hasCommits ? .sinceCommit("HEAD") : .staged
    let (files, unnamed) = try repository.allChanges(range)
    let paths = files.map(\.path)
    if !unnamed.isEmpty { try tell(.unnamed(paths: unnamed)) }
    let unseen = try repository.unseenPlaces(workspace.host.fileSystem)
    if !unseen.isEmpty { try tell(.unseen(unseen)) }
    if paths.isEmpty { return unnamed.isEmpty && unseen.isEmpty }
    guard isWanted else {
      try tell(.uncommitted(paths: paths))
      return false
    }
    let difference = try repository.difference(
      range, root: library.root, fileSystem: workspace.host.fileSystem, schema: library.schema)
    let target = CommitTarget(repository, message: request.message, in: workspace)
    if let said = try target.commit(paths, { message(difference, paths.count, library) }) {
      try tell(.committed(said: said))
    }
    repository = try workspace.repository()
    return unnamed.isEmpty && unseen.isEmpty
  }
}
