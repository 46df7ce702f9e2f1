import ShelfSystem

/// Why git did not answer.
package enum GitError: Error, Hashable, Sendable {
  case notInstalled
  /// No work tree holds the library; `reason` says more where git's environment variables lead elsewhere.
  case noRepository(path: String, reason: String? = nil)
  /// The folder belongs to a repository without a work tree.
  case bare(path: String)
  /// git refuses to work in a repository of another owner; `message` is what it says.
  case unsafe(path: String, message: String)
  /// Nothing is called so, or something that is no commit.
  case unknownRevision(String)
  /// A command ended with an error; `message` is what git wrote about it.
  case failed(command: String, status: Int32, message: String)
  /// The system could not run git.
  case file(FileError)
}
