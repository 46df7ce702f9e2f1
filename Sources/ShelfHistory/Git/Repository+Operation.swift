import ShelfSystem

/// An operation of git that is in progress.
package enum GitOperation: String, Sendable {
  case merge, rebase, revert
  case cherryPick = "cherry-pick"
  /// Applying patches.
  case patches = "am"
}

extension Repository {
  /// Returns the operation that is in progress.
  package func operation(_ fileSystem: any FileSystem) throws(GitError) -> GitOperation? {
    try git.operation(fileSystem)
  }
}

extension Git {
  /// Returns the operation that is in progress; a bisection does not count, since it is no obstacle.
  func operation(_ fileSystem: any FileSystem) throws(GitError) -> GitOperation? {
    let heads: [(String, GitOperation)] = [
      ("MERGE_HEAD", .merge), ("CHERRY_PICK_HEAD", .cherryPick), ("REVERT_HEAD", .revert),
    ]
    func lies(_ name: String) throws(GitError) -> Bool {
      guard let path = try answer(["rev-parse", "--git-path", name]) else { return false }
      return fileSystem.resolve(path.hasPrefix("/") ? path : (folder ?? ".") + "/" + path) != nil
    }
    // A rebase picks commits too.
    if try lies("rebase-merge") { return .rebase }
    if try lies("rebase-apply") { return try lies("rebase-apply/applying") ? .patches : .rebase }
    for (name, operation) in heads where try lies(name) { return operation }
    return nil
  }
}
