import ShelfModel
import ShelfSystem
import ShelfText

extension Repository {
  /// Merges the remote branch under a policy that leaves no conflict.
  ///
  /// The merged tree is made before a file is touched, and noted down: a sync that is killed later knows what it wrote.
  ///
  /// - Returns: what was settled; nil if this version of git cannot merge without touching files.
  func mergeSettled(
    _ remote: Remote, at theirs: String, _ policy: MergePolicy, _ fileSystem: any FileSystem
  ) throws(SyncError) -> [SettledConflict]? {
    guard let head else { return nil }
    guard let merged = try mergedTree(head, theirs, tracking: remote, fileSystem) else { return nil }
    try checkForOthers(merged.conflicts, tracking: remote)
    var settlement = ConflictSettlement(self, policy, ours: head, theirs: theirs)
    try settlement.settle(merged.conflicts)
    try merge(remote, at: theirs, to: try tree(merged.name, settlement.changes, fileSystem), fileSystem)
    return settlement.settled
  }

  /// Merges the remote branch, record by record, if both sides may have moved records to each other's paths.
  ///
  /// git, which would take one for another, merges everything but the records.
  ///
  /// - Returns: what was settled; nil if git can merge all of it, or is too old.
  /// - Throws: `SyncError.conflict` for what the policy does not settle. Nothing is changed then.
  func mergeRecords(
    _ remote: Remote, at theirs: String, _ policy: MergePolicy, _ schema: Schema, _ fileSystem: any FileSystem
  ) throws(SyncError) -> [SettledConflict]? {
    guard let head, let base = try ask(["merge-base", head, theirs]), base != head else { return nil }
    let records = try ChangedRecords(self, base: base, ours: head, theirs: theirs)
    guard records.areTangled else { return nil }
    let start = try commit(base, without: records.paths, parent: nil, fileSystem)
    var sides: [String] = []
    for side in [head, theirs] { sides.append(try commit(side, without: records.paths, parent: start, fileSystem)) }
    guard let rest = try mergedTree(sides[0], sides[1], of: theirs, tracking: remote, fileSystem) else { return nil }
    if policy != .conflict { try checkForOthers(rest.conflicts, tracking: remote) }
    var settlement = ConflictSettlement(self, policy, ours: head, theirs: theirs)
    try settlement.settle(records, schema)
    if policy == .conflict {
      let conflicts =
        settlement.conflicts + (try rest.conflicts.map { conflict throws(SyncError) in try self.conflict(conflict) })
      if !conflicts.isEmpty { throw .conflict(conflicts.sorted { $0.path < $1.path }, theirs: remote.trackingName) }
    } else {
      try settlement.settle(rest.conflicts)
    }
    try merge(remote, at: theirs, to: try tree(rest.name, settlement.changes, fileSystem), fileSystem)
    return settlement.settled
  }

  /// Checks that every conflict is in a record or the manifest of the library: how the library wants conflicts settled
  /// says nothing about a program, a page or a picture that lies in or beside it.
  private func checkForOthers(_ conflicts: [MergedTree.Conflict], tracking remote: Remote) throws(SyncError) {
    let others = conflicts.filter { !isOfLibrary($0.path) }
    if others.isEmpty { return }
    throw .conflict(
      try others.map { other throws(SyncError) in try conflict(other) }, theirs: remote.trackingName)
  }

  /// Merges two commits without touching a file; nil if this version of git cannot.
  ///
  /// - Parameter named: the commit of the remote branch, by which the driver asks which side is the newer one, as in
  ///   `git merge`.
  private func mergedTree(
    _ ours: String, _ theirs: String, of named: String? = nil, tracking remote: Remote, _ fileSystem: any FileSystem
  ) throws(SyncError) -> MergedTree? {
    let words = try mergeOptions(fileSystem) + ["merge-tree", "--write-tree", "-z", "--no-messages", ours, theirs]
    let variables = ["GITHEAD_" + (named ?? theirs): remote.trackingName, MergePolicy.folderVariable: prefix]
    // If it is killed, git leaves files behind in which it hands versions to the driver, and nothing else.
    if let head, let tree = try ask(["rev-parse", "--verify", "--quiet", head + "^{tree}"]) {
      try mark(SyncMarker(ours: head, theirs: named ?? theirs, tree: tree), fileSystem)
    }
    let answer = try syncing { () throws(GitError) in try git.write(words, with: variables) }
    try unmark(fileSystem)
    guard let tree = try mergedTree(answer) else { return nil }
    if !tree.unnamed.isEmpty { throw .unnamed(paths: tree.unnamed) }
    return tree
  }

  /// Reads what `git merge-tree` has answered; nil if this version of git does not know what it was asked.
  func mergedTree(_ answer: (status: Int32, output: [UInt8], errors: [UInt8])) throws(SyncError) -> MergedTree? {
    if answer.status < 2, let tree = MergedTree(answer.output) { return tree }
    if answer.status == Repository.misusedGit { return nil }
    throw .failed(step: .merge, message: Git.message(answer.errors + answer.output))
  }

  /// The status with which git refuses options that it does not know.
  private static let misusedGit: Int32 = 129
  /// The status with which git ends if it will not do what it was asked.
  private static let refusingGit: Int32 = 128

  /// Checks a tree out and commits it as the merge of the remote branch.
  private func merge(
    _ remote: Remote, at theirs: String, to tree: String, _ fileSystem: any FileSystem
  ) throws(SyncError) {
    guard let head else { return }
    try checkForHindrances(between: head, and: tree)
    try mark(SyncMarker(ours: head, theirs: theirs, tree: tree), fileSystem)
    do throws(SyncError) {
      _ = try perform(.merge, ["merge", "--quiet", "--no-commit", "--no-ff", "--strategy=ours", theirs])
      let words = ["read-tree", "-m", "-u", head, tree]
      let ending = try syncing { () throws(GitError) in try git.write(words) }
      if ending.status == Repository.refusingGit {
        // Someone has changed a file since. git looks at all of them before it writes one.
        _ = try perform(.merge, ["merge", "--quit"])
        try unmark(fileSystem)
        try checkForHindrances(between: head, and: tree)
      }
      if ending.status != 0 { throw .failed(step: .merge, message: Git.message(ending.errors + ending.output)) }
      _ = try perform(.merge, ["commit", "--quiet", "--message=" + Repository.message(of: remote)])
    } catch {
      _ = try recoverSync(fileSystem)
      throw error
    }
    try unmark(fileSystem)
  }

  /// Makes a commit that lacks some paths of another; no branch ever leads to it.
  private func commit(
    _ commit: String, without paths: Set<String>, parent: String?, _ fileSystem: any FileSystem
  ) throws(SyncError) -> String {
    let tree = try tree(commit, paths.sorted().map { ($0, nil) }, fileSystem)
    let people = ["AUTHOR", "COMMITTER"].flatMap { [("GIT_\($0)_NAME", "shelf"), ("GIT_\($0)_EMAIL", "shelf")] }
    let words = ["commit-tree"] + (parent.map { ["-p", $0] } ?? []) + ["-m", "Without records", tree]
    let name = try perform(.merge, words, with: Dictionary(uniqueKeysWithValues: people))
    return String(decoding: name, as: UTF8.self).trimmed
  }

  /// Makes another tree of that of a commit, or of a tree, in an index of its own.
  private func tree(
    _ tree: String, _ changes: [(path: String, version: MergedTree.Version?)], _ fileSystem: any FileSystem
  ) throws(SyncError) -> String {
    let index = try gitPath("shelf-sync-index")
    defer { for path in [index, index + ".lock"] { try? fileSystem.remove(path) } }
    let variable = ["GIT_INDEX_FILE": index]
    _ = try perform(.merge, ["read-tree", tree], with: variable)
    let none = String(repeating: "0", count: (head ?? tree).utf8.count)
    var input: [UInt8] = []
    for (path, version) in changes {
      input += Array("\(version?.mode ?? "0") \(version?.object ?? none)\t\(path)".utf8) + [0]
    }
    _ = try perform(.merge, ["update-index", "-z", "--index-info"], input: input, with: variable)
    return String(decoding: try perform(.merge, ["write-tree"], with: variable), as: UTF8.self).trimmed
  }
}
