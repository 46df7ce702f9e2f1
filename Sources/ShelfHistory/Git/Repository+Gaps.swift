import ShelfModel

extension Repository {
  /// Returns whether the repository is a shallow clone.
  package func isShallow() throws(GitError) -> Bool {
    try git.answer(["rev-parse", "--is-shallow-repository"]) == "true"
  }

  /// Returns the time when this copy last received commits from another one by a merge, or nil if git has no record of
  /// it.
  package func lastReceived() throws(GitError) -> Timestamp? {
    let words = ["reflog", "show", "--max-count=200", "--date=unix", "--format=%gd%x09%gs", "HEAD"]
    for line in try (git.answer(words) ?? "").split(separator: "\n") {
      // `HEAD@{1795255200}` and `merge origin/main: Fast-forward`
      let parts = line.split(separator: "\t", maxSplits: 1)
      guard parts.count == 2, ["merge ", "pull", "commit (merge)"].contains(where: parts[1].hasPrefix),
        let seconds = Int(parts[0].drop { $0 != "{" }.dropFirst().prefix { $0 != "}" })
      else { continue }
      return Timestamp(secondsSince1970: seconds)
    }
    return nil
  }

  /// Returns whether the current branch points to a commit that git does not have.
  package func isHeadMissing() throws(GitError) -> Bool {
    guard head == nil else { return false }
    return try git.answer(["rev-parse", "--verify", "--quiet", "HEAD"]).map { !$0.isEmpty } ?? false
  }
}
