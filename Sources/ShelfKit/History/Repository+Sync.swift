extension Repository {
  /// Returns where the branch that is checked out is kept in step with: what git has been told, else the only remote.
  public func remote() throws(SyncError) -> Remote {
    guard let branch = try ask(["symbolic-ref", "--quiet", "--short", "HEAD"]) else {
      throw .detached
    }
    if let name = try ask(["config", "--get", "branch.\(branch).remote"]),
      let target = try ask(["config", "--get", "branch.\(branch).merge"])
    {
      if name == "." { throw .localUpstream(branch: branch) }
      let upstream = try ask(["for-each-ref", "--format=%(upstream)", "refs/heads/\(branch)"]) ?? ""
      let usual = "refs/remotes/\(name)/" + target.dropFirst("refs/heads/".count)
      return Remote(
        name: name, branch: branch, target: target, tracking: upstream.isEmpty ? usual : upstream, isUpstream: true)
    }
    let names = (try ask(["remote"]) ?? "").split(separator: "\n").map(String.init)
    guard let name = names.count == 1 ? names.first : names.first(where: { $0 == "origin" }) else {
      throw names.isEmpty ? .noRemote : .manyRemotes(names)
    }
    return Remote(
      name: name, branch: branch, target: "refs/heads/\(branch)", tracking: "refs/remotes/\(name)/\(branch)",
      isUpstream: false)
  }

  /// Fetches what is there.
  ///
  /// - Returns: the commit there; nil where there is none yet.
  public func fetch(_ remote: Remote) throws(SyncError) -> String? {
    _ = try perform(.fetch, ["fetch", "--quiet", "--end-of-options", remote.name])
    return try ask(["rev-parse", "--verify", "--quiet", remote.tracking + "^{commit}"])
  }

  /// Returns how many commits one has that the other does not have.
  public func count(from old: String?, to new: String) throws(SyncError) -> Int {
    let words = ["rev-list", "--count", new] + (old.map { ["^" + $0] } ?? []) + ["--"]
    return Int(try ask(words) ?? "") ?? 0
  }

  /// Merges the branch there into the one here; where both changed the same, the merge is taken back.
  public func merge(_ remote: Remote) throws(SyncError) {
    let words = [
      "merge", "--quiet", "--no-edit", "--ff", "--commit", "--no-squash", "--no-stat", "--no-autostash",
      remote.tracking,
    ]
    let result = try attempt { () throws(GitError) in try git.write(words) }
    if result.status == 0 { return }
    let said = String(decoding: result.errors + result.output, as: UTF8.self).trimmed
    let unmerged = try attempt { () throws(GitError) in
      try git.read(["diff", "--name-only", "--diff-filter=U", "-z", "--no-relative", "--no-ext-diff", "--"])
    }.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    if try ask(["rev-parse", "--verify", "--quiet", "MERGE_HEAD"]) != nil {
      _ = try perform(.merge, ["merge", "--abort"])
    }
    if unmerged.isEmpty { throw .failed(step: .merge, message: said) }
    throw .conflict(paths: unmerged, theirs: String(remote.tracking.dropFirst("refs/remotes/".count)))
  }

  /// Sends the branch.
  ///
  /// - Throws: `SyncError.failed` also where somebody else has sent something since it was fetched.
  public func push(_ remote: Remote) throws(SyncError) {
    let words = ["push", "--quiet"] + (remote.isUpstream ? [] : ["--set-upstream"])
    _ = try perform(
      .push, words + ["--end-of-options", remote.name, "refs/heads/\(remote.branch):\(remote.target)"])
  }

  private func perform(_ step: SyncError.Step, _ words: [String]) throws(SyncError) -> [UInt8] {
    let result = try attempt { () throws(GitError) in try git.write(words) }
    if result.status == 0 { return result.output }
    throw .failed(step: step, message: String(decoding: result.errors + result.output, as: UTF8.self).trimmed)
  }

  private func ask(_ words: [String]) throws(SyncError) -> String? {
    try attempt { () throws(GitError) in try git.answer(words) }
  }

  private func attempt<Result>(_ body: () throws(GitError) -> Result) throws(SyncError) -> Result {
    do throws(GitError) { return try body() } catch { throw .git(error) }
  }
}
