import ShelfModel
import ShelfText

/// Finds the record that a name stands for.
package struct RecordFinder {
  package let library: Library
  private let resolve: (String) -> String?
  private let chosen: [Choice: RecordID]

  /// A name of which the user has been asked what it means.
  package struct Choice: Hashable, Sendable {
    let name: String
    let kind: Kind?

    package init(_ name: String, _ kind: Kind?) {
      self.name = name
      self.kind = kind
    }
  }

  /// - Parameters:
  ///   - resolve: resolves a path relative to the current folder to an absolute one; nil if nothing is there.
  ///   - chosen: what names stand for that would not be enough by themselves.
  package init(
    _ library: Library, resolve: @escaping (String) -> String? = { _ in nil }, chosen: [Choice: RecordID] = [:]
  ) {
    self.library = library
    self.resolve = resolve
    self.chosen = chosen
  }

  /// How much of a name is needed.
  package enum Precision: Sendable {
    /// Any part that only one record has.
    case any
    /// The whole name, the file, or eight digits of the id: what a change needs, which must not reach a record of
    /// another name because the one that is meant is gone.
    case exact
  }

  /// How many digits of an id are as good as all of them.
  package static let exactDigits = 8

  /// Why a name does not stand for one record.
  package enum Failure: Error, Sendable {
    /// No record has this name; `nearest` are the nearest titles, best first. The kind is nil if any will do.
    case notFound(name: String, kind: Kind?, nearest: [String])
    /// No record has exactly this name, but it stands for these records less strictly.
    case inexact(name: String, kind: Kind?, candidates: [Record])
    /// Several records have this name.
    case ambiguous(name: String, kind: Kind?, candidates: [Record])
    /// The named file cannot be read.
    case unreadable(UnreadableFile)
    /// The path leads from the current folder to a file outside the library.
    case elsewhere(path: String, library: String)
  }

  /// Returns the one record of a kind with this id, start of an id, path, or title.
  ///
  /// An id or path decides at once. Titles match regardless of case, accents and surrounding space; a whole
  /// title takes precedence over the start of an id or title, which takes precedence over part of a title.
  ///
  /// - Parameters:
  ///   - kind: nil if a record of any kind is meant.
  ///   - precision: how much of a name is needed.
  package func find(_ name: String, _ kind: Kind?, _ precision: Precision = .any) throws(Failure) -> Record {
    if let id = chosen[Choice(name, kind)], let record = library.record(id) { return record }
    if let id = RecordID(name.trimmed), let record = library.record(id), kind == nil || record.kind == kind {
      return try only(library.records(sharing: record.id).filter { kind == nil || $0.kind == kind }, name, kind)
    }
    if let id = RecordID(name.trimmed), library.record(id) == nil,
      let file = unreadable(kind, where: { $0.statedID == id })
    {
      throw .unreadable(file)
    }
    if let record = try recordAt(path: name, kind) { return record }
    let wanted = Folding.fold(name)
    guard !wanted.isEmpty else { throw .notFound(name: name, kind: kind, nearest: []) }
    let titles = library.records.filter { kind == nil || $0.kind == kind }.map { ($0, Folding.fold($0.title)) }
    let digits = RecordFinder.hexDigits(name)
    func isBeginning(of record: Record) -> Bool { digits.map { record.id.hasPrefix(hexDigits: $0) } ?? false }
    let ways: [(Record, String) -> Bool] = [
      // A change is not made in one of several that differ in case because it happens to be typed so.
      { record, _ in precision == .any && record.title == name },
      { $1 == wanted },
      { record, _ in (digits?.count ?? 0) >= RecordFinder.exactDigits && isBeginning(of: record) },
      { record, _ in isBeginning(of: record) },
      { $1.hasPrefix(wanted) },
      { $1.contains(wanted) },
    ]
    for (rank, way) in ways.enumerated() {
      // An unreadable file is not passed over for a record whose name only resembles its own.
      if rank == 2, let file = unreadable(called: name, kind) { throw .unreadable(file) }
      let found = titles.filter { way($0.0, $0.1) }.map(\.0)
      if rank == 3, found.isEmpty, let digits,
        let file = unreadable(kind, where: { $0.mayHaveID(startingWith: digits) })
      {
        throw .unreadable(file)
      }
      if found.isEmpty { continue }
      if precision == .exact, rank > 2 {
        throw .inexact(name: name, kind: kind, candidates: RecordFinder.inOrder(found, wanted))
      }
      return try only(found, name, kind)
    }
    throw .notFound(
      name: name, kind: kind, nearest: Nearest.names(to: wanted, among: titles.map { ($0.1, $0.0.title) }))
  }

  private func only(_ found: [Record], _ name: String, _ kind: Kind?) throws(Failure) -> Record {
    guard let first = found.first, found.count == 1 else {
      throw .ambiguous(name: name, kind: kind, candidates: RecordFinder.inOrder(found, Folding.fold(name)))
    }
    return first
  }

  /// Returns candidates by title, those first in which a word begins as the name does.
  private static func inOrder(_ found: [Record], _ wanted: String) -> [Record] {
    let ranked = found.map { record in
      (record: record, isLater: !WordBeginnings.contains(wanted, in: Folding.fold(record.title)))
    }
    return ranked.sorted { a, b in
      a.isLater == b.isLater ? (a.record.title, a.record.id) < (b.record.title, b.record.id) : b.isLater
    }.map(\.record)
  }

  /// Finds a record by its file; the path starts from the library, from the current folder, or from `/`.
  ///
  /// A file that the path leads to from the current folder is the one that is meant: if another library is in use, its
  /// file with the same path is not.
  private func recordAt(path: String, _ kind: Kind?) throws(Failure) -> Record? {
    let isFile = path.split(separator: "/").last.map { RecordFile.isName(String($0)) } ?? false
    guard path.contains("/") || isFile else { return nil }
    let root = library.root + "/"
    var paths = [path.hasPrefix("./") ? String(path.dropFirst(2)) : path]
    for path in [path, resolve(path) ?? ""] where path.hasPrefix(root) {
      paths.append(String(path.dropFirst(root.count)))
    }
    for path in paths {
      // A link in the library leads out of it too, and is what cannot be read.
      if let file = library.unreadable.first(where: { $0.path == path }) { throw .unreadable(file) }
    }
    if isFile, let file = resolve(path), !file.hasPrefix(root) {
      throw .elsewhere(path: path, library: library.root)
    }
    for path in paths {
      if let record = library.records.first(where: { $0.path == path && (kind == nil || $0.kind == kind) }) {
        return record
      }
    }
    return nil
  }

  /// Returns the one unreadable file of a kind whose name is the one that the program gives to a record with this
  /// title.
  private func unreadable(called name: String, _ kind: Kind?) -> UnreadableFile? {
    let slug = RecordPath.slug(name)
    if slug.isEmpty { return nil }
    return unreadable(kind) { file in
      let stem = RecordPath.stem(file.path)
      return stem == slug || stem.hasPrefix(slug + "-") && stem.count == slug.count + 9
    }
  }

  /// Returns the one unreadable file of a kind that is the one that is meant.
  private func unreadable(_ kind: Kind?, where isMeant: (UnreadableFile) -> Bool) -> UnreadableFile? {
    let files = library.unreadable.filter { (kind == nil || $0.kind == kind) && isMeant($0) }
    return files.count == 1 ? files[0] : nil
  }

  /// Returns the digits of what may be the start of an id: four or more hexadecimal digits, with or without hyphens.
  package static func hexDigits(_ name: String) -> [UInt8]? {
    let digits = name.trimmed.utf8.filter { $0 != UInt8(ascii: "-") }.map(RecordID.hexDigit)
    guard digits.count >= 4, !digits.contains(nil) else { return nil }
    return digits.compactMap { $0 }
  }
}

extension UnreadableFile {
  /// Returns whether the record in the file may have an id that starts with these digits: as its text says, or else its
  /// name.
  fileprivate func mayHaveID(startingWith digits: [UInt8]) -> Bool {
    if let id = statedID { return id.hasPrefix(hexDigits: digits) }
    let named = RecordPath.stem(path).utf8.suffix(8).compactMap(RecordID.hexDigit)
    return named.count == 8 && named.starts(with: digits)
  }
}
