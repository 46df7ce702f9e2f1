import ShelfModel
import ShelfStore
import YAMLEdit

/// A search of the repository's deleted files for lost records.
///
/// The search collects the deletions of record files: first uncommitted deletions, then committed ones, latest first
/// (`DeletionLog`). Reading every deleted file would be slow, so it starts with files whose names contain the first
/// eight digits of a wanted id, as shelf names files. It reads the other files only if records are still missing, or if
/// the commit that deleted a found file may merely have moved it. For each id, the latest deletion takes precedence. If
/// the file was not a readable record when it was deleted, the history of its path provides the last readable version.
/// Records that belonged to a lost record and were deleted by the same commit are returned as its companions.
///
/// If the deletions inside the library do not contain a record, `Repository.lostRecords` also searches deletions
/// elsewhere in the repository, since the library may have been moved, and finally the other branches and the tags.
struct LostRecordSearch {
  private let repository: Repository
  private let schema: Schema
  /// The deletions, latest first.
  private var deletions: [Deletion]
  /// The latest deletion of each record, with its position in `deletions`.
  private var found: [RecordID: (position: Int, record: LostRecord)] = [:]
  /// For each id, the latest deletion of a file that contains the id on a separate line but is not a readable record.
  private var unreadable: [RecordID: (position: Int, bytes: [UInt8])] = [:]
  private var missing: Set<RecordID> = []
  private var failure: GitError?

  init(_ repository: Repository, schema: Schema) throws(GitError) {
    self.repository = repository
    self.schema = schema
    let log = DeletionLog.read(repository)
    deletions = try repository.uncommittedDeletions() + log.found
    failure = log.failure
  }

  /// Returns the records with these ids, each as it was at its last deletion.
  mutating func find(_ ids: Set<RecordID>) -> LostRecords {
    search(ids)
    var records = found.mapValues(\.record)
    let unreadable = unreadable
    for (id, last) in unreadable where found[id].map({ last.position < $0.position }) ?? true {
      records[id] = lastReadable(id, last.bytes, deletions[last.position], earlier: records[id])
    }
    for (id, companions) in companions(of: found) { records[id]?.companions = companions }
    return LostRecords(
      found: records, missing: missing.subtracting(records.filter(\.value.isReadable).keys), failure: failure)
  }

  /// Returns the records with these ids, from files that were anywhere in the repository when they were deleted.
  mutating func findAnywhere(_ ids: Set<RecordID>) -> LostRecords {
    let log = DeletionLog.read(repository, isAnywhere: true)
    deletions = log.found
    failure = log.failure
    found = [:]
    unreadable = [:]
    return find(ids)
  }

  private mutating func search(_ ids: Set<RecordID>) {
    let named = named(ids)
    read(named, ids)
    let moves = found.values.filter { deletions[$0.position].mayBeMove }.map(\.position)
    let end = found.count < ids.count ? deletions.count : moves.max() ?? 0
    let names = Set(named)
    read((0..<end).filter { !names.contains($0) }, ids)
  }

  /// Returns the indices of the deletions of files whose names contain the first digits of one of these ids.
  private func named(_ ids: Set<RecordID>) -> [Int] {
    let starts = Set(ids.map(\.firstDigits))
    return deletions.indices.filter { LostRecordSearch.holds(starts, deletions[$0].file.name) }
  }

  /// Returns the records with these ids, limited to files that were named after the ids.
  mutating func findNamed(_ ids: Set<RecordID>) throws(GitError) -> [RecordID: LostRecord] {
    read(named(ids), ids)
    if let failure { throw failure }
    return found.mapValues(\.record)
  }

  /// Returns all records in deleted files, most recently deleted first.
  mutating func findAll() throws(GitError) -> [LostRecord] {
    if let failure { throw failure }
    read(Array(deletions.indices), nil)
    if let failure { throw failure }
    return found.values.sorted { $0.position < $1.position }.map(\.record)
  }

  /// Reads the contents of these deletions, latest first, and stores the wanted records. Stops when all wanted records
  /// have been found.
  ///
  /// - Parameter ids: the ids of the wanted records, or nil for all records.
  private mutating func read(_ positions: [Int], _ ids: Set<RecordID>?) {
    // A file may have been deleted several times with the same contents.
    var seen: Set<String> = []
    let positions = positions.filter { seen.insert(deletions[$0].contents).inserted }
    var reader = RecordReader(schema: schema, limits: Limits())
    var (found, unreadable, missing) = (found, unreadable, missing)
    var end = Int.max
    do throws(GitError) {
      try repository.forEachObject(positions.map { deletions[$0].contents }) { [deletions] order, bytes in
        let position = positions[order]
        let file = deletions[position].file
        let record = bytes.flatMap { try? reader.read($0, of: file) }
        if record == nil, let ids {
          if let bytes, let id = UnreadableFile.statedID(in: bytes), ids.contains(id),
            unreadable[id].map({ position < $0.position }) ?? true
          {
            unreadable[id] = (position, bytes)
          }
          if bytes == nil { missing.formUnion(ids.filter { LostRecordSearch.holds($0, file.name) }) }
        }
        guard let record, ids?.contains(record.id) ?? true, found[record.id].map({ position < $0.position }) ?? true
        else {
          return position < end
        }
        found[record.id] = (position, LostRecord(record, deletion: deletions[position].commit))
        if found.count == ids?.count { end = found.values.map(\.position).max() ?? 0 }
        return position < end
      }
    } catch {
      failure = failure ?? error
    }
    (self.found, self.unreadable, self.missing) = (found, unreadable, missing)
  }

  /// Returns the last readable version of a record whose file was unreadable when it was deleted.
  private mutating func lastReadable(
    _ id: RecordID, _ last: [UInt8], _ deletion: Deletion, earlier: LostRecord?
  ) -> LostRecord {
    var reader = RecordReader(schema: schema, limits: Limits())
    var changes: [(Commit, RawChange)] = []
    var contents: [String: [UInt8]] = [:]
    do throws(GitError) {
      let steps = try repository.head.map { head throws(GitError) in
        try HistoryLog(repository: repository).steps(from: head, paths: [deletion.file.path], isWhole: true)
      }
      changes = (steps ?? []).flatMap { step in step.changes.map { (step.commit, $0) } }
      contents = try repository.contents(of: changes.map(\.1))
    } catch {
      missing.insert(id)
    }
    if changes.contains(where: { $0.1.new.contents.map { contents[$0] == nil } ?? false }) { missing.insert(id) }
    for (commit, change) in changes {
      let record = change.new.contents.flatMap { contents[$0] }.flatMap { try? reader.read($0, of: deletion.file) }
      guard let record, record.id == id else { continue }
      var lost = LostRecord(record, deletion: deletion.commit)
      lost.unreadable = last
      lost.lastReadableCommit = commit
      return lost
    }
    guard var earlier else {
      return LostRecord(id, deletion.file, unreadable: last, deletion: deletion.commit)
    }
    earlier.unreadable = last
    return earlier
  }

  /// Returns the records that belonged to lost records and were deleted by the same commit.
  private func companions(of owners: [RecordID: (position: Int, record: LostRecord)]) -> [RecordID: [LostRecord]] {
    let fields = Cascade.fields(schema)
    var wanted: Set<String> = []
    var isUncommitted = false
    for (position, record) in owners.values where fields.contains(where: { $0.target == record.kind }) {
      if let commit = deletions[position].commit { wanted.insert(commit.hash) } else { isUncommitted = true }
    }
    if wanted.isEmpty, !isUncommitted { return [:] }
    let kinds = Set(fields.map(\.source))
    let candidates = deletions.filter { deletion in
      kinds.contains(deletion.file.kind) && (deletion.commit.map { wanted.contains($0.hash) } ?? isUncommitted)
    }
    let groups = (try? Cascade.groups(candidates, of: schema, in: repository)) ?? [:]
    return owners.reduce(into: [:]) { companions, owner in
      let commit = deletions[owner.value.position].commit?.hash
      companions[owner.key] = groups[owner.key, default: []].filter { $0.deletion?.hash == commit }
    }
  }

  /// Returns whether a file name contains the first eight digits of an id.
  static func holds(_ id: RecordID, _ name: String) -> Bool {
    holds([id.firstDigits], name)
  }

  /// Returns whether eight consecutive digits of a file name are the start of one of the ids.
  static func holds(_ starts: Set<UInt32>, _ name: String) -> Bool {
    var digits: UInt32 = 0
    var count = 0
    for byte in name.utf8 {
      guard let digit = RecordID.hexDigit(byte) else {
        count = 0
        continue
      }
      digits = digits << 4 | UInt32(digit)
      count += 1
      if count >= 8, starts.contains(digits) { return true }
    }
    return false
  }
}

extension Repository {
  /// Finds records with these ids that are missing from the library: first among the deletions in the library's
  /// folder, then in the whole repository, and finally on other branches.
  ///
  /// Files deleted without a commit take precedence. The result omits ids for which git has no record.
  package func lostRecords(_ ids: Set<RecordID>, schema: Schema) throws(GitError) -> LostRecords {
    if ids.isEmpty { return LostRecords() }
    var search = try LostRecordSearch(self, schema: schema)
    var lost = search.find(ids)
    func add(_ more: LostRecords) {
      lost.found.merge(more.found) { known, _ in known }
      lost.missing = lost.missing.union(more.missing).subtracting(lost.found.filter(\.value.isReadable).keys)
      lost.failure = lost.failure ?? more.failure
    }
    if lost.found.count < ids.count { add(search.findAnywhere(ids.subtracting(lost.found.keys))) }
    if lost.found.count < ids.count {
      add(BranchSearch(repository: self, schema: schema).find(ids.subtracting(lost.found.keys)))
    }
    return lost
  }

  /// Finds records with these ids, but reads only deleted files that are named after them.
  ///
  /// Most of the ids never belonged to a record, so reading all other files for them would be wasteful.
  package func lostRecords(
    namedAfter ids: Set<RecordID>, schema: Schema
  ) throws(GitError) -> [RecordID: LostRecord] {
    var search = try LostRecordSearch(self, schema: schema)
    return try search.findNamed(ids)
  }

  /// Returns all records that git has in deleted files, most recently deleted first. Some of the records may now be in
  /// a different file of the library.
  func allLostRecords(schema: Schema) throws(GitError) -> [LostRecord] {
    var search = try LostRecordSearch(self, schema: schema)
    return try search.findAll()
  }

  /// Returns the record files that were deleted without a commit: first the files that are still in the index, then the
  /// files that are only in the last commit.
  func uncommittedDeletions() throws(GitError) -> [Deletion] {
    let folders = Kind.allCases.map { prefix + $0.folder }
    var changes = try rawChanges(["diff-files", "--diff-filter=D"] + Git.rawOutput + ["--"] + folders)
    if let head {
      let words = ["diff-index", "--cached", "--diff-filter=D"] + Git.rawOutput + [head, "--"]
      changes += try rawChanges(words + folders)
    }
    return changes.compactMap { change in
      guard change.old.isFile, let contents = change.old.contents, let file = recordFile(change.path) else {
        return nil
      }
      return Deletion(file: file, contents: contents, commit: nil, mayBeMove: false)
    }
  }
}
