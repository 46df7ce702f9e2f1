import ShelfHistory
import ShelfModel
import ShelfStore

/// Where a change is committed, if that is wanted and can be done.
package struct CommitTarget {
  /// Why nothing is committed although the manifest asks for it, or why a commit may be lost; the change is made all the
  /// same.
  package enum Obstacle: Sendable {
    /// git is in the middle of something.
    case operation(GitOperation)
    /// No branch is checked out: the commit is made, but no branch leads to it.
    case detached
    case git(GitError)
  }

  /// nil if nothing is committed.
  private let repository: Repository?
  private let message: String?
  private let workspace: Workspace
  package let obstacle: Obstacle?

  /// Finds the repository before anything is changed.
  ///
  /// A commit that was asked for and is impossible is refused before anything happens; a library whose manifest asks
  /// for commits still works without a repository.
  init(_ request: ChangeRequest, _ manifest: Manifest, in workspace: Workspace) throws {
    self.workspace = workspace
    message = request.message
    // A message is for a commit.
    let isWanted = request.commits ?? (message != nil || manifest.commits)
    if message != nil, !isWanted { throw CommitRefusal.messageWithoutCommit }
    if let message, message.allSatisfy(\.isWhitespace) { throw CommitRefusal.emptyMessage }
    let isAsked = request.commits ?? false || message != nil
    var found: Repository?
    var obstacle: Obstacle?
    if isWanted, !request.isPreview {
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

  /// Takes a repository that is known already.
  package init(_ repository: Repository, message: String?, in workspace: Workspace) {
    self.repository = repository
    self.message = message
    self.workspace = workspace
    obstacle = nil
  }

  /// Commits the files of a change that has been made, and the places that they have left.
  func commit(_ changes: [FileChange], _ written: () -> String) throws -> String? {
    let left = try repository?.placesLeft(by: changes) ?? []
    // What the library remembers of imports is this copy's own, like the history.
    let paths = changes.map(\.path).filter { !$0.hasPrefix(".shelf/") }
    return try commit(paths + left.filter { !paths.contains($0) }, written)
  }

  /// Commits files as they are.
  ///
  /// - Parameter written: the message, for a request without one.
  /// - Returns: what git, or a hook, had to say; nil if nothing was committed.
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

  /// How often it is tried while another program has git's index.
  private static let attempts = 9
}

/// Why a commit that was asked for cannot be made; nothing was changed.
package enum CommitRefusal: Error, Sendable {
  /// There is a message, and no commit is wanted.
  case messageWithoutCommit
  case emptyMessage
  /// git is in the middle of something.
  case operation(GitOperation)
}

extension Repository.CommitFailure {
  /// Whether another program has git's index at this moment.
  fileprivate var isBusy: Bool {
    switch self {
    case .refused(let message), .git(.failed(_, _, let message)): message.contains("index.lock")
    default: false
    }
  }
}
