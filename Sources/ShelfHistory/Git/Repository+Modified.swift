import ShelfModel

extension Repository {
  /// Returns the files of the library that are in the middle of a merge.
  package func unmerged() throws(GitError) -> [String] {
    let entries = try git.read(["ls-files", "--unmerged", "-z", "--"] + places).split(separator: 0)
    // Each stage of a file has an entry of its own; the path comes after a tab.
    return Set(entries.compactMap { entry in entry.firstIndex(of: 0x09).flatMap { path(entry[($0 + 1)...]) } }).sorted()
  }

  /// Returns the files of a kind's folder that may differ from the last commit: judging by their size or time.
  ///
  /// Checking each of them is left to the caller, who reads them anyway.
  package func modified(_ kind: Kind) throws(GitError) -> [String] {
    guard let head else { return [] }
    let command = ["diff-index", "-r"] + Git.rawOutput + [head, "--", prefix + kind.folder]
    return try rawChanges(command).filter { ChangedFile.Status($0) == .modified }.compactMap { path($0.path) }
  }
}
