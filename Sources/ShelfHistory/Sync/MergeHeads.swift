/// The two commits that git is merging, as a merge driver sees them.
package struct MergeHeads {
  private let git: Git
  private let theirs: String

  /// - Parameter environment: that of the driver. `git merge` names in it the commit that it merges, as `GITHEAD_` and
  ///   the commit's full name. nil if there is not exactly one: a rebase or a cherry-pick names none, and a merge of three
  ///   branches two.
  package init?(environment: [String: String]) {
    let names = environment.keys.filter { $0.hasPrefix(MergeHeads.start) }.map {
      String($0.dropFirst(MergeHeads.start.count))
    }
    guard names.count == 1, names[0].count >= 40, names[0].allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return nil
    }
    theirs = names[0]
    git = Git(folder: nil, environment: environment)
  }

  private static let start = "GITHEAD_"

  /// Returns whether the side that is checked out has changed a file later than the other or in the same second, by the
  /// dates at which the changes were written (git's author dates, which a rebase keeps); nil if that is not known.
  ///
  /// - Parameter path: the file's path from the current folder, as git gives it to the driver.
  package func isOursNewer(_ path: String) throws(GitError) -> Bool? {
    guard let ours = try date(of: path, in: "HEAD"), let theirs = try date(of: path, in: theirs) else { return nil }
    return ours >= theirs
  }

  /// Returns the date of the last commit that has changed a file, in seconds since 1970.
  private func date(of path: String, in commit: String) throws(GitError) -> Int? {
    let words = ["log", "--max-count=1", "--format=%at", "--end-of-options", commit, "--", path]
    return Int(String(decoding: try git.read(words), as: UTF8.self).trimmed)
  }
}
