extension Repository {
  /// Returns whether the repository is a shallow clone.
  package func isShallow() throws(GitError) -> Bool {
    try git.answer(["rev-parse", "--is-shallow-repository"]) == "true"
  }

  /// Returns whether the current branch points to a commit that git does not have.
  package func isHeadMissing() throws(GitError) -> Bool {
    guard head == nil else { return false }
    return try git.answer(["rev-parse", "--verify", "--quiet", "HEAD"]).map { !$0.isEmpty } ?? false
  }
}
