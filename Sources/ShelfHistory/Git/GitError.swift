import ShelfSystem

/// The reason why a git command failed.
package enum GitError: Error, Hashable, Sendable {
  case notInstalled
  /// The library is not in a work tree; if git finds a work tree elsewhere, `cause` explains why.
  case noRepository(path: String, cause: WrongWorkTree? = nil)
  /// The folder belongs to a bare repository.
  case bare(path: String)
  /// git refuses to work in another user's repository; `message` is its explanation.
  case unsafe(path: String, message: String)
  /// The revision does not exist or is not a commit.
  case unknownRevision(String)
  /// The clone is partial and lacks a requested object; reading commands must not fetch it over the network.
  case partialClone
  case failed(command: String, status: Int32, message: String)
  /// A command and its child processes were idle for this many seconds and were stopped. A pipe or a device may have
  /// replaced a file, or a hook or a remote server may not respond.
  case waiting(command: String, seconds: Int)
  /// This path is a pipe or a device instead of a file, and git would wait for it.
  case special(path: String)
  /// The system was unable to start git.
  case file(FileError)

  /// The reason why git finds a work tree that does not contain the library.
  package enum WrongWorkTree: Hashable, Sendable {
    /// git resolves the library's path to another folder.
    case otherFolder
    /// The `GIT_DIR` or `GIT_WORK_TREE` environment variable names another repository.
    case environment
  }
}
