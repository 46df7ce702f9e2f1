import ShelfModel
import ShelfStore
import YAMLEdit

/// The history of a whole library.
struct LibraryHistory: ~Copyable {
  private let repository: Repository
  private let schema: Schema
  private var reader: RecordReader

  /// A commit that changes more files than this is summarized.
  private static let manyFiles = 100
  /// The number of commits read at a time.
  private static let window = 200

  init(_ repository: Repository, schema: Schema) {
    self.repository = repository
    self.schema = schema
    reader = RecordReader(schema: schema, limits: Limits())
  }

  /// Reads the commits that changed the library, the latest first.
  ///
  /// - Parameters:
  ///   - limit: the number wanted.
  ///   - select: returns the wanted part of a commit; nil for nothing.
  mutating func read(
    since: Timestamp?, limit: Int?, isSelective: Bool, _ select: (HistoryEntry) -> HistoryEntry?
  ) throws(GitError) -> [HistoryEntry] {
    guard let head = repository.head, limit != 0 else { return [] }
    var count = 0
    var checked = 0
    let repository = repository
    let steps = try HistoryLog(repository: repository, since: since).steps(from: head, paths: nil) { steps in
      // A merge may turn out to have done nothing itself, and it is unknown how much is selected.
      guard let limit, !isSelective else { return false }
      for step in steps[checked...] where step.commit.parents.count < 2 {
        if step.changes.contains(where: { LibraryHistory.isOfLibrary($0, repository) }) { count += 1 }
      }
      checked = steps.count
      return count >= limit
    }
    var entries: [HistoryEntry] = []
    for start in stride(from: 0, to: steps.count, by: LibraryHistory.window) {
      for entry in try read(steps[start..<min(start + LibraryHistory.window, steps.count)]) {
        if let entry = select(entry) { entries.append(entry) }
        if entries.count == limit { return entries }
      }
    }
    return entries
  }

  private static func isOfLibrary(_ change: RawChange, _ repository: Repository) -> Bool {
    repository.recordFile(change.path) != nil || repository.path(change.path) == Manifest.fileName
      || repository.unnamedPath(change.path) != nil
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
      let unnamed = step.changes.compactMap { repository.unnamedPath($0.path) }
      if records.isEmpty, counts.isEmpty, manifest == nil, unnamed.isEmpty { continue }
      entries.append(
        HistoryEntry(
          commit: step.commit, records: records, counts: counts, manifest: manifest, unnamed: unnamed))
    }
    return entries
  }

  /// Returns what changed in the manifest, beside the first parent of a merge.
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

  /// Works out what happened to the records of some files between the same two states.
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
  /// Returns the commits that changed the library, the latest first, with what each did.
  ///
  /// - Parameters:
  ///   - limit: the number wanted; nil for all.
  ///   - select: returns the wanted part of a commit, or nil if nothing; without it everything is wanted.
  package func history(
    schema: Schema, since: Timestamp? = nil, limit: Int? = nil, select: ((HistoryEntry) -> HistoryEntry?)? = nil
  ) throws(GitError) -> [HistoryEntry] {
    var history = LibraryHistory(self, schema: schema)
    return try history.read(since: since, limit: limit, isSelective: select != nil, select ?? { $0 })
  }
}
