import ShelfModel
import ShelfSystem
import YAMLEdit

/// A library in memory: an immutable snapshot of all its records and of the references between them.
///
/// `load` reads every file; there is no index on the disk that could be out of date. In memory, records are addressed
/// by their position in `records`. The ids, the kinds and the reverse references in `referrers` are indices over these
/// positions. The snapshot also represents a damaged library: files that cannot be read are listed in `unreadable`, and
/// if several records share an id, `record(_:)` returns the first by path and `records(sharing:)` returns all of them.
///
/// A change does not modify a library that is being read. It creates new contents for files, and `replacing` or
/// `update` derives the next snapshot from them.
package struct Library: Sendable {
  /// The library's absolute path.
  package let root: String
  package let manifest: Manifest
  package let schema: Schema
  /// All records, in no meaningful order.
  package private(set) var records: [Record]
  /// The files that could not be read as records, and the manifest if it has unresolved conflict markers.
  package let unreadable: [UnreadableFile]
  /// For each position in `records`, the positions of the records that refer to that record, without duplicates.
  package let referrers: [[Int]]
  /// The number of threads that work on the library.
  package let threads: Int
  private(set) var citations = Citations()
  /// The position of the record with each id. If several records have the same id, the position is that of the first
  /// one by path.
  private let positions: [RecordID: Int]
  /// The positions of the records of each kind.
  private let kinds: [[Int]]
  /// For each id that several records share, the positions of these records, sorted by path.
  private let duplicates: [RecordID: [Int]]

  /// Reads a whole library.
  ///
  /// Files that cannot be read are listed in `unreadable` and do not cause an error. The result is the library before a
  /// change or after it, never a mixture: a change that another process is currently making is read from the journal as
  /// if it were in place, and if a change starts or ends while the library is being read, the library is read again.
  ///
  /// - Parameters:
  ///   - root: the folder that contains `shelf.yaml`.
  ///   - isJournalTracked: whether git tracks the journal. If it does, an unfinished change in the journal is not
  ///     trusted.
  /// - Throws: `LibraryError` if that folder is not a library, its manifest cannot be read, or the library keeps
  ///   changing.
  package static func load(
    at root: String, fileSystem: any FileSystem, threads: Int, isJournalTracked: Bool = false
  ) throws(LibraryError) -> Library {
    let limits = Limits()
    let journal = Journal(at: root, fileSystem: fileSystem, isTracked: isJournalTracked)
    for _ in 0..<attempts {
      let before = try state(of: journal)
      let overlay = try overlay(journal, before)
      guard overlay != nil || !before.isMoving else {
        // The change has just been finished, so the state of the journal is read again.
        fileSystem.pause(milliseconds: 1)
        continue
      }
      let manifest = try Manifest.load(at: root, fileSystem: fileSystem, limits: limits)
      let schema = Schema(customFields: manifest.customFields)
      let loader = Loader(
        fileSystem: fileSystem, root: root, schema: schema, limits: limits, threads: threads, overlay: overlay)
      let result = loader.load()
      if try state(of: journal).shows(sameAs: before, overlay) {
        return Library(
          root: root, manifest: manifest, schema: schema, records: result.records,
          unreadable: result.unreadable + [manifest.conflict].compactMap { $0 }, threads: threads)
      }
    }
    throw .busy(path: root)
  }

  private static func state(of journal: Journal) throws(LibraryError) -> Journal.State {
    do throws(FileError) { return try journal.state() } catch { throw .file(error) }
  }

  private static func overlay(_ journal: Journal, _ state: Journal.State) throws(LibraryError) -> Overlay? {
    guard state.isMoving else { return nil }
    do throws(FileError) { return try Overlay(journal, state) } catch { throw .file(error) }
  }

  /// The maximum number of attempts to read the library while it keeps changing.
  private static let attempts = 100

  package init(
    root: String, manifest: Manifest, schema: Schema, records: [Record], unreadable: [UnreadableFile], threads: Int = 1
  ) {
    self.root = root
    self.manifest = manifest
    self.schema = schema
    self.records = records
    self.unreadable = unreadable
    self.threads = threads
    var positions: [RecordID: Int] = [:]
    positions.reserveCapacity(records.count)
    var duplicates: [RecordID: [Int]] = [:]
    var kinds = [[Int]](repeating: [], count: Kind.allCases.count)
    for position in records.indices {
      let id = records[position].id
      kinds[Int(records[position].kind.rawValue)].append(position)
      if let first = positions[id] {
        duplicates[id, default: [first]].append(position)
      } else {
        positions[id] = position
      }
    }
    for (id, sharing) in duplicates {
      let sorted = sharing.sorted { records[$0].precedes(records[$1]) }
      duplicates[id] = sorted
      positions[id] = sorted[0]
    }
    var contested: [RecordID: [Int]] = [:]
    let formerIDs = Kind.allCases.map { schema.formerIDs(of: $0) }
    for (position, record) in records.enumerated() where record.hasFormerIDs {
      let field = formerIDs[Int(record.kind.rawValue)]
      guard case .ids(let ids) = record.value(of: field) else { continue }
      for id in ids {
        let other = positions[id]
        if let other, other == position || records[other].id == id { continue }
        if let other { contested[id, default: [other]].append(position) }
        if other.map({ record.precedes(records[$0]) }) ?? true { positions[id] = position }
      }
    }
    contestedIDs = contested.mapValues { claims in claims.map { records[$0].path }.sorted() }
    self.positions = positions
    self.duplicates = duplicates
    self.kinds = kinds
    referrers = Library.referrers(records, schema, positions)
  }

  private static func referrers(_ records: [Record], _ schema: Schema, _ positions: [RecordID: Int]) -> [[Int]] {
    let references = Kind.allCases.map { kind in schema.fields(of: kind).map { $0.type.target != nil } }
    var referrers = [[Int]](repeating: [], count: records.count)
    for (position, record) in records.enumerated() {
      record.forEachReference(in: references[Int(record.kind.rawValue)]) { _, id in
        if let target = positions[id], referrers[target].last != position { referrers[target].append(position) }
      }
    }
    return referrers
  }

  /// Replaces a record with its new version, which has the same file, id and references.
  mutating func replaceRecord(at position: Int, with record: Record) {
    records[position] = record
    citations = Citations()
  }

  /// Returns the record with an id, or the record that it was merged into. Returns nil if there is neither.
  package func record(_ id: RecordID) -> Record? { positions[id].map { records[$0] } }

  /// Returns the position in `records` of the record with an id. If several records have the id, this is the first of
  /// them by path.
  package func position(of id: RecordID) -> Int? { positions[id] }

  /// Returns every record with this id, sorted by path. There are several if a file was copied.
  package func records(sharing id: RecordID) -> [Record] {
    duplicates[id].map { $0.map { records[$0] } } ?? record(id).map { [$0] } ?? []
  }

  /// The ids that no record has but that several records list as ids of records merged into them, with the paths of the
  /// records that list them.
  ///
  /// A reference to such an id is ambiguous.
  package let contestedIDs: [RecordID: [String]]

  /// The ids that several records have, sorted.
  package var duplicateIDs: [RecordID] { duplicates.keys.sorted() }

  package func records(of kind: Kind) -> some RandomAccessCollection<Record> {
    kinds[Int(kind.rawValue)].lazy.map { records[$0] }
  }

  /// Returns the records of a kind that refer to a record, in no particular order.
  package func records(_ kind: Kind, referringTo target: Record) -> [Record] {
    guard let position = positions[target.id] else { return [] }
    return referrers[position].map { records[$0] }.filter { $0.kind == kind }
  }

  package func count(of kind: Kind, referringTo target: Record) -> Int {
    guard let position = positions[target.id] else { return 0 }
    return referrers[position].count { records[$0].kind == kind }
  }

  /// Returns the number of open issues that refer to a record.
  package func openIssues(of record: Record) -> Int { openIssueTitles(of: record).count }

  package func openIssueTitles(of record: Record) -> [String] {
    guard let state = schema.field(.state, of: .issue) else { return [] }
    let done = state.doneValue
    return records(.issue, referringTo: record).filter { $0.value(of: state) != done }.map(\.title)
  }

  package func value(_ role: FieldRoles, of record: Record) -> FieldValue? {
    schema.field(role, of: record.kind).flatMap { record.value(of: $0) }
  }

  package func value(_ key: String, of record: Record) -> FieldValue? {
    schema.field(key, of: record.kind).flatMap { record.value(of: $0) }
  }
}

extension Record {
  /// Whether to assume that the user owns a copy although the file does not say so, because the book is on the shelf
  /// and not borrowed.
  package func isAssumedOwned(_ schema: Schema) -> Bool {
    guard let state = schema.field(.state, of: kind), let before = state.states?.before.value,
      value(of: state)?.text ?? state.defaultText == before
    else { return false }
    return ![FieldRoles.owned, .lender].contains { schema.field($0, of: kind).map(has) ?? false }
  }

  /// Returns whether this record's path comes before the other's.
  ///
  /// The shorter path comes first, because copies of a file usually have longer names. Paths of the same length are
  /// compared byte by byte. The order in which the system lists files is not reliable.
  fileprivate func precedes(_ other: Record) -> Bool {
    let (path, otherPath) = (path.utf8, other.path.utf8)
    return path.count == otherPath.count ? path.lexicographicallyPrecedes(otherPath) : path.count < otherPath.count
  }
}
