import ShelfSystem

/// Why git did not answer.
package enum GitError: Error, Hashable, Sendable {
  case notInstalled
  /// No work tree holds the library; `cause` says more if git itself finds one elsewhere.
  case noRepository(path: String, cause: WrongWorkTree? = nil)
  /// The folder belongs to a repository without a work tree.
  case bare(path: String)
  /// git refuses to work in a repository of another owner; `message` is what it says.
  case unsafe(path: String, message: String)
  /// Nothing has this name, or it is not a commit.
  case unknownRevision(String)
  /// The clone is partial, and lacks what was asked for; git may not fetch it, since commands that read ask nobody on the
  /// network.
  case partialClone
  /// A command ended with an error; `message` is what git printed about it.
  case failed(command: String, status: Int32, message: String)
  /// A command, and what it had started, did nothing for this time, and was ended: a pipe or a device lies where git
  /// expects a file, or a hook or another machine never answers.
  case waiting(command: String, seconds: Int)
  /// A pipe or a device is in the place of this file, for which git would wait.
  case special(path: String)
  /// The system was unable to run git.
  case file(FileError)

  /// Why git finds a work tree that does not hold the library.
  package enum WrongWorkTree: Hashable, Sendable {
    /// git takes another folder for the library.
    case otherFolder
    /// The environment variables `GIT_DIR` or `GIT_WORK_TREE` name another repository.
    case environment
  }
}
