import ShelfModel

extension Repository {
  /// Returns the files of the library that have an unresolved merge conflict.
  package func unmerged() throws(GitError) -> [String] {
    try stagesOfUnmerged().keys.sorted()
  }

  /// Returns the files that one side of an unresolved merge changed and the other side deleted. The value is true if
  /// the other side deleted the file.
  package func modifiedAndDeleted() throws(GitError) -> [String: Bool] {
    // Stage 1 is the common base, 2 our side, 3 the other side.
    try stagesOfUnmerged().compactMapValues { $0 == [1, 2] ? true : $0 == [1, 3] ? false : nil }
  }

  private func stagesOfUnmerged() throws(GitError) -> [String: Set<UInt8>] {
    let entries = try git.read(["ls-files", "--unmerged", "-z", "--"] + recordPaths).split(separator: 0)
    var stages: [String: Set<UInt8>] = [:]
    for entry in entries {
      guard let tab = entry.firstIndex(of: 0x09), let stage = entry[..<tab].last, let path = path(entry[(tab + 1)...])
      else { continue }
      stages[path, default: []].insert(stage - 0x30)
    }
    return stages
  }

  /// Returns the files in a kind's folder that may differ from the last commit, judging by size and modification time.
  /// The caller compares the contents, since it reads the files anyway.
  package func modified(_ kind: Kind) throws(GitError) -> [String] {
    guard let head else { return [] }
    let command = ["diff-index", "-r"] + Git.rawOutput + [head, "--", prefix + kind.folder]
    return try rawChanges(command).filter { ChangedFile.Status($0) == .modified }.compactMap { path($0.path) }
  }
}
