extension Repository {
  /// Returns whether git tracks a path of the library, or anything below it.
  package func tracks(_ path: String) throws(GitError) -> Bool {
    try !git.read(["ls-files", "-z", "--", prefix + path]).isEmpty
  }
}
