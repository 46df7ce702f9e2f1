import ShelfModel

/// A version of a file that contains an id, whether or not it is a readable record.
package struct IdentifiedVersion: Sendable {
  package let id: RecordID
  package let bytes: [UInt8]

  package init?(_ bytes: [UInt8]?) {
    guard let bytes, let id = UnreadableFile.statedID(in: bytes) else { return nil }
    (self.id, self.bytes) = (id, bytes)
  }
}

extension Repository {
  /// Returns the last version in git that contains an id, for each file that has lost its id.
  ///
  /// A file that is not in the last commit may have been moved since then. In that case the version under its old path
  /// is returned. The search stops where the path was deleted, because any earlier contents belong to a different file.
  /// The caller decides whether the file is still the same record.
  ///
  /// - Parameter paths: the paths of the files, relative to the library.
  package func versionsWithIDs(of paths: [String]) throws(GitError) -> [String: IdentifiedVersion] {
    guard let head, !paths.isEmpty else { return [:] }
    let committed = try contents(of: paths, in: .commit(head))
    var versions = committed.compactMapValues { IdentifiedVersion($0) }
    let broken = committed.keys.filter { versions[$0] == nil }
    if !broken.isEmpty { versions.merge(try earlierVersions(of: broken, from: head)) { known, _ in known } }
    let new = paths.filter { committed[$0] == nil }
    if !new.isEmpty { versions.merge(try versionsBeforeMoves(to: new)) { known, _ in known } }
    return versions
  }

  /// Returns the most recent earlier versions that contain an id, for files whose last committed version contains none.
  private func earlierVersions(
    of paths: [String], from head: String
  ) throws(GitError) -> [String: IdentifiedVersion] {
    let named = paths.count > Repository.namedPaths ? nil : paths
    let wanted = Set(paths)
    let steps = try HistoryLog(repository: self).steps(from: head, paths: named)
    let changes = steps.flatMap(\.changes).compactMap { change in
      path(change.path).flatMap { wanted.contains($0) ? (path: $0, change: change) : nil }
    }
    let contents = try contents(of: changes.lazy.map(\.change))
    var versions: [String: IdentifiedVersion] = [:]
    var ended: Set<String> = []
    for (path, change) in changes where versions[path] == nil && !ended.contains(path) {
      guard change.new.isFile, let name = change.new.contents else {
        ended.insert(path)
        continue
      }
      versions[path] = IdentifiedVersion(contents[name])
    }
    return versions
  }

  /// Returns the committed versions of files that were moved without a commit. The old file is a deleted file with the
  /// same name and kind, if there is exactly one.
  private func versionsBeforeMoves(to paths: [String]) throws(GitError) -> [String: IdentifiedVersion] {
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
    var versions: [String: IdentifiedVersion] = [:]
    try forEachObject(moves.map(\.contents)) { position, bytes in
      versions[moves[position].path] = IdentifiedVersion(bytes)
      return true
    }
    return versions
  }
}
