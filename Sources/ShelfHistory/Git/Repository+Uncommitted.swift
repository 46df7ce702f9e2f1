extension Repository {
  /// Returns the number of the library's files that differ from the last commit, or the number of all its files if
  /// there is no commit.
  package func uncommittedCount() throws(GitError) -> Int { try changes(.uncommitted).count }

  /// Returns the absolute path of the folder with git's own files.
  package func gitFolder() throws(GitError) -> String? { try git.answer(["rev-parse", "--absolute-git-dir"]) }
}
