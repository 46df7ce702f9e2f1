import ShelfHistory
import ShelfModel
import ShelfStore
import ShelfText

/// Finds the commits that changed a record. The record may exist, may have been deleted, or may be in a file that is
/// now unreadable.
///
/// The name is looked up in the current library first. If no record has the name, or if an unreadable file matches it
/// better, the last readable versions of the unreadable files are searched, and finally the deleted records in git's
/// history. A deleted record with exactly this name takes precedence over a record that the name is only a part of.
package struct RecordHistory {
  private let library: Library
  private let repository: Repository
  private let since: Timestamp?
  private let key: String?
  /// Remarks to show to the user with the history.
  package private(set) var remarks: [Remark] = []

  package enum Remark {
    /// The current file is unreadable, so the history does not end with its contents.
    case unreadable(UnreadableFile)
    /// Several files have the id. The history describes the file at this path.
    case copies(Int, RecordID, path: String)
  }

  /// The name that the user typed matches several deleted records.
  package struct SeveralLost: Error {
    package let name: String
    package let records: [LostRecord]
  }

  /// - Parameters:
  ///   - since: the time of the earliest commits to include, or nil for all commits.
  ///   - key: a field that the record's kind must have, or nil for no check.
  package init(_ library: Library, _ repository: Repository, since: Timestamp?, field key: String?) {
    self.library = library
    self.repository = repository
    self.since = since
    self.key = key
  }

  /// Returns the commits that changed a record, most recent first.
  ///
  /// - Throws: `RecordFinder.Failure`, `SeveralLost`, `AssignmentError` if there is no such field, or `GitError`.
  package mutating func entries(of name: String, _ finder: RecordFinder) throws -> [HistoryEntry] {
    let failure: RecordFinder.Failure
    switch Result(catching: { () throws(RecordFinder.Failure) in try finder.find(name, nil) }) {
    case .success(let record):
      if let broken = try broken(name, insteadOf: record) { return try entries(of: broken) }
      if (try? finder.find(name, nil, .exact)) != nil { return try entries(of: record) }
      // If git lacks a part of the history, the record in the library is the best answer.
      let lost = try? repository.lostRecords(called: name, schema: library.schema, library: library, isExact: true)
      if let lost, !lost.isEmpty { return try entries(of: lost, called: name) }
      return try entries(of: record)
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
    if lost.isEmpty { throw failure }
    return try entries(of: lost, called: name)
  }

  private mutating func entries(of lost: [LostRecord], called name: String) throws -> [HistoryEntry] {
    let record = lost[0]
    if lost.count > 1 { throw SeveralLost(name: name, records: lost) }
    // The record may still exist in another file that is now unreadable.
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

  /// Returns the longest history among files with the same id, since all of them are copies of one record. At most
  /// eight files are examined.
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

  /// Returns a record in a file that is now unreadable, if the name matches that record's title exactly and does not
  /// match the given record's title.
  private func broken(_ name: String, insteadOf record: Record) throws -> Record? {
    if library.unreadable.isEmpty || name.contains("/") || RecordID(name) == record.id { return nil }
    if Folding.fold(record.title) == Folding.fold(name) { return nil }
    let found = try repository.brokenRecords(called: name, library: library, isExact: true)
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the record in an unreadable file that the name refers to, or nil if there is none.
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
  /// Throws an error if records of a kind cannot have a field.
  package func check(_ key: String, _ kind: Kind) throws(AssignmentError) {
    if field(key, of: kind) != nil { return }
    let keys = fields(of: kind).map(\.key)
    throw .unknownField(key, kind, nearest: Nearest.words(to: key, among: keys), all: keys)
  }
}
