import ShelfHistory
import ShelfModel
import ShelfStore

/// The repository to commit a change to, if the change is to be committed and this is possible.
///
/// The target is determined before anything is changed. If the user requested the commit with an option, it must
/// succeed: the change is refused if git is in the middle of a merge or a rebase, or is unusable. If only the manifest
/// requires the commit, it must not prevent the change: the change is then made without the commit, and `obstacle`
/// contains the reason to report. The commit contains only the files of the change and, after a move, the old paths of
/// these files. While another program has git's index locked, the commit is retried for about five seconds.
package struct CommitTarget {
  /// The reason why nothing is committed although the manifest requires a commit, or why the commit may be lost. The
  /// change is made anyway.
  package enum Obstacle: Sendable {
    /// git is in the middle of an operation such as a merge.
    case operation(GitOperation)
    /// No branch is checked out: the commit is made, but no branch contains it.
    case detached
    case git(GitError)
  }

  /// The repository, or nil if nothing is to be committed.
  private let repository: Repository?
  private let message: String?
  private let workspace: Workspace
  package let obstacle: Obstacle?

  /// Finds the repository before anything is changed.
  ///
  /// - Parameter isUsual: whether the manifest requires every change to be committed.
  /// - Throws: `CommitRefusal` or `GitError` if the user requested a commit but committing is impossible.
  init(_ policy: ChangePolicy, isUsual: Bool, in workspace: Workspace) throws {
    self.workspace = workspace
    message = policy.message
    // A message implies a commit.
    let isWanted = policy.commits ?? (message != nil || isUsual)
    if message != nil, !isWanted { throw CommitRefusal.messageWithoutCommit }
    if let message, message.allSatisfy(\.isWhitespace) { throw CommitRefusal.emptyMessage }
    let isAsked = policy.commits ?? false || message != nil
    var found: Repository?
    var obstacle: Obstacle?
    if isWanted, !policy.isPreview {
      do throws(GitError) {
        let repository = try workspace.repository()
        obstacle = try repository.operation(workspace.host.fileSystem).map { .operation($0) }
        let folders = Kind.allCases.map { "\(repository.prefix)\($0.folder)/" }
        try repository.checkSpecialFiles(beside: folders, workspace.host.fileSystem)
        if obstacle == nil {
          found = repository
          if try !repository.isOnBranch() { obstacle = .detached }
        }
      } catch {
        obstacle = .git(error)
      }
      switch obstacle {
      case .operation(let operation) where isAsked: throw CommitRefusal.operation(operation)
      case .git(let error) where isAsked: throw error
      default: break
      }
    }
    repository = found
    self.obstacle = obstacle
  }

  /// Commits to a repository that is already known.
  package init(_ repository: Repository, message: String?, in workspace: Workspace) {
    self.repository = repository
    self.message = message
    self.workspace = workspace
    obstacle = nil
  }

  /// Commits the files of a change that has been made, and the paths that they were moved from.
  func commit(_ changes: [FileChange], _ written: () -> String) throws -> String? {
    let left = try repository?.filesMovedAway(by: changes) ?? []
    // The import bases in `.shelf` belong only to this copy of the library, as does the history.
    let paths = changes.map(\.path).filter { !$0.hasPrefix(".shelf/") }
    return try commit(paths + left.filter { !paths.contains($0) }, written)
  }

  /// Commits files in their current state.
  ///
  /// - Parameter written: a function that returns the commit message if the policy does not contain one.
  /// - Returns: the output of git and of hooks, or nil if nothing was committed.
  package func commit(_ paths: [String], _ written: () -> String) throws(Repository.CommitFailure) -> String? {
    guard let repository, !paths.isEmpty else { return nil }
    let message = message ?? written()
    var attempt = 0
    while true {
      do throws(Repository.CommitFailure) {
        return try repository.commit(paths, message: message, workspace.host.fileSystem)
      } catch {
        attempt += 1
        guard error.isBusy, attempt < CommitTarget.attempts else { throw error }
        workspace.host.fileSystem.pause(milliseconds: 10 << attempt)
      }
    }
  }

  /// Returns the number of the library's files that differ from the last commit, or nil if there is no repository.
  func uncommittedFiles() throws(GitError) -> Int? { try repository?.changes(.uncommitted).count }

  /// The maximum number of attempts to commit while another program has git's index locked.
  private static let attempts = 9
}

/// The reason why a requested commit is impossible. Nothing was changed.
package enum CommitRefusal: Error, Sendable {
  /// The user gave a message even though the change will not be committed.
  case messageWithoutCommit
  case emptyMessage
  /// git is in the middle of an operation such as a merge.
  case operation(GitOperation)
}

extension Repository.CommitFailure {
  /// Whether another program currently has git's index locked.
  fileprivate var isBusy: Bool {
    switch self {
    case .refused(let message), .git(.failed(_, _, let message)): message.contains("index.lock")
    default: false
    }
  }
}
