extension Repository {
  /// Returns the files of a kind's folder that may differ from the last commit: those whose size or time say so.
  ///
  /// Looking into each of them is left to the caller, who reads them anyway.
  func modified(_ kind: Kind) throws(GitError) -> [String] {
    guard let head else { return [] }
    let command = ["diff-index", "-r"] + Git.rawOutput + [head, "--", prefix + kind.folder]
    return try rawChanges(command).filter { ChangedFile.Status($0) == .modified }.compactMap { path($0.path) }
  }
}
