import ShelfModel
import ShelfStore
import YAMLEdit

/// The records that two branches have changed since they diverged, identified by their ids.
///
/// git identifies files by their paths, and guesses renames from similar contents. If a record is moved to the former
/// path of another, git merges two different records into one. This type finds the records in the three states (the
/// common base, ours, theirs), and `areTangled` shows whether git might confuse them.
struct ChangedRecords {
  /// The file of a record in one of the three states.
  struct Version: Equatable {
    let path: String
    let file: MergedTree.Version
    let bytes: [UInt8]

    /// Returns whether both the contents and the path are the same.
    static func == (first: Version, second: Version) -> Bool { first.path == second.path && first.file == second.file }
  }

  /// The versions of a record in the three states. A version is nil if the record does not exist in that state.
  struct Versions {
    var base: Version?
    var ours: Version?
    var theirs: Version?

    fileprivate subscript(side: Side) -> Version? {
      get { side == .base ? base : side == .ours ? ours : theirs }
      set { if side == .base { base = newValue } else if side == .ours { ours = newValue } else { theirs = newValue } }
    }

    var all: [Version] { [base, ours, theirs].compactMap { $0 } }
  }

  fileprivate enum Side: CaseIterable { case base, ours, theirs }

  /// The records, sorted by id.
  let records: [(id: RecordID, versions: Versions)]
  /// The paths that contain one of the records in any of the states.
  let paths: Set<String>

  /// Finds the records that differ between two commits and their common base. Files that are not records are skipped,
  /// as are files that share their id with another file.
  init(_ repository: Repository, base: String, ours: String, theirs: String) throws(SyncError) {
    let files = try ChangedRecords.files(repository, base, ours, theirs)
    let names = Set(files.values.flatMap { $0.values.map(\.object) }).sorted()
    var bytes: [String: [UInt8]] = [:]
    try repository.syncing { () throws(GitError) in
      try repository.forEachObject(names) { position, contents in
        bytes[names[position]] = contents
        return true
      }
    }
    var reader = RecordReader(schema: Schema(), limits: Limits())
    var ids: [String: [Side: RecordID]] = [:]
    var left: Set<String> = []
    for (path, versions) in files {
      for (side, version) in versions {
        ids[path, default: [:]][side] = repository.id(of: bytes[version.object], at: path, &reader)
      }
      if ids[path]?.count != versions.count { left.insert(path) }
    }
    var paths: [RecordID: [Side: [String]]] = [:]
    for (path, found) in ids { for (side, id) in found { paths[id, default: [:]][side, default: []].append(path) } }
    // Files that share a path or an id with an excluded file are also excluded, transitively.
    var pending = Array(left) + paths.values.flatMap { $0.values.filter { $0.count > 1 }.joined() }
    left.formUnion(pending)
    while let path = pending.popLast() {
      for id in ids[path, default: [:]].values {
        for other in paths[id, default: [:]].values.joined() where left.insert(other).inserted { pending.append(other) }
      }
    }
    var records: [RecordID: Versions] = [:]
    for (path, found) in ids where !left.contains(path) {
      for (side, id) in found {
        guard let file = files[path]?[side], let bytes = bytes[file.object] else { continue }
        records[id, default: Versions()][side] = Version(path: path, file: file, bytes: bytes)
      }
    }
    self.records = records.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    self.paths = Set(ids.keys).subtracting(left)
  }

  /// Returns the three versions of each file in the record folders that one of the sides changed.
  private static func files(
    _ repository: Repository, _ base: String, _ ours: String, _ theirs: String
  ) throws(SyncError) -> [String: [Side: MergedTree.Version]] {
    func changes(_ commit: String) throws(SyncError) -> [RawChange] {
      let words = ["diff-tree", "-r"] + Git.rawOutput + [base, commit, "--"]
      return try repository.syncing { () throws(GitError) in try repository.rawChanges(words) }
    }
    func version(_ side: RawChange.Side) -> MergedTree.Version? {
      side.contents.map { MergedTree.Version(mode: String(side.mode, radix: 8), object: $0) }
    }
    var files: [String: [Side: MergedTree.Version]] = [:]
    for (side, changes) in [(Side.ours, try changes(ours)), (Side.theirs, try changes(theirs))] {
      for change in changes {
        guard let path = String(validating: change.path, as: UTF8.self), repository.kind(of: path) != nil else {
          continue
        }
        if files[path] == nil, let old = version(change.old) { files[path] = [.base: old, .ours: old, .theirs: old] }
        files[path, default: [:]][side] = version(change.new)
      }
    }
    return files
  }

  /// Whether git, which merges by path, might treat two of these records as one, or one of them as two.
  var areTangled: Bool {
    var places: [String: Set<RecordID>] = [:]
    for (id, versions) in records { for version in versions.all { places[version.path, default: []].insert(id) } }
    let isNew = [Side.ours, .theirs].map { side in
      records.contains { $0.versions.base == nil && $0.versions[side] != nil }
    }
    return records.contains { id, versions in
      guard let base = versions.base else { return false }
      if versions.all.contains(where: { places[$0.path, default: []].count > 1 }) { return true }
      let sides = [versions.ours, versions.theirs]
      for (position, side) in sides.enumerated() {
        let other = sides[1 - position]
        let isUnchanged = other == base
        guard let side else {
          // git may treat a file that this side added as the renamed version of the file that this side deleted.
          if isNew[position], other != nil, !isUnchanged { return true }
          continue
        }
        // git may not recognize a file that was both moved and rewritten.
        if side.path != base.path, side.file != base.file, !isUnchanged { return true }
      }
      return false
    }
  }
}

extension Repository {
  /// Returns the kind of the records at a path from the top of the work tree, or nil if the path is outside the record
  /// folders.
  func kind(of path: String) -> Kind? {
    path.hasPrefix(prefix) ? Kind.of(path: String(path.dropFirst(prefix.count))) : nil
  }

  /// Returns whether a path from the top of the work tree is the path of a record or of the library's manifest.
  func isOfLibrary(_ path: String) -> Bool { kind(of: path) != nil || path == prefix + Manifest.fileName }

  /// Returns the id of the record in a file, or nil if the file is not a readable record.
  func id(of bytes: [UInt8]?, at path: String, _ reader: inout RecordReader) -> RecordID? {
    guard let bytes, let kind = kind(of: path) else { return nil }
    let file = RecordFile(kind: kind, path: String(path.dropFirst(prefix.count)))
    return try? reader.read(bytes, of: file).id
  }
}
