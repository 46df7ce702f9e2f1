import ShelfSystem

/// A git operation in progress.
package enum GitOperation: String, Sendable {
  case merge, rebase, revert
  case cherryPick = "cherry-pick"
  /// Applying patches with `git am`.
  case patches = "am"
}

extension Repository {
  /// Returns the operation in progress, or nil if there is none.
  package func operation(_ fileSystem: any FileSystem) throws(GitError) -> GitOperation? {
    try git.operation(fileSystem)
  }
}

extension Git {
  /// Returns the operation in progress, or nil if there is none. A bisection is not included, since it does not prevent
  /// a commit or a merge.
  func operation(_ fileSystem: any FileSystem) throws(GitError) -> GitOperation? {
    let heads: [(String, GitOperation)] = [
      ("MERGE_HEAD", .merge), ("CHERRY_PICK_HEAD", .cherryPick), ("REVERT_HEAD", .revert),
    ]
    func lies(_ name: String) throws(GitError) -> Bool {
      guard let path = try answer(["rev-parse", "--git-path", name]) else { return false }
      return fileSystem.resolve(path.hasPrefix("/") ? path : (folder ?? ".") + "/" + path) != nil
    }
    // A rebase also uses CHERRY_PICK_HEAD, so it is checked first.
    if try lies("rebase-merge") { return .rebase }
    if try lies("rebase-apply") { return try lies("rebase-apply/applying") ? .patches : .rebase }
    for (name, operation) in heads where try lies(name) { return operation }
    return nil
  }
}
