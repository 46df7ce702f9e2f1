import ShelfModel
import ShelfStore
import ShelfSystem
import YAMLEdit

/// The difference between two states of a library.
package struct LibraryDifference: Sendable {
  /// The changed records, sorted by path.
  package let records: [RecordChange]
  /// The change to the manifest, or nil if it is unchanged.
  package let manifest: ManifestChange?
  /// The paths, with replacement characters, of changed files that cannot be records because their names are not UTF-8.
  package let nonUTF8Paths: [String]
}

extension Repository {
  /// Compares two states of the library record by record.
  ///
  /// - Parameters:
  ///   - root: the absolute path of the library, for the files on disk.
  ///   - schema: the schema for reading both states.
  package func difference(
    _ range: ChangeRange, root: String, fileSystem: any FileSystem, schema: Schema
  ) throws(GitError) -> LibraryDifference {
    var (changed, nonUTF8Paths) = try allChanges(range)
    var before = self
    if changed.contains(where: { $0.path == Manifest.fileName && $0.status == .added }),
      let former = try formerPrefix(range)
    {
      // The library was moved within the repository, so its former folder is compared with the current one.
      before = moved(to: former)
      let known = Set(changed.map(\.path))
      changed += try before.allChanges(range).files.filter { $0.status == .deleted && !known.contains($0.path) }
      changed.sort { $0.path < $1.path }
    }
    let files = changed.compactMap { change in recordFile(Array((prefix + change.path).utf8)[...]) }
    let changesManifest = changed.contains { $0.path == Manifest.fileName }
    let paths = files.map(\.path) + (changesManifest ? [Manifest.fileName] : [])
    let old: [String: [UInt8]]
    let new: [String: [UInt8]]
    var unmerged: Set<String> = []
    func contentsOnDisk() -> [String: [UInt8]] {
      // Unreadable files were reported when the library was loaded.
      paths.reduce(into: [:]) { $0[$1] = try? fileSystem.contents(of: root + "/" + $1, limit: Limits().bytes) }
    }
    switch range {
    case .uncommitted: (old, new) = (try before.contents(of: paths, in: .commit(lastTree())), contentsOnDisk())
    case .sinceCommit(let revision):
      (old, new) = (try before.contents(of: paths, in: .commit(commit(revision))), contentsOnDisk())
    case .staged:
      old = try head.map { name throws(GitError) in try before.contents(of: paths, in: .commit(name)) } ?? [:]
      new = try contents(of: paths, in: .index)
      unmerged = try Set(self.unmerged())
    case .between(let first, let second):
      old = try before.contents(of: paths, in: .commit(commit(first)))
      new = try contents(of: paths, in: .commit(commit(second)))
    }
    var reader = RecordReader(schema: schema, limits: Limits())
    let versions = files.filter { !unmerged.contains($0.path) }.map {
      FileVersions(file: $0, olds: [old[$0.path]], new: new[$0.path])
    }
    .filter { before.prefix == prefix || $0.olds != [$0.new] }
    var records = RecordChange.changes(versions, schema, &reader)
    for file in files where unmerged.contains(file.path) {
      records.append(RecordChange(unmerged: FileVersion(old[file.path], file, &reader), file.kind))
    }
    if !unmerged.isEmpty { records.sort { $0.path < $1.path } }
    let isManifestChanged =
      changesManifest && (before.prefix == prefix || old[Manifest.fileName] != new[Manifest.fileName])
    let manifest = ManifestChange(old: old[Manifest.fileName], new: new[Manifest.fileName])
    return LibraryDifference(records: records, manifest: isManifestChanged ? manifest : nil, nonUTF8Paths: nonUTF8Paths)
  }
}
