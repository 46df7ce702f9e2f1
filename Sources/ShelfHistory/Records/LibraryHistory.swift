import ShelfModel
import ShelfStore
import YAMLEdit

/// The history of a whole library.
///
/// One `git log` lists the commits that touched the library's folder, with the changed files; then the contents of all
/// files are read, 200 commits at a time, and compared record by record. For a commit that changes more than 100 files,
/// the changed records are only counted by kind. If a commit created the manifest at its current path, the library may
/// have been moved from a different folder of the repository: if the commit's parent has a manifest that the commit
/// deletes, the history continues in the folder of that manifest.
struct LibraryHistory: ~Copyable {
  /// The repository, with the library in the folder that contained it in the commits that are being read.
  private var repository: Repository
  private let schema: Schema
  private var reader: RecordReader

  /// The number of files above which a commit is only summarized.
  private static let manyFiles = 100
  /// The number of commits whose contents are read at a time.
  private static let window = 200

  init(_ repository: Repository, schema: Schema) {
    self.repository = repository
    self.schema = schema
    reader = RecordReader(schema: schema, limits: Limits())
  }

  /// Reads the commits that changed the library, latest first.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of entries, or nil for all.
  ///   - isSelective: whether `select` may skip commits, so that the number of commits to read is unknown.
  ///   - select: returns the wanted part of a commit, or nil to skip it.
  mutating func read(
    since: Timestamp?, limit: Int?, isSelective: Bool, _ select: (HistoryEntry) -> HistoryEntry?
  ) throws(GitError) -> [HistoryEntry] {
    var (start, entries) = (repository.head, [HistoryEntry]())
    while let commit = start, limit.map({ entries.count < $0 }) ?? true {
      let rest = limit.map { $0 - entries.count }
      start = try read(from: commit, since: since, limit: rest, isSelective: isSelective) {
        if let entry = select($0) { entries.append(entry) }
        return limit.map { entries.count < $0 } ?? true
      }
    }
    return entries
  }

  /// Reads the commits that changed the library while it was in its current folder, and then switches to the folder
  /// that it was moved from.
  ///
  /// - Parameter take: called with each commit, latest first; returns false to stop.
  /// - Returns: the commit to continue from in the former folder, or nil if there is none.
  private mutating func read(
    from start: String, since: Timestamp?, limit: Int?, isSelective: Bool, _ take: (HistoryEntry) -> Bool
  ) throws(GitError) -> String? {
    var count = 0
    var checked = 0
    let repository = repository
    var steps = try HistoryLog(repository: repository, since: since).steps(from: start, paths: nil) { steps in
      // Only commits that certainly become entries are counted: a merge may have changed nothing itself, and a
      // selection may drop any commit.
      guard let limit, !isSelective else { return false }
      for step in steps[checked...] where step.commit.parents.count < 2 {
        if step.changes.contains(where: { LibraryHistory.isOfLibrary($0, repository) }) { count += 1 }
      }
      checked = steps.count
      return count >= limit
    }
    var former: (parent: String, prefix: String)?
    for position in steps.indices where LibraryHistory.bringsManifest(steps[position], repository) {
      guard let place = try self.former(steps[position].commit),
        let changes = try sinceMove(steps[position], from: place)
      else { continue }
      steps[position].changes = changes
      steps.removeSubrange((position + 1)...)
      former = place
      break
    }
    for start in stride(from: 0, to: steps.count, by: LibraryHistory.window) {
      for entry in try read(steps[start..<min(start + LibraryHistory.window, steps.count)]) where !take(entry) {
        return nil
      }
    }
    guard let former else { return nil }
    self.repository = repository.moved(to: former.prefix)
    return former.parent
  }

  /// Returns whether a commit created the manifest at its current path.
  private static func bringsManifest(_ step: HistoryLog.Step, _ repository: Repository) -> Bool {
    step.changes.contains {
      repository.path($0.path) == Manifest.fileName && $0.new.isFile && !$0.olds.contains(where: \.isFile)
    }
  }

  /// Returns the folder that a commit moved the library from, and the parent commit that contains the library in that
  /// folder.
  private func former(_ commit: Commit) throws(GitError) -> (parent: String, prefix: String)? {
    for parent in commit.parents {
      if let prefix = try repository.formerPrefix(.between(parent, commit.hash)) { return (parent, prefix) }
    }
    return nil
  }

  /// Returns the changes of a commit that moved the library, or nil if the other folder contained a different library.
  private func sinceMove(
    _ step: HistoryLog.Step, from former: (parent: String, prefix: String)
  ) throws(GitError) -> [RawChange]? {
    var sides: [ArraySlice<UInt8>: RawChange.Side] = [:]
    let words = ["diff-tree", "-r", "--diff-filter=D"] + Git.rawOutput + [former.parent, step.commit.hash, "--"]
    let start = former.prefix.utf8
    for change in try repository.rawChanges(words) where change.path.starts(with: start) {
      sides[ArraySlice(Array(repository.prefix.utf8) + change.path.dropFirst(start.count))] = change.old
    }
    let moved = step.changes.filter { sides[$0.path] != nil }
    guard
      moved.contains(where: { repository.recordFile($0.path) != nil || sides[$0.path]?.contents == $0.new.contents })
    else { return nil }
    var left = sides
    var changes = step.changes.compactMap { change -> RawChange? in
      guard let old = sides[change.path] else { return change }
      left[change.path] = nil
      return old.contents == change.new.contents ? nil : change.replacing(old: old)
    }
    // The commit moved the library but not these records, so it deleted them.
    for (path, old) in left where repository.recordFile(path) != nil { changes.append(RawChange(deleted: old, path)) }
    return changes.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  private static func isOfLibrary(_ change: RawChange, _ repository: Repository) -> Bool {
    repository.recordFile(change.path) != nil || repository.path(change.path) == Manifest.fileName
      || repository.nonUTF8Path(change.path) != nil
  }

  private mutating func read(_ steps: ArraySlice<HistoryLog.Step>) throws(GitError) -> [HistoryEntry] {
    let small = steps.filter { $0.changes.count <= LibraryHistory.manyFiles }
    let contents = try repository.contents(
      of: small.lazy.flatMap(\.changes).filter { [repository] in
        repository.recordFile($0.path) != nil || repository.path($0.path) == Manifest.fileName
      })
    var entries: [HistoryEntry] = []
    for step in steps {
      let manifest = step.changes.first { repository.path($0.path) == Manifest.fileName }
        .map { LibraryHistory.change($0, contents) }
      let isLarge = step.changes.count > LibraryHistory.manyFiles
      let records = isLarge ? [] : changes(step.changes, contents)
      let counts = isLarge ? self.counts(step.changes) : []
      let nonUTF8Paths = step.changes.compactMap { repository.nonUTF8Path($0.path) }
      if records.isEmpty, counts.isEmpty, manifest == nil, nonUTF8Paths.isEmpty { continue }
      entries.append(
        HistoryEntry(
          commit: step.commit, records: records, counts: counts, manifest: manifest, nonUTF8Paths: nonUTF8Paths))
    }
    return entries
  }

  /// Returns the change to the manifest. For a merge, the change is relative to the first parent.
  private static func change(_ change: RawChange, _ contents: [String: [UInt8]]) -> ManifestChange {
    let old = change.olds.first.flatMap { $0.isFile ? $0.contents : nil }
    let new = change.new.isFile ? change.new.contents : nil
    return ManifestChange(old: old.flatMap { contents[$0] }, new: new.flatMap { contents[$0] })
  }

  private func counts(_ changes: [RawChange]) -> [HistoryEntry.KindCount] {
    var counts: [Kind: HistoryEntry.KindCount] = [:]
    for change in changes {
      guard let kind = repository.recordFile(change.path)?.kind else { continue }
      var count = counts[kind] ?? HistoryEntry.KindCount(kind: kind)
      switch ChangedFile.Status(change) {
      case .added: count.added += 1
      case .modified: count.changed += 1
      case .deleted: count.deleted += 1
      }
      counts[kind] = count
    }
    return Kind.allCases.compactMap { counts[$0] }
  }

  /// Returns the changes to the records in the given files between two states.
  private mutating func changes(_ changes: [RawChange], _ contents: [String: [UInt8]]) -> [RecordChange] {
    var files: [FileVersions] = []
    for change in changes {
      guard let file = repository.recordFile(change.path) else { continue }
      let olds = change.olds.map { side in side.isFile ? side.contents.flatMap { contents[$0] } : nil }
      let new = change.new.isFile ? change.new.contents.flatMap { contents[$0] } : nil
      files.append(FileVersions(file: file, olds: olds, new: new))
    }
    return RecordChange.changes(files, schema, &reader)
  }
}

extension Repository {
  /// Returns the commits that changed the library, latest first, with their changes.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of commits, or nil for all.
  ///   - select: returns the wanted part of a commit, or nil to skip it. Without this parameter, all parts are wanted.
  package func history(
    schema: Schema, since: Timestamp? = nil, limit: Int? = nil, select: ((HistoryEntry) -> HistoryEntry?)? = nil
  ) throws(GitError) -> [HistoryEntry] {
    var history = LibraryHistory(self, schema: schema)
    return try history.read(since: since, limit: limit, isSelective: select != nil, select ?? { $0 })
  }
}
