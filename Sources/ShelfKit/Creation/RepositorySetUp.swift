import ShelfHistory
import ShelfStore
import ShelfSystem

/// Sets up git for a library: a repository, the merging of records, and a hook that checks commits.
///
/// A repository is created only if the library is not already in one. git is then configured to merge and show records
/// field by field with shelf. If a setting already has a different value, it is kept and reported. The hook is
/// installed only if the user wants it and the repository's hooks are in the usual folder. An unusable git is an error
/// only if the user wants the hook; otherwise it is reported, and the library works without git.
package struct RepositorySetUp {
  /// The result of the setup.
  package struct Outcome: Sendable {
    package var repository: Repository?
    package var isNew = false
    /// Whether git was configured to merge records, because it was not before.
    package var setsMerging = false
    /// git settings that already have a different value, which is kept.
    package var keptSettings: [String] = []
    package var hook: Hook?
    /// The reason why git cannot be used. The library works without it.
    package var failure: GitError?
  }

  /// The result of installing the hook that checks commits.
  package enum Hook: Sendable {
    case installed(PreCommitHook.Outcome)
    /// The hook was not installed, because the user's repositories share one hooks folder.
    case shared
    /// The hook was not installed, because the repository's hooks are in a different folder.
    case foreign(path: String)
  }

  private let root: String
  private let host: Host
  private let found: Result<Repository, GitError>

  /// Looks for a repository before anything is written.
  ///
  /// - Parameter root: the library's absolute path.
  /// - Throws: `GitError.bare` if the folder is inside a bare repository, which cannot contain a library.
  package init(_ root: String, in host: Host) throws(GitError) {
    self.root = root
    self.host = host
    found = Result { () throws(GitError) in try Repository(of: root, environment: host.environment) }
    if case .failure(.bare(let path)) = found { throw .bare(path: path) }
  }

  /// Sets up everything that is missing.
  ///
  /// - Parameter withHooks: whether to install the hook that checks commits.
  /// - Throws: `GitError` if git cannot be used and hooks are wanted.
  package func run(withHooks: Bool) throws(GitError) -> Outcome {
    var outcome = Outcome()
    do throws(GitError) {
      let (repository, isNew) = try repository()
      outcome.isNew = isNew
      let (set, kept) = try repository.setUpDrivers()
      (outcome.setsMerging, outcome.keptSettings) = (!set.isEmpty, kept)
      if withHooks { outcome.hook = try installHook(repository) }
      outcome.repository = repository
    } catch {
      if withHooks { throw error }
      outcome.failure = error
    }
    return outcome
  }

  private func repository() throws(GitError) -> (repository: Repository, isNew: Bool) {
    switch found {
    case .success(let repository): return (repository, false)
    case .failure(.noRepository(_, nil)):
      try Repository.make(at: root, environment: host.environment)
      return (try Repository(of: root, environment: host.environment), true)
    case .failure(let error): throw error
    }
  }

  private func installHook(_ repository: Repository) throws(GitError) -> Hook {
    let path: String
    switch try repository.preCommitHook(host.fileSystem) {
    case .path(let own): path = own
    case .shared: return .shared
    case .foreign(let other): return .foreign(path: other)
    }
    do throws(FileError) {
      return .installed(
        try PreCommitHook(at: path, fileSystem: host.fileSystem).install(prefix: repository.prefix))
    } catch {
      throw .file(error)
    }
  }
}

extension LibraryCreation {
  /// Commits the new files, and any initial files that an earlier run wrote but did not commit.
  ///
  /// The lock is released first.
  ///
  /// - Returns: the paths, with the output of git and of hooks, or nil if nothing was committed.
  /// - Throws: `CommitRefusal.operation` if git is in the middle of an operation, or `Repository.CommitFailure`.
  package func commit(
    _ written: [String], _ message: String, _ repository: Repository
  ) throws -> (paths: [String], said: String)? {
    release()
    if let operation = try repository.operation(workspace.host.fileSystem) { throw CommitRefusal.operation(operation) }
    let paths = written + (try repository.untracked(NewLibrary.files)).filter { !written.contains($0) }
    let target = CommitTarget(repository, message: nil, in: workspace)
    return try target.commit(paths, { message }).map { (paths, $0) }
  }
}
