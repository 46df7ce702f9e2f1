import ShelfModel
import ShelfStore
import ShelfSystem
import YAMLEdit

/// The two commits of a plain merge, as a merge driver sees them.
///
/// git runs a merge driver for much more than merges: rebase, cherry-pick, revert, stash, `checkout --merge` and `am` all
/// hand it three versions of a file. There, "ours" and "theirs" are not the two copies of a library, and taking one side
/// may drop a commit or an edit that is recorded nowhere else.
package struct MergeHeads {
  private let git: Git
  private let theirs: String

  /// Finds the commits; nil if the driver is not run for a merge of one commit into the branch that is checked out.
  ///
  /// `git merge` puts a variable into the driver's environment that is named `GITHEAD_` and the full name of the commit
  /// that it merges. It passes the variable on to what it starts afterwards, such as the `git stash apply` of an autostash
  /// or a hook, but by then that commit is part of the branch.
  ///
  /// - Parameter environment: that of the driver.
  package init?(environment: [String: String], _ fileSystem: any FileSystem) {
    let names = environment.keys.filter { $0.hasPrefix(MergeHeads.start) }.map {
      String($0.dropFirst(MergeHeads.start.count))
    }
    guard names.count == 1, names[0].count >= 40, names[0].allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return nil
    }
    theirs = names[0]
    git = Git(folder: nil, environment: environment)
    do throws(GitError) {
      // git answers with nothing if the commit is an ancestor of the other one, and says no if it is not.
      if try git.answer(["merge-base", "--is-ancestor", theirs, "HEAD"]) != nil { return nil }
      if let operation = try git.operation(fileSystem), operation != .merge { return nil }
    } catch { return nil }
  }

  private static let start = "GITHEAD_"

  /// Returns whether the side that is checked out has changed a file later than the other or in the same second, by the
  /// dates at which the changes were written (git's author dates, which a rebase keeps); nil if that is not known.
  ///
  /// - Parameters:
  ///   - path: the file's path from the current folder, as git gives it to the driver.
  ///   - bytes: what our side has in it. A record is followed by its id if it was moved.
  package func isOursNewer(_ path: String, holding bytes: [UInt8]) throws(GitError) -> Bool? {
    if let id = MergeHeads.id(of: bytes, at: path), try !isAtHome(id, path) {
      func date(in side: String, since other: String) throws(GitError) -> Int? {
        try RecordDates(git, in: side, since: other) { MergeHeads.file($0) }.last(.contents, of: id)
      }
      if let ours = try date(in: "HEAD", since: theirs), let theirs = try date(in: theirs, since: "HEAD") {
        return ours >= theirs
      }
    }
    guard let ours = try date(of: path, in: "HEAD"), let theirs = try date(of: path, in: theirs) else { return nil }
    return ours >= theirs
  }

  /// Returns whether a record has been at this path since before both sides changed it: then it need not be followed.
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
    return file(Array(path.utf8)[...]).flatMap { try? reader.read(bytes, of: $0).id }
  }

  /// Returns the record's file at a path, in whatever folder of the repository the library is.
  private static func file(_ path: ArraySlice<UInt8>) -> RecordFile? {
    guard let path = String(validating: path, as: UTF8.self) else { return nil }
    let parts = path.split(separator: "/")
    guard let name = parts.last, RecordFile.isName(String(name)),
      let start = parts.firstIndex(where: { part in Kind.allCases.contains { $0.folder == part } })
    else { return nil }
    let rest = parts[start...].joined(separator: "/")
    return Kind.of(path: rest).map { RecordFile(kind: $0, path: rest) }
  }

  /// Returns the date of the last commit that has changed a file, in seconds since 1970.
  private func date(of path: String, in commit: String) throws(GitError) -> Int? {
    let words = ["log", "--max-count=1", "--format=%at", "--end-of-options", commit, "--", path]
    return Int(String(decoding: try git.read(words), as: UTF8.self).trimmed)
  }
}
