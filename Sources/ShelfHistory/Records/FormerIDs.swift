import ShelfModel

extension Repository {
  /// Returns the ids that files had before they lost them: each as the last version in git has it that says one.
  ///
  /// A file that the last commit has not may have been moved since; then the version is the one under its old path. What
  /// was at the path before a file was deleted, and another one made, is of no interest.
  ///
  /// - Parameter paths: relative to the library.
  package func formerIDs(of paths: [String]) throws(GitError) -> [String: RecordID] {
    guard let head, !paths.isEmpty else { return [:] }
    let committed = try contents(of: paths, in: .commit(head))
    var ids = committed.compactMapValues { UnreadableFile.statedID(in: $0) }
    let broken = committed.keys.filter { ids[$0] == nil }
    if !broken.isEmpty { ids.merge(try earlierIDs(of: broken, from: head)) { known, _ in known } }
    let new = paths.filter { committed[$0] == nil }
    if !new.isEmpty { ids.merge(try idsBeforeMoves(to: new)) { known, _ in known } }
    return ids
  }

  /// Returns the ids in earlier versions of files whose last version says none.
  private func earlierIDs(of paths: [String], from head: String) throws(GitError) -> [String: RecordID] {
    let named = paths.count > Repository.namedPaths ? nil : paths
    let wanted = Set(paths)
    let steps = try HistoryLog(repository: self).steps(from: head, paths: named)
    let changes = steps.flatMap(\.changes).compactMap { change in
      path(change.path).flatMap { wanted.contains($0) ? (path: $0, change: change) : nil }
    }
    let contents = try contents(of: changes.lazy.map(\.change))
    var ids: [String: RecordID] = [:]
    var ended: Set<String> = []
    for (path, change) in changes where ids[path] == nil && !ended.contains(path) {
      guard change.new.isFile, let name = change.new.contents else {
        ended.insert(path)
        continue
      }
      ids[path] = contents[name].flatMap { UnreadableFile.statedID(in: $0) }
    }
    return ids
  }

  /// Returns the ids in files of the same names that were deleted elsewhere without a commit.
  private func idsBeforeMoves(to paths: [String]) throws(GitError) -> [String: RecordID] {
    func name(_ path: String) -> Substring? { path.split(separator: "/").last }
    let names = Dictionary(grouping: paths) { name($0) }.filter { $0.value.count == 1 }
    let deletions = Dictionary(grouping: try uncommittedDeletions()) { name($0.file.path) }
    var moves: [(path: String, contents: String)] = []
    for (name, paths) in names {
      let former = Dictionary(deletions[name, default: []].map { ($0.file.path, $0) }) { first, _ in first }
      guard former.count == 1, let deletion = former.values.first, Kind.of(path: paths[0]) == deletion.file.kind else {
        continue
      }
      moves.append((paths[0], deletion.contents))
    }
    var ids: [String: RecordID] = [:]
    try forEachObject(moves.map(\.contents)) { position, bytes in
      ids[moves[position].path] = bytes.flatMap { UnreadableFile.statedID(in: $0) }
      return true
    }
    return ids
  }
}
