import ShelfSystem

/// Why git did not answer.
package enum GitError: Error, Hashable, Sendable {
  case notInstalled
  /// No work tree holds the library; `reason` says more if git's environment variables lead elsewhere.
  case noRepository(path: String, reason: String? = nil)
  /// The folder belongs to a repository without a work tree.
  case bare(path: String)
  /// git refuses to work in a repository of another owner; `message` is what it says.
  case unsafe(path: String, message: String)
  /// Nothing has this name, or it is not a commit.
  case unknownRevision(String)
  /// A command ended with an error; `message` is what git printed about it.
  case failed(command: String, status: Int32, message: String)
  /// The system was unable to run git.
  case file(FileError)
}
