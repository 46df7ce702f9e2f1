import ShelfModel
import ShelfSystem
import ShelfText

extension Repository {
  /// Merges the remote branch under a policy that settles all conflicts in records.
  ///
  /// git merges in memory first, and `ConflictSettlement` turns its conflicts into changes to the merged tree. The
  /// final tree exists before any file is touched, and the sync marker names that tree, so that if this sync is killed,
  /// the next one knows which files it wrote.
  ///
  /// - Returns: the settled conflicts, or nil if this version of git has no `merge-tree --write-tree`.
  func mergeSettled(
    _ remote: Remote, at theirs: String, _ policy: MergePolicy, _ fileSystem: any FileSystem
  ) throws(SyncError) -> [SettledConflict]? {
    guard let head else { return nil }
    guard let merged = try mergedTree(head, theirs, tracking: remote, fileSystem) else { return nil }
    try checkForOthers(merged.conflicts, tracking: remote)
    var settlement = ConflictSettlement(self, policy, ours: head, theirs: theirs)
    try settlement.settle(merged.conflicts)
    try checkForFolders(settlement.changes, to: merged.name, tracking: remote)
    try merge(remote, at: theirs, to: try tree(merged.name, settlement.changes, fileSystem), fileSystem)
    return settlement.settled
  }

  /// Merges the remote branch record by record, if records may have been moved to each other's paths.
  ///
  /// git would confuse such records, so it merges only the other files: commits without the records are created for the
  /// base and both sides, and git merges these commits. The records are merged by their ids, and added to the resulting
  /// tree.
  ///
  /// - Returns: the settled conflicts, or nil if git can merge everything itself, or is too old.
  /// - Throws: `SyncError.conflict` for conflicts that the policy does not settle. Then nothing is changed.
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
    try checkForFolders(settlement.changes, to: rest.name, tracking: remote)
    try merge(remote, at: theirs, to: try tree(rest.name, settlement.changes, fileSystem), fileSystem)
    return settlement.settled
  }

  /// Checks that every conflict is in a readable record or in the manifest, because the library's merge policy does not
  /// apply to other files in or next to the library, such as programs, web pages or images.
  private func checkForOthers(_ conflicts: [MergedTree.Conflict], tracking remote: Remote) throws(SyncError) {
    let others = try conflicts.map { other throws(SyncError) in try conflict(other) }.filter { !$0.isOfLibrary }
    if !others.isEmpty { throw .conflict(others, theirs: remote.trackingName) }
  }

  /// Checks that changes to a tree put no file where a folder is, and no folder where a file is. git would silently
  /// remove one of the two from the tree.
  private func checkForFolders(
    _ changes: [(path: String, version: MergedTree.Version?)], to tree: String, tracking remote: Remote
  ) throws(SyncError) {
    let names = try syncing { () throws(GitError) in
      try git.read(["ls-tree", "-r", "-z", "--name-only", "--full-tree", tree])
    }
    var files = Set(names.split(separator: 0).map { Array($0) })
    for change in changes {
      let path = Array(change.path.utf8)
      if change.version == nil { files.remove(path) } else { files.insert(path) }
    }
    var blocked: Set<String> = []
    for file in files {
      for (end, byte) in file.enumerated() where byte == UInt8(ascii: "/") {
        let folder = Array(file[..<end])
        if files.contains(folder) { blocked.insert(String(decoding: folder, as: UTF8.self)) }
      }
    }
    if blocked.isEmpty { return }
    let conflicts = blocked.sorted().map { SyncError.MergeConflict(path: $0, deletion: nil, isOfLibrary: false) }
    throw .conflict(conflicts, theirs: remote.trackingName)
  }

  /// Merges two commits without touching a file. Returns nil if this version of git cannot do that.
  ///
  /// - Parameter named: the commit of the remote branch. The driver needs it to determine which side is newer, as in
  ///   `git merge`.
  private func mergedTree(
    _ ours: String, _ theirs: String, of named: String? = nil, tracking remote: Remote, _ fileSystem: any FileSystem
  ) throws(SyncError) -> MergedTree? {
    let words = try mergeOptions(fileSystem) + ["merge-tree", "--write-tree", "-z", "--no-messages", ours, theirs]
    let variables = ["GITHEAD_" + (named ?? theirs): remote.trackingName, MergePolicy.folderVariable: prefix]
    // If this process is killed, git leaves temporary files of the merge driver behind. With the marker, the next sync
    // removes them.
    if let head, let tree = try ask(["rev-parse", "--verify", "--quiet", head + "^{tree}"]) {
      try mark(SyncMarker(ours: head, theirs: named ?? theirs, tree: tree), fileSystem)
    }
    let answer = try syncing { () throws(GitError) in try git.write(words, with: variables) }
    try unmark(fileSystem)
    guard let tree = try mergedTree(answer) else { return nil }
    if !tree.nonUTF8Paths.isEmpty { throw .nonUTF8Paths(paths: tree.nonUTF8Paths) }
    return tree
  }

  /// Parses the output of `git merge-tree`. Returns nil if this version of git does not know the options.
  func mergedTree(_ answer: (status: Int32, output: [UInt8], errors: [UInt8])) throws(SyncError) -> MergedTree? {
    if answer.status < 2, let tree = MergedTree(answer.output) { return tree }
    if answer.status == Repository.misusedGit { return nil }
    throw .failed(step: .merge, message: Git.message(answer.errors + answer.output))
  }

  /// The exit status with which git reports unknown options.
  private static let misusedGit: Int32 = 129
  /// The exit status with which git refuses to run a command.
  private static let refusingGit: Int32 = 128

  /// Checks out a tree and commits it as the merge of the remote branch.
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
      let said = Git.message(ending.errors + ending.output)
      if ending.status == Repository.refusingGit, !SyncError.isFull(said), !SyncError.isUnwritten(said) {
        // A file has been changed in the meantime. git checks all files before it writes any of them, so nothing has
        // been written.
        _ = try perform(.merge, ["merge", "--quit"])
        try unmark(fileSystem)
        try checkForHindrances(between: head, and: tree)
      }
      if ending.status != 0 { throw .failed(step: .merge, message: said) }
      _ = try perform(.merge, ["commit", "--quiet", "--message=" + Repository.message(of: remote)])
    } catch {
      try undo(error) { () throws(SyncError) in _ = try recoverSync(fileSystem) }
      throw error
    }
    try unmark(fileSystem)
  }

  /// Creates a copy of a commit without some of its paths. No branch ever refers to this copy.
  private func commit(
    _ commit: String, without paths: Set<String>, parent: String?, _ fileSystem: any FileSystem
  ) throws(SyncError) -> String {
    let tree = try tree(commit, paths.sorted().map { ($0, nil) }, fileSystem)
    let people = ["AUTHOR", "COMMITTER"].flatMap { [("GIT_\($0)_NAME", "shelf"), ("GIT_\($0)_EMAIL", "shelf")] }
    let words = ["commit-tree"] + (parent.map { ["-p", $0] } ?? []) + ["-m", "Without records", tree]
    let name = try perform(.merge, words, with: Dictionary(uniqueKeysWithValues: people))
    return String(decoding: name, as: UTF8.self).trimmed
  }

  /// Creates a tree by applying changes to the tree of a commit, or to another tree, in a temporary index.
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
