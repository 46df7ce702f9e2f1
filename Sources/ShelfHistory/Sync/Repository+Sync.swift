import ShelfModel
import ShelfSystem

/// Synchronizes a library's branch with a remote branch in three steps: fetch, merge and push.
///
/// `fetch` updates the remote-tracking branch. `merge` first checks everything that could fail later, before a file is
/// touched: this version of shelf must be able to read the other copy's manifest, the branches must have a common
/// ancestor, no pipe or device may have replaced a file that git reads, and the merge must not affect files with
/// uncommitted changes. If records were moved to each other's paths, `mergeRecords` merges them by id. Otherwise git
/// merges, with the running program as the merge driver for records (`mergeOptions`). If git finds conflicts, the merge
/// is aborted; under a policy other than `conflict`, `mergeSettled` then repeats it in memory, settles the conflicts
/// and checks out the result.
///
/// Before git writes files, a marker in its folder records what is being merged (`SyncMarker`). If the process is
/// killed, the next sync finds the marker, and finishes or undoes the merge (`recoverSync`). `push` fails if the remote
/// branch has changed since the fetch. In that case the caller starts again.
extension Repository {
  /// Returns the remote branch to synchronize with: the upstream of the checked-out branch, or the branch of the same
  /// name on the only remote or on "origin".
  package func remote() throws(SyncError) -> Remote {
    // With `--short`, git would print `heads/main` if there is also a tag called `main`.
    guard let reference = try ask(["symbolic-ref", "--quiet", "HEAD"]) else {
      throw .detached(loose: try syncing { () throws(GitError) in try looseCommits() })
    }
    let branch = String(reference.dropFirst(reference.hasPrefix("refs/heads/") ? "refs/heads/".count : 0))
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

  /// Fetches from the remote.
  ///
  /// A branch that the remote does not have is new, unless it is the only branch here. If one side has only `main` and
  /// the other only `master`, they belong together.
  ///
  /// - Returns: the hash of the remote branch's commit, or nil if the branch does not exist yet.
  /// - Throws: `SyncError.branchMissing` if the remote has only other branches, and it is unclear which of them belongs
  ///   to this branch.
  package func fetch(_ remote: inout Remote, _ fileSystem: any FileSystem) throws(SyncError) -> String? {
    try syncing { () throws(GitError) in try checkSpecialFiles(beside: [], fileSystem) }
    do throws(SyncError) {
      _ = try perform(.fetch, ["fetch", "--quiet", "--end-of-options", remote.name])
    } catch {
      // A clone of a single branch asks only for this branch, and git's error is that it does not exist.
      guard case .failed(_, let message, _) = error, message.contains(remote.target) else { throw error }
      let others = try remoteBranches(remote)
      if others.isEmpty || others.contains(remote.targetName) { throw error }
      throw .branchMissing(remote, others: others, areFetched: false)
    }
    let known = try ask(["rev-parse", "--verify", "--quiet", remote.tracking + "^{commit}"])
    // git keeps the remote-tracking branch even if the remote has renamed or deleted the branch.
    guard let branches = try fetchedBranches(fileSystem),
      !branches.contains(remote.targetName)
    else { return known }
    if branches.isEmpty { return nil }
    if known == nil, !remote.isUpstream {
      let own = (try ask(["for-each-ref", "--format=%(refname)", "refs/heads"]) ?? "").split(separator: "\n")
      if own.count > 1 { return nil }
      if Set(branches + [remote.branch]) == ["main", "master"] {
        remote = Remote(
          name: remote.name, branch: remote.branch, target: "refs/heads/\(branches[0])",
          tracking: "refs/remotes/\(remote.name)/\(branches[0])", isUpstream: false)
        return try ask(["rev-parse", "--verify", "--quiet", remote.tracking + "^{commit}"])
      }
    }
    throw .branchMissing(remote, others: branches)
  }

  /// Asks the remote for the names of its branches, and returns them in order.
  private func remoteBranches(_ remote: Remote) throws(SyncError) -> [String] {
    let output = try perform(.fetch, ["ls-remote", "--heads", "--quiet", "--end-of-options", remote.name])
    // A line consists of a hash, a tab, and a name such as `refs/heads/main`.
    return output.split(separator: 0x0A).compactMap { line in
      let words = String(decoding: line, as: UTF8.self).split(separator: "\t")
      guard words.count == 2, words[1].hasPrefix("refs/heads/") else { return nil }
      return String(words[1].dropFirst("refs/heads/".count))
    }
    .sorted()
  }

  /// Returns the names of the branches that the last fetch found on the remote, in order, or nil if git has not
  /// recorded them.
  ///
  /// A line of `FETCH_HEAD` consists of a hash, a tab, an optional `not-for-merge`, a tab, and a description such as
  /// `branch 'main' of ../hub`.
  private func fetchedBranches(_ fileSystem: any FileSystem) throws(SyncError) -> [String]? {
    guard let bytes = try? fileSystem.contents(of: try gitPath("FETCH_HEAD"), limit: Repository.maxFetched) else {
      return nil
    }
    return bytes.split(separator: 0x0A).compactMap { line in
      guard let words = line.split(separator: 0x09).last.map({ String(decoding: $0, as: UTF8.self) }),
        words.hasPrefix("branch '"), let end = words.firstRange(of: "' of ")
      else { return nil }
      return String(words[..<end.lowerBound].dropFirst("branch '".count))
    }
    .sorted()
  }

  /// The maximum size of `FETCH_HEAD` in bytes, which is enough for about 100,000 branches.
  private static let maxFetched = 16 << 20

  /// Returns the number of commits that are reachable from `new` but not from `old`.
  package func count(from old: String?, to new: String) throws(SyncError) -> Int {
    let words = ["rev-list", "--count", new] + (old.map { ["^" + $0] } ?? []) + ["--"]
    return Int(try ask(words) ?? "") ?? 0
  }

  /// Returns the full hashes of the parents of all merges that are reachable from `new` but not from `old`.
  package func parentsOfMerges(from old: String?, to new: String) throws(SyncError) -> [String] {
    guard let old else { return [] }
    let lines = try ask(["rev-list", "--merges", "--parents", new, "^" + old, "--"]) ?? ""
    let names = lines.split(separator: "\n").flatMap { $0.split(separator: " ").dropFirst() }
    return Set(names).map(String.init).sorted()
  }

  /// Merges the remote branch into the local one. Conflicts that the policy does not settle abort the merge.
  ///
  /// - Parameters:
  ///   - theirs: the full hash of the remote branch's commit.
  ///   - schema: the library's schema, for merging records that git would confuse.
  /// - Returns: the settled conflicts.
  package func merge(
    _ remote: Remote, at theirs: String, _ policy: MergePolicy, _ schema: Schema, _ fileSystem: any FileSystem
  ) throws(SyncError) -> [SettledConflict] {
    try checkManifest(of: theirs, tracking: remote)
    if let head, try ask(["merge-base", head, theirs]) == nil { throw .unrelated(theirs: remote.trackingName) }
    try checkSpecialFiles(of: theirs, fileSystem)
    try checkForEdits(against: theirs)
    let settled = try mergeAll(remote, at: theirs, policy, schema, fileSystem)
    guard policy != .conflict, let head else { return settled }
    return try settled + settledFields(ours: head, theirs: theirs, schema).filter { !settled.contains($0) }
  }

  /// Merges the remote branch into the local one.
  ///
  /// - Returns: the settled conflicts, except those in fields.
  private func mergeAll(
    _ remote: Remote, at theirs: String, _ policy: MergePolicy, _ schema: Schema, _ fileSystem: any FileSystem
  ) throws(SyncError) -> [SettledConflict] {
    if let settled = try mergeRecords(remote, at: theirs, policy, schema, fileSystem) { return settled }
    if let head { try mark(SyncMarker(ours: head, theirs: theirs), fileSystem) }
    do throws(SyncError) {
      try merge(remote, try mergeOptions(fileSystem), fileSystem)
    } catch {
      // git may have been stopped after it wrote some files. The marker is kept, so that the next sync undoes these
      // changes.
      if case .git = error { throw error }
      if case .failed = error { throw error }
      if try ask(["rev-parse", "--verify", "--quiet", "MERGE_HEAD"]) == nil { try unmark(fileSystem) }
      if case .conflict = error, policy != .conflict,
        let settled = try mergeSettled(remote, at: theirs, policy, fileSystem)
      {
        return settled
      }
      throw error
    }
    try unmark(fileSystem)
    return []
  }

  static func message(of remote: Remote) -> String { "Merge changes from \(remote.trackingName)" }

  private func merge(
    _ remote: Remote, _ options: [String], _ fileSystem: any FileSystem
  ) throws(SyncError) {
    let words =
      options + [
        "merge", "--quiet", "--no-edit", "--ff", "--commit", "--no-squash", "--no-stat", "--no-autostash",
        "--message=" + Repository.message(of: remote), remote.tracking,
      ]
    // The check for uncommitted changes must come first, because git may write files and then fail.
    let hindrance = try hindrance(to: remote)
    let result = try syncing { () throws(GitError) in
      try git.write(words, with: [MergePolicy.folderVariable: prefix])
    }
    if result.status == 0 { return }
    let said = String(decoding: result.errors + result.output, as: UTF8.self).trimmed
    let conflicts = try conflicts()
    let failure = SyncError.failed(step: .merge, message: said)
    if try ask(["rev-parse", "--verify", "--quiet", "MERGE_HEAD"]) != nil {
      try undo(failure) { () throws(SyncError) in
        if let marker = try marker(fileSystem) { try makeRoom(for: marker, fileSystem) }
        _ = try perform(.merge, ["merge", "--abort"])
        try unmark(fileSystem)
      }
    } else if conflicts.isEmpty {
      if let hindrance { throw hindrance }
      // git may have failed after it changed some files, for example because the disk is full.
      try undo(failure) { () throws(SyncError) in _ = try recoverSync(fileSystem) }
    }
    // The merge driver of a full disk leaves conflicts.
    if conflicts.isEmpty || SyncError.isFull(said) { throw failure }
    throw .conflict(conflicts, theirs: remote.trackingName)
  }

  /// Undoes a merge that failed. If that fails too, throws the error of the merge, marked as not undone; the next sync
  /// undoes the merge.
  func undo(_ failure: SyncError, _ body: () throws(SyncError) -> Void) throws(SyncError) {
    do throws(SyncError) { try body() } catch {
      // If another git process holds the lock, git has changed nothing.
      if case .lock = error { throw failure }
      if case .failed(let step, let message, _) = failure {
        throw .failed(step: step, message: message, isLeft: true)
      }
      throw error
    }
  }

  /// Returns the conflicts that a merge left in the index.
  private func conflicts() throws(SyncError) -> [SyncError.MergeConflict] {
    let entries = try syncing { () throws(GitError) in try git.read(["ls-files", "--unmerged", "-z"]) }
    var stages: [String: [UInt8: String]] = [:]
    for entry in entries.split(separator: 0) {
      // The entry consists of the mode, the object name and the stage, followed by a tab and the path.
      guard let tab = entry.firstIndex(of: 0x09), tab > entry.startIndex else { continue }
      let words = entry[..<tab].split(separator: UInt8(ascii: " "))
      guard words.count == 3 else { continue }
      let path = String(decoding: entry[(tab + 1)...], as: UTF8.self)
      stages[path, default: [:]][entry[tab - 1]] = String(decoding: words[1], as: UTF8.self)
    }
    // Stage 1 is the common base, 2 our side, 3 the remote side.
    let (base, ours, theirs) = (UInt8(ascii: "1"), UInt8(ascii: "2"), UInt8(ascii: "3"))
    var conflicts: [SyncError.MergeConflict] = []
    for (path, found) in stages.sorted(by: { $0.key < $1.key }) {
      let deletion: SyncError.MergeConflict.Deletion? =
        found[ours] == nil ? .here : found[theirs] == nil ? .there : nil
      var conflict = SyncError.MergeConflict(
        path: path, deletion: found[base] == nil ? nil : deletion, isOfLibrary: isOfLibrary(path))
      try addVersions(to: &conflict, found[base], found[ours], found[theirs])
      conflicts.append(conflict)
    }
    return conflicts
  }

  /// Converts a conflict from an in-memory merge.
  func conflict(_ conflict: MergedTree.Conflict) throws(SyncError) -> SyncError.MergeConflict {
    let deletion: SyncError.MergeConflict.Deletion? =
      conflict.ours == nil ? .here : conflict.theirs == nil ? .there : nil
    var found = SyncError.MergeConflict(
      path: conflict.path, deletion: conflict.base == nil ? nil : deletion, isOfLibrary: isOfLibrary(conflict.path))
    try addVersions(to: &found, conflict.base?.object, conflict.ours?.object, conflict.theirs?.object)
    return found
  }

  /// Adds the contents of the versions with these object names to a conflict. If a side has a version that is not a
  /// readable record with an id, the file does not count as a part of the library.
  private func addVersions(
    to conflict: inout SyncError.MergeConflict, _ base: String?, _ ours: String?, _ theirs: String?
  ) throws(SyncError) {
    let sides = [ours, theirs].compactMap { $0 }
    var versions: [[UInt8]?] = []
    try syncing { () throws(GitError) in
      try forEachObject(sides + [base].compactMap { $0 }) { _, bytes in
        versions.append(bytes)
        return true
      }
    }
    let subject = kind(of: conflict.path) == nil ? MergeSubject.manifest : .record([])
    let areReadable = versions.prefix(sides.count).allSatisfy { $0.map { subject.isReadable($0) } ?? false }
    if !areReadable { conflict.isOfLibrary = false }
    guard sides.count == 2, versions.count > 1 else { return }
    (conflict.ours, conflict.theirs) = (versions[0], versions[1])
    conflict.base = versions.count > 2 ? versions[2] : []
  }

  /// Returns the paths in the library of the files that differ between the checked-out commit and another one.
  package func differingFiles(_ commit: String) throws(SyncError) -> [String] {
    guard let head else { return [] }
    return try changedPaths(["diff-tree", "-r"], [head, commit]).compactMap { path($0[...]) }
  }

  func changedPaths(_ command: [String], _ states: [String]) throws(SyncError) -> Set<[UInt8]> {
    let changes = try syncing { () throws(GitError) in try rawChanges(command + Git.rawOutput + states + ["--"]) }
    return Set(changes.map { Array($0.path) })
  }

  /// Returns the address that git fetches from and the addresses that it pushes to, which are the same one unless the
  /// user has configured others. Both are empty if the remote has no name.
  package func addresses(of remote: Remote) -> (fetch: [String], push: [String]) {
    func lines(_ options: [String]) -> [String] {
      let answer = try? ask(["remote", "get-url"] + options + ["--", remote.name])
      return (answer ?? "").split(separator: "\n").map(String.init)
    }
    return (lines([]), lines(["--push", "--all"]))
  }

  /// Pushes the branch, and returns the number of commits that were sent, or the error if the push was refused, for
  /// example because the remote branch has changed since the fetch.
  ///
  /// - Parameters:
  ///   - addresses: the addresses of the remote.
  ///   - count: the number of commits that the fetched branch lacks.
  /// - Throws: `SyncError` for any other failure of the push.
  package func push(
    _ remote: Remote, _ addresses: (fetch: [String], push: [String]), _ count: Int
  ) throws(SyncError) -> Result<Int, SyncError> {
    // If another repository is pushed to than fetched from, only the push shows what that repository lacks.
    let isElsewhere = addresses.push != addresses.fetch
    let words =
      ["push", isElsewhere ? "--porcelain" : "--quiet"] + (remote.isUpstream ? [] : ["--set-upstream"])
      + ["--end-of-options", remote.name, "refs/heads/\(remote.branch):\(remote.target)"]
    let result = try syncing { () throws(GitError) in try git.write(words) }
    // A line consists of a flag, the two branches, and a summary such as `1a2b3c4..5d6e7f8`, separated by tabs.
    let lines = result.output.split(separator: 0x0A).map { line in
      line.split(separator: 0x09, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
    let branches = lines.filter { $0.count == 3 }
    if result.status != 0 {
      var error = SyncError.failed(
        step: .push, message: String(decoding: result.errors + result.output, as: UTF8.self).trimmed)
      if addresses.push.count > 1, branches.contains(where: { $0[0] != "!" }) {
        let refused = branches.filter { $0[0] == "!" }.map { $0.joined(separator: " ") }
        let said = [String(decoding: result.errors, as: UTF8.self).trimmed] + refused
        error = .partlyPushed(message: said.joined(separator: "\n"))
      }
      if result.status == Repository.refusedPush { return .failure(error) }
      throw error
    }
    guard isElsewhere, let head else { return .success(count) }
    var sent = 0
    for columns in branches {
      if columns[0] == "*" {
        sent = max(sent, try self.count(from: nil, to: head))
      } else if columns[0] == " ", let end = columns[2].firstRange(of: "..") {
        sent = max(sent, try self.count(from: String(columns[2][..<end.lowerBound]), to: head))
      }
    }
    return .success(sent)
  }

  /// The exit status of `git push` if the remote or a hook refused the push. If git cannot reach the remote, for
  /// example, the status is different.
  private static let refusedPush: Int32 = 1

  func perform(
    _ step: SyncError.Step, _ words: [String], input: [UInt8] = [], with variables: [String: String] = [:]
  ) throws(SyncError) -> [UInt8] {
    let result = try syncing { () throws(GitError) in try git.write(words, input: input, with: variables) }
    if result.status == 0 { return result.output }
    throw .failed(step: step, message: String(decoding: result.errors + result.output, as: UTF8.self).trimmed)
  }

  func ask(_ words: [String]) throws(SyncError) -> String? {
    try syncing { () throws(GitError) in try git.answer(words) }
  }

  func syncing<Result>(_ body: () throws(GitError) -> Result) throws(SyncError) -> Result {
    do throws(GitError) { return try body() } catch { throw .git(error) }
  }
}
