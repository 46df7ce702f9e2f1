import ShelfModel
import ShelfStore
import YAMLEdit

/// The history of one record, across moves of its file and across merges.
///
/// `git log` follows a single path. If a commit puts the record at that path, the record may have come from another
/// file: the files that the same commit deletes or overwrites are searched for the record's id, first in the library
/// and then in the whole repository, since the library itself may have been moved. If one of them contains it, the path
/// of that file is also followed, starting at the parent commit. Merges can fork the history this way; the entries are
/// then sorted in git's date order.
struct RecordHistoryWalk: ~Copyable {
  private let repository: Repository
  private let schema: Schema
  private let id: RecordID
  private let since: Timestamp?
  private var reader: RecordReader
  private var entries: [HistoryEntry] = []
  /// The commits that moved the library, and the record with it, without changing the record itself.
  private var moves: Set<String> = []
  /// The position in `entries` of each commit.
  private var positions: [String: Int] = [:]
  /// The pairs of commit and file that have been visited.
  private var seen: Set<String> = []
  /// The points where reading continues. Each consists of a commit, the file's path in the library at that commit, and
  /// the library's path in the repository.
  private var pending: [(commit: String, file: RecordFile, prefix: String)] = []

  init(_ repository: Repository, of id: RecordID, schema: Schema, since: Timestamp?) {
    self.repository = repository
    self.schema = schema
    self.id = id
    self.since = since
    reader = RecordReader(schema: schema, limits: Limits())
  }

  /// Reads the history of the record whose current or last file is at this path.
  mutating func read(_ file: RecordFile, isLost: Bool) throws(GitError) -> [HistoryEntry] {
    guard let head = repository.head else { return [] }
    pending = [(head, file, repository.prefix)]
    var isForked = false
    while let (commit, file, prefix) = pending.popLast() {
      try follow(file, in: prefix, from: commit, isLost: isLost)
      isForked = isForked || pending.count > 1
    }
    if entries.isEmpty, !isLost, let old = try uncommittedOld() {
      // The file was moved after the last commit.
      return try read(old, isLost: true)
    }
    entries.removeAll { moves.contains($0.commit.hash) && $0.records[0].event == .deleted }
    if isForked { try sort(from: head) }
    return since.map { since in entries.filter { $0.commit.date >= since } } ?? entries
  }

  /// Sorts entries from several branches so that no commit comes before its descendants.
  private mutating func sort(from head: String) throws(GitError) {
    let wanted = Set(entries.map(\.commit.hash))
    var order: [String: Int] = [:]
    for (position, line) in try repository.git.read(["rev-list", "--date-order", head, "--"]).split(separator: 0x0A)
      .enumerated()
    {
      let name = String(decoding: line, as: UTF8.self)
      if wanted.contains(name) { order[name] = position }
    }
    entries.sort { order[$0.commit.hash, default: 0] < order[$1.commit.hash, default: 0] }
  }

  private mutating func follow(
    _ file: RecordFile, in prefix: String, from start: String, isLost: Bool
  ) throws(GitError) {
    // `since` is applied at the end: a commit before that date may lead to another file of the record, which has later
    // commits.
    let steps = try HistoryLog(repository: repository.moved(to: prefix))
      .steps(from: start, paths: [file.path], isWhole: isLost)
    let contents = try repository.contents(of: steps.flatMap(\.changes))
    for step in steps {
      guard let change = step.changes.first, seen.insert("\(step.commit.hash) \(prefix)\(file.path)").inserted else {
        continue
      }
      let new = version(change.new, file, contents)
      var olds = change.olds.map { version($0, file, contents) }
      var isSame = false
      for position in olds.indices
      where new.record != nil && olds[position].bytes == nil && position < step.commit.parents.count {
        let parent = step.commit.parents[position]
        guard let old = try movedFile(from: parent, to: step.commit.hash, file, in: prefix) else { continue }
        olds[position] = old.version
        pending.append((parent, old.file, old.prefix))
        // The library was moved as a whole, so nothing happened to the record.
        isSame = isSame || (old.prefix != prefix && old.file.path == file.path && old.version.bytes == new.bytes)
      }
      if isSame {
        moves.insert(step.commit.hash)
        continue
      }
      guard let record = RecordChange(from: olds, to: new, file.kind, schema), record.id == id || record.id == nil
      else { continue }
      let entry = HistoryEntry(commit: step.commit, records: [record], counts: [], manifest: nil, nonUTF8Paths: [])
      if let position = positions[step.commit.hash] {
        // If the record is found in another file, it was moved rather than deleted.
        if entries[position].records[0].event == .deleted { entries[position] = entry }
      } else {
        positions[step.commit.hash] = entries.count
        entries.append(entry)
      }
    }
  }

  /// Parses one side of a change. A different record is treated as a missing file.
  private mutating func version(
    _ side: RawChange.Side, _ file: RecordFile, _ contents: [String: [UInt8]]
  ) -> FileVersion {
    let version = FileVersion(side.isFile ? side.contents.flatMap { contents[$0] } : nil, file, &reader)
    if let other = version.record?.id, other != id { return FileVersion(nil, file, &reader) }
    return version
  }

  /// Returns the file of the record in a commit's parent, if the commit deletes that file or replaces it with a
  /// different record.
  private mutating func movedFile(
    from parent: String, to commit: String, _ new: RecordFile, in prefix: String
  ) throws(GitError) -> (file: RecordFile, prefix: String, version: FileVersion)? {
    let library = repository.moved(to: prefix)
    func changes(_ filter: String, _ places: [String]) throws(GitError) -> [RawChange] {
      let arguments = ["diff-tree", "-r", "--diff-filter=" + filter] + Git.rawOutput + [parent, commit, "--"] + places
      return try repository.rawChanges(arguments).filter { $0.old.isFile }
    }
    // Deleted files come first, because most moves delete the old file, and a commit may change many other files.
    for filter in ["D", "MT"] {
      let changes = try changes(filter, library.logPathspec)
      let contents = try repository.contents(of: changes)
      for change in changes {
        guard let file = library.recordFile(change.path), file.path != new.path else { continue }
        let old = version(change.old, file, contents)
        if old.record?.id == id, version(change.new, file, contents).bytes == nil { return (file, prefix, old) }
      }
    }
    let others = try changes("D", [])
    let contents = try repository.contents(of: others)
    for change in others {
      guard let (former, file) = RecordFile.anywhere(change.path), former != prefix else { continue }
      let old = version(change.old, file, contents)
      if old.record?.id == id { return (file, former, old) }
    }
    return nil
  }

  /// Returns the file that contains the record in the last commit, if that file has been deleted or changed without a
  /// commit.
  private mutating func uncommittedOld() throws(GitError) -> RecordFile? {
    guard let head = repository.head else { return nil }
    var places = try repository.uncommittedDeletions().map { (file: $0.file, contents: $0.contents) }
    let arguments = ["diff-index", "--diff-filter=MT"] + Git.rawOutput + [head, "--"] + repository.recordPaths
    for change in try repository.rawChanges(arguments) where change.old.isFile {
      if let file = repository.recordFile(change.path), let name = change.old.contents { places.append((file, name)) }
    }
    var found: RecordFile?
    var contents: [(RecordFile, [UInt8])] = []
    try repository.forEachObject(places.map(\.contents)) { position, bytes in
      if let bytes { contents.append((places[position].file, bytes)) }
      return true
    }
    for (file, bytes) in contents where found == nil {
      if FileVersion(bytes, file, &reader).record?.id == id { found = file }
    }
    return found
  }
}

extension Repository {
  /// Returns the changes to a record, latest first: changed fields, moves, additions and deletions. Commits that did
  /// not change it are skipped.
  package func history(of record: Record, schema: Schema, since: Timestamp? = nil) throws(GitError) -> [HistoryEntry] {
    var history = RecordHistoryWalk(self, of: record.id, schema: schema, since: since)
    return try history.read(record.file, isLost: false)
  }

  /// Returns the changes to a deleted record, latest first.
  package func history(of record: LostRecord, schema: Schema, since: Timestamp? = nil) throws(GitError)
    -> [HistoryEntry]
  {
    var history = RecordHistoryWalk(self, of: record.id, schema: schema, since: since)
    return try history.read(RecordFile(kind: record.kind, path: record.path), isLost: true)
  }
}
