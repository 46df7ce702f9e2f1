import ShelfModel
import ShelfStore
import YAMLEdit

/// The dates of the latest changes to each record on one side of a merge since the sides diverged, in seconds since
/// 1970.
///
/// They are git's author dates, which a rebase preserves. Records are identified by their ids, so that a moved record
/// is still recognized.
struct RecordDates {
  /// A type of change to a record.
  enum Change: Int, CaseIterable { case contents, place, deletion }

  private var dates: [RecordID: [Int?]] = [:]

  /// Reads the commits that one side has and the other lacks.
  ///
  /// - Parameters:
  ///   - places: paths from the top of the work tree, or an empty array for the whole repository.
  ///   - file: returns the record file at a path from the top of the work tree.
  init(
    _ git: Git, in side: String, since other: String, places: [String] = [],
    file: (ArraySlice<UInt8>) -> RecordFile?
  ) throws(GitError) {
    // For a merge, `-c` lists only files that differ from all of its parents.
    let words = ["log", "-c", "--full-history", "--format=%at"] + Git.rawOutput
    var reader = RawDiffReader(headCount: 1)
    var commits: [(date: Int, changes: [RawChange])] = []
    let arguments = words + ["--end-of-options", side, "^" + other, "--"] + places
    let ending = try git.run(arguments) { piece in
      reader.take(piece) { element in
        switch element {
        case .commit(let fields): commits.append((Int(String(decoding: fields[0], as: UTF8.self).trimmed) ?? 0, []))
        case .change(let change) where file(change.path) != nil && !commits.isEmpty:
          commits[commits.count - 1].changes.append(change)
        case .change: break
        }
        return true
      }
    }
    try git.check(ending, arguments)
    let ids = try RecordDates.ids(git, commits.flatMap(\.changes), file)
    for (date, changes) in commits { note(changes, at: date, ids) }
  }

  /// Returns the date of the latest of these changes to a record on this side, or nil if there was none.
  func last(_ changes: Change..., of id: RecordID) -> Int? {
    guard let found = dates[id] else { return nil }
    return changes.compactMap { found[$0.rawValue] }.max()
  }

  /// Returns the ids of the records in all versions of the changed files, by object name.
  private static func ids(
    _ git: Git, _ changes: [RawChange], _ file: (ArraySlice<UInt8>) -> RecordFile?
  ) throws(GitError) -> [String: RecordID] {
    var files: [String: RecordFile] = [:]
    for change in changes {
      guard let file = file(change.path) else { continue }
      for side in change.olds + [change.new] where side.isFile { if let name = side.contents { files[name] = file } }
    }
    let names = files.keys.sorted()
    var reader = RecordReader(schema: Schema(), limits: Limits())
    var ids: [String: RecordID] = [:]
    try git.forEachObject(names) { position, bytes in
      if let bytes, let file = files[names[position]] {
        ids[names[position]] = try? reader.read(bytes, of: file).id
      }
      return true
    }
    return ids
  }

  /// Stores a commit's date for each type of change that it makes to a record, unless a later commit made the same type
  /// of change.
  private mutating func note(_ changes: [RawChange], at date: Int, _ ids: [String: RecordID]) {
    struct Versions {
      var olds: [(path: ArraySlice<UInt8>, contents: String)] = []
      var new: (path: ArraySlice<UInt8>, contents: String)?
    }
    var records: [RecordID: Versions] = [:]
    for change in changes {
      for old in change.olds {
        guard old.isFile, let name = old.contents, let id = ids[name] else { continue }
        records[id, default: Versions()].olds.append((change.path, name))
      }
      if change.new.isFile, let name = change.new.contents, let id = ids[name] {
        records[id, default: Versions()].new = (change.path, name)
      }
    }
    for (id, versions) in records {
      var done: [Change] = []
      if let new = versions.new {
        if !versions.olds.contains(where: { $0.contents == new.contents }) { done.append(.contents) }
        if !versions.olds.contains(where: { $0.path == new.path }) { done.append(.place) }
      } else {
        done.append(.deletion)
      }
      for change in done {
        let known = dates[id, default: [nil, nil, nil]][change.rawValue]
        dates[id, default: [nil, nil, nil]][change.rawValue] = known ?? date
      }
    }
  }
}

extension Repository {
  func recordDates(in side: String, since other: String) throws(GitError) -> RecordDates {
    try RecordDates(git, in: side, since: other, places: logPathspec) { recordFile($0) }
  }
}
