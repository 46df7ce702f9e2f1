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
    let words = try mergeOptions(fileSystem) + ["merge-tree", "--write-tree", "-z", "--no-messages", head, theirs]
    // By it, the driver asks which side is the newer one, as in `git merge`.
    let variable = ["GITHEAD_" + theirs: remote.trackingName]
    let answer = try syncing { () throws(GitError) in try git.write(words, with: variable) }
    guard answer.status < 2, let merged = MergedTree(answer.output) else { return nil }
    var settlement = ConflictSettlement(self, policy, ours: head, theirs: theirs)
    try settlement.settle(merged.conflicts)
    let tree = try tree(merged.name, settlement.changes, fileSystem)
    try mark(SyncMarker(ours: head, theirs: theirs, tree: tree), fileSystem)
    do throws(SyncError) {
      _ = try perform(.merge, ["merge", "--quiet", "--no-commit", "--no-ff", "--strategy=ours", theirs])
      _ = try perform(.merge, ["read-tree", "-m", "-u", head, tree])
      _ = try perform(.merge, ["commit", "--quiet", "--message=" + Repository.message(of: remote)])
    } catch {
      _ = try recoverSync(fileSystem)
      throw error
    }
    try unmark(fileSystem)
    return settlement.settled
  }

  /// Makes another tree of one, in an index of its own.
  private func tree(
    _ tree: String, _ changes: [(path: String, version: MergedTree.Version?)], _ fileSystem: any FileSystem
  ) throws(SyncError) -> String {
    let index = try gitPath("shelf-sync-index")
    defer { for path in [index, index + ".lock"] { try? fileSystem.remove(path) } }
    let variable = ["GIT_INDEX_FILE": index]
    _ = try perform(.merge, ["read-tree", tree], with: variable)
    let none = String(repeating: "0", count: tree.utf8.count)
    var input: [UInt8] = []
    for (path, version) in changes {
      input += Array("\(version?.mode ?? "0") \(version?.object ?? none)\t\(path)".utf8) + [0]
    }
    _ = try perform(.merge, ["update-index", "-z", "--index-info"], input: input, with: variable)
    return String(decoding: try perform(.merge, ["write-tree"], with: variable), as: UTF8.self).trimmed
  }
}
