import ShelfModel
import ShelfStore
import ShelfSystem
import YAMLEdit

/// The two commits of a plain merge, as the merge driver sees them.
///
/// git runs the merge driver for each file that both sides changed, but not only in merges: rebase, cherry-pick,
/// revert, stash, `checkout --merge` and `am` also call it. In those operations, "ours" and "theirs" are not two copies
/// of the library, and choosing one side under the policy might drop a commit or an edit that is stored nowhere else.
/// So the policy applies only if this type finds the two commits. Under `newest`, this type compares the author dates
/// of the two sides for each record.
package struct MergeHeads {
  private let git: Git
  private let theirs: String

  /// Finds the commits. The result is nil if the driver runs for anything but a merge of one commit into the
  /// checked-out branch.
  ///
  /// `git merge` sets an environment variable for the driver, named `GITHEAD_` followed by the full hash of the merged
  /// commit. Commands that it runs later, such as the `git stash apply` of an autostash, or hooks, inherit the
  /// variable, but then that commit is already an ancestor of the branch.
  ///
  /// - Parameter environment: the environment of the driver.
  package init?(environment: [String: String], _ fileSystem: any FileSystem) {
    guard let name = MergeHeads.merged(environment) else { return nil }
    theirs = name
    git = Git(folder: nil, environment: environment)
    do throws(GitError) {
      // git's answer is nil (status 1) if the commit is not an ancestor of HEAD.
      if try git.answer(["merge-base", "--is-ancestor", theirs, "HEAD"]) != nil { return nil }
      if let operation = try git.operation(fileSystem), operation != .merge { return nil }
    } catch { return nil }
  }

  private static let start = "GITHEAD_"

  /// Returns the hash of the only commit that `git merge` is merging, or nil if there is none.
  private static func merged(_ environment: [String: String]) -> String? {
    let names = environment.keys.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    guard names.count == 1, names[0].count >= 40, names[0].allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return nil
    }
    return names[0]
  }

  /// Returns the contents of a file in the commit that `git merge` is merging, or nil if there is none.
  ///
  /// - Parameter path: the path of the file from the current folder, as git passes it to the driver.
  package static func incoming(_ path: String, environment: [String: String]) -> [UInt8]? {
    guard let name = merged(environment) else { return nil }
    var contents: [UInt8]?
    try? Git(folder: nil, environment: environment).forEachObject(["\(name):\(path)"]) { _, bytes in
      contents = bytes
      return true
    }
    return contents
  }

  /// Returns whether our side changed a file later than the other side or in the same second, or nil if that is
  /// unknown. This is determined by author dates, which a rebase preserves.
  ///
  /// - Parameters:
  ///   - path: the path of the file from the current folder, as git passes it to the driver.
  ///   - bytes: the contents on our side. They contain the record's id, which makes it possible to follow a record that
  ///     was moved.
  package func isOursNewer(_ path: String, holding bytes: [UInt8]) throws(GitError) -> Bool? {
    if let id = MergeHeads.id(of: bytes, at: path), try !isAtHome(id, path) {
      func date(in side: String, since other: String) throws(GitError) -> Int? {
        try RecordDates(git, in: side, since: other) { RecordFile.anywhere($0)?.file }.last(.contents, of: id)
      }
      if let ours = try date(in: "HEAD", since: theirs), let theirs = try date(in: theirs, since: "HEAD") {
        return ours >= theirs
      }
    }
    guard let ours = try date(of: path, in: "HEAD"), let theirs = try date(of: path, in: theirs) else { return nil }
    return ours >= theirs
  }

  /// Returns whether a record has been at this path since the sides diverged, so that there is no need to search for
  /// it.
  private func isAtHome(_ id: RecordID, _ path: String) throws(GitError) -> Bool {
    guard let base = try git.answer(["merge-base", "HEAD", theirs]) else { return false }
    for state in [base, "HEAD", theirs] {
      guard let name = try git.answer(["rev-parse", "--verify", "--quiet", "\(state):\(path)"]) else { return false }
      if state != base { continue }
      var found: RecordID?
      try git.forEachObject([name]) { _, bytes in
        found = bytes.flatMap { MergeHeads.id(of: $0, at: path) }
        return true
      }
      if found != id { return false }
    }
    return true
  }

  private static func id(of bytes: [UInt8], at path: String) -> RecordID? {
    var reader = RecordReader(schema: Schema(), limits: Limits())
    return RecordFile.anywhere(Array(path.utf8)[...]).flatMap { try? reader.read(bytes, of: $0.file).id }
  }

  /// Returns the author date of the last commit that changed a file, in seconds since 1970.
  private func date(of path: String, in commit: String) throws(GitError) -> Int? {
    let words = ["log", "--max-count=1", "--format=%at", "--end-of-options", commit, "--", path]
    return Int(String(decoding: try git.read(words), as: UTF8.self).trimmed)
  }
}
