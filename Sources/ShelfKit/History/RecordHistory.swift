import ShelfHistory
import ShelfModel
import ShelfStore
import ShelfText

/// What git knows of a record that the user names: one that is there, one that was deleted, or one whose file cannot be
/// read now.
package struct RecordHistory {
  private let library: Library
  private let repository: Repository
  private let since: Timestamp?
  private let key: String?
  /// What a reader of the history should know.
  package private(set) var remarks: [Remark] = []

  package enum Remark {
    /// The file is not what the history ends with.
    case unreadable(UnreadableFile)
    /// Several files have the id; the history is that of the one at the path.
    case copies(Int, RecordID, path: String)
  }

  /// Several deleted records are called as was typed.
  package struct SeveralLost: Error {
    package let name: String
    package let records: [LostRecord]
  }

  /// - Parameters:
  ///   - since: the moment from which on commits count; nil for all.
  ///   - key: the field that is asked for, which the record has to be able to have; nil for all.
  package init(_ library: Library, _ repository: Repository, since: Timestamp?, field key: String?) {
    self.library = library
    self.repository = repository
    self.since = since
    self.key = key
  }

  /// Returns the commits that changed a record, the last one first.
  ///
  /// - Throws: `RecordFinder.Failure`, `SeveralLost`, `AssignmentError` if there is no such field, `GitError`.
  package mutating func entries(of name: String, _ finder: RecordFinder) throws -> [HistoryEntry] {
    let failure: RecordFinder.Failure
    switch Result(catching: { () throws(RecordFinder.Failure) in try finder.find(name, nil) }) {
    case .success(let record): return try entries(of: try broken(name, insteadOf: record) ?? record)
    case .failure(let error): failure = error
    }
    if case .ambiguous(_, _, let candidates) = failure, Set(candidates.map(\.id)).count == 1 {
      try check(candidates[0].kind)
      return try entries(ofCopies: candidates)
    }
    if let record = try broken(name, failure) { return try entries(of: record) }
    if case .unreadable = failure { throw failure }
    let isExact = if case .ambiguous = failure { true } else { false }
    let lost = try repository.lostRecords(called: name, schema: library.schema, library: library, isExact: isExact)
    guard let record = lost.first else { throw failure }
    if lost.count > 1 { throw SeveralLost(name: name, records: lost) }
    // It may not be gone, but in another file that is unreadable now.
    if let file = library.unreadable(mentioning: record.id).first {
      if let last = try repository.lastReadable(file, library: library), last.id == record.id {
        return try entries(of: last)
      }
      remarks.append(.unreadable(file))
    }
    try check(record.kind)
    return try repository.history(of: record, schema: library.schema, since: since)
  }

  private func check(_ kind: Kind) throws(AssignmentError) {
    if let key { try library.schema.check(key, kind) }
  }

  private mutating func entries(of record: Record) throws -> [HistoryEntry] {
    try check(record.kind)
    if let file = library.unreadable.first(where: { $0.path == record.path }) { remarks.append(.unreadable(file)) }
    return try repository.history(of: record, schema: library.schema, since: since)
  }

  /// Returns the history of the file with the longest one among those with the same id, which are one record.
  private mutating func entries(ofCopies records: [Record]) throws -> [HistoryEntry] {
    var longest: (path: String, entries: [HistoryEntry])?
    for record in records.prefix(8).sorted(by: { $0.path < $1.path }) {
      let entries = try repository.history(of: record, schema: library.schema)
      if entries.count > longest?.entries.count ?? -1 { longest = (record.path, entries) }
    }
    guard let longest else { return [] }
    remarks.append(.copies(records.count, records[0].id, path: longest.path))
    return longest.entries.filter { entry in since.map { entry.commit.date >= $0 } ?? true }
  }

  /// Returns a record whose file is unreadable now, if it matches exactly and the one that was found does not.
  private func broken(_ name: String, insteadOf record: Record) throws -> Record? {
    if library.unreadable.isEmpty || name.contains("/") || RecordID(name) == record.id { return nil }
    if Folding.fold(record.title) == Folding.fold(name) { return nil }
    let found = try repository.brokenRecords(called: name, library: library, isExact: true)
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the record that is meant among those whose files are unreadable now.
  private func broken(_ name: String, _ failure: RecordFinder.Failure) throws -> Record? {
    var isExact = false
    switch failure {
    case .unreadable(let file): return try repository.lastReadable(file, library: library)
    case .ambiguous: isExact = true
    case .notFound, .inexact: break
    case .elsewhere: return nil
    }
    if library.unreadable.isEmpty { return nil }
    let found = try repository.brokenRecords(called: name, library: library, isExact: isExact)
    if found.count > 1 {
      throw RecordFinder.Failure.ambiguous(name: name, kind: nil, candidates: found)
    }
    return found.first
  }
}

extension Schema {
  /// Throws if records of a kind cannot have a field.
  package func check(_ key: String, _ kind: Kind) throws(AssignmentError) {
    if field(key, of: kind) != nil { return }
    let keys = fields(of: kind).map(\.key)
    throw .unknownField(key, kind, nearest: Nearest.words(to: key, among: keys), all: keys)
  }
}
