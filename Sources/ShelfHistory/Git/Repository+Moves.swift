import ShelfModel
import ShelfStore
import YAMLEdit

extension Repository {
  /// Returns the files that a commit of these changes must also delete.
  ///
  /// They are in the last commit but no longer on disk, because their records were moved to the changed files, by hand
  /// or with `git mv`.
  package func filesMovedAway(by changes: [FileChange]) throws(GitError) -> [String] {
    guard let head else { return [] }
    let held = try objects(of: changes.map(\.path), in: .commit(head))
    let ids = Set(
      changes.filter { held[$0.path] == nil }.compactMap { ($0.old ?? $0.new).flatMap(Repository.id) })
    if ids.isEmpty { return [] }
    var gone = try rawChanges(["diff"] + Git.rawOutput + [head, "--"] + recordPaths)
      .filter { ChangedFile.Status($0) == .deleted }.compactMap { path($0.path) }
    if gone.isEmpty { return [] }
    // A file that was removed only from the index still exists on disk.
    let there = Set(try untracked())
    gone.removeAll(where: there.contains)
    return try contents(of: gone, in: .commit(head)).filter { Repository.id($0.value).map(ids.contains) ?? false }
      .keys.sorted()
  }

  private static func id(_ bytes: [UInt8]) -> RecordID? {
    guard let document = try? Document(bytes), let node = document.node(at: [.key(Field.idKey)]) else { return nil }
    return document.text(of: node).flatMap { RecordID($0) }
  }
}
