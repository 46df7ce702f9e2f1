import ShelfModel
import ShelfStore
import YAMLEdit

/// Searches deleted files for the records that they held.
struct LostRecordSearch {
  private let repository: Repository
  private let schema: Schema
  /// The latest first.
  private let deletions: [Deletion]
  /// The latest deletion known for each id, by its position.
  private var found: [RecordID: (position: Int, record: LostRecord)] = [:]

  init(_ repository: Repository, schema: Schema) throws(GitError) {
    self.repository = repository
    self.schema = schema
    deletions = try repository.uncommittedDeletions() + DeletionLog.read(repository)
  }

  /// Returns the records with these ids, each as its last deletion left it.
  ///
  /// A file's name usually contains the start of its id. Only if that leads nowhere, or to a commit that may have
  /// moved the file, the others are read too.
  mutating func find(_ ids: Set<RecordID>) throws(GitError) -> [RecordID: LostRecord] {
    let starts = Set(ids.map { UInt32(truncatingIfNeeded: $0.high >> 32) })
    let named = deletions.indices.filter { LostRecordSearch.holds(starts, deletions[$0].file.name) }
    try read(named, ids)
    let moves = found.values.filter { deletions[$0.position].mayBeMove }.map(\.position)
    let end = found.count < ids.count ? deletions.count : moves.max() ?? 0
    let names = Set(named)
    try read((0..<end).filter { !names.contains($0) }, ids)
    return found.mapValues(\.record)
  }

  /// Returns the records with these ids whose files were named after them.
  mutating func findNamed(_ ids: Set<RecordID>) throws(GitError) -> [RecordID: LostRecord] {
    let starts = Set(ids.map { UInt32(truncatingIfNeeded: $0.high >> 32) })
    let named = deletions.indices.filter { LostRecordSearch.holds(starts, deletions[$0].file.name) }
    try read(named, ids)
    return found.mapValues(\.record)
  }

  /// Returns every record that some deleted file held, the last deleted first.
  mutating func findAll() throws(GitError) -> [LostRecord] {
    try read(Array(deletions.indices), nil)
    return found.values.sorted { $0.position < $1.position }.map(\.record)
  }

  /// Reads what these files held, the latest first, and keeps the wanted records; stops when all are found.
  private mutating func read(_ positions: [Int], _ ids: Set<RecordID>?) throws(GitError) {
    // A file may have been deleted several times.
    var seen: Set<String> = []
    let positions = positions.filter { seen.insert(deletions[$0].contents).inserted }
    var reader = RecordReader(schema: schema, limits: Limits())
    var found = found
    var end = Int.max
    try repository.forEachObject(positions.map { deletions[$0].contents }) { [deletions] order, bytes in
      let position = positions[order]
      let file = deletions[position].file
      let record = bytes.flatMap { try? reader.read($0, of: file) }
      guard let record, ids?.contains(record.id) ?? true, found[record.id].map({ position < $0.position }) ?? true
      else {
        return position < end
      }
      let lost = LostRecord(
        id: record.id, kind: record.kind, path: record.path, contents: record.source, title: record.title,
        deletion: deletions[position].commit)
      found[record.id] = (position, lost)
      if found.count == ids?.count { end = found.values.map(\.position).max() ?? 0 }
      return position < end
    }
    self.found = found
  }

  /// Returns whether eight digits in a row of a file's name are the start of one of the ids.
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
  /// Finds the deleted records with these ids, each as its last deletion left it.
  ///
  /// Files deleted from the disk or the index without a commit take precedence. Ids that git does not hold in any
  /// deleted file are left out.
  package func lostRecords(_ ids: Set<RecordID>, schema: Schema) throws(GitError) -> [RecordID: LostRecord] {
    if ids.isEmpty { return [:] }
    var search = try LostRecordSearch(self, schema: schema)
    return try search.find(ids)
  }

  /// Finds those of many ids that records had whose deleted files are named after them, as the program names files.
  ///
  /// Most of the ids are of records that never were: files with other names are not read for them.
  package func lostRecords(
    namedAfter ids: Set<RecordID>, schema: Schema
  ) throws(GitError) -> [RecordID: LostRecord] {
    var search = try LostRecordSearch(self, schema: schema)
    return try search.findNamed(ids)
  }

  /// Returns every record that git holds in a deleted file, the last deleted first; some may be elsewhere in the
  /// library now.
  func allLostRecords(schema: Schema) throws(GitError) -> [LostRecord] {
    var search = try LostRecordSearch(self, schema: schema)
    return try search.findAll()
  }

  /// Returns the records' files that were deleted without a commit: those that the index still has, then those that
  /// only the last commit has.
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
