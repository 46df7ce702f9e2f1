/// Finds the record that a person means.
public struct RecordFinder {
  let library: Library

  public init(_ library: Library) { self.library = library }

  /// Why a name does not stand for one record.
  public enum Failure: Error, Sendable {
    /// No record is called so; the nearest titles, best first.
    case notFound(name: String, kind: Kind, nearest: [String])
    /// Several records are called so.
    case ambiguous(name: String, kind: Kind, candidates: [Record])
    /// The file named cannot be read.
    case unreadable(UnreadableFile)
  }

  /// Returns the one record of a kind with this id, start of an id, path, or title.
  ///
  /// An id or path decides at once. A title counts without regard to case, accents and surrounding space; a whole
  /// title beats the start of an id or title, which beats a part of a title.
  public func find(_ name: String, _ kind: Kind) throws(Failure) -> Record {
    if let id = RecordID(trimmed(name)), let record = library.record(id), record.kind == kind {
      return try only(library.records(sharing: record.id).filter { $0.kind == kind }, name, kind)
    }
    if let record = try recordAt(path: name, kind) { return record }
    let wanted = Folding.fold(name)
    guard !wanted.isEmpty else { throw .notFound(name: name, kind: kind, nearest: []) }
    let titles = library.records(of: kind).map { ($0, Folding.fold($0.title)) }
    let digits = hexDigits(name)
    let ways: [(Record, String) -> Bool] = [
      { $1 == wanted },
      { record, _ in digits.map { record.id.hasPrefix(hexDigits: $0) } ?? false },
      { $1.hasPrefix(wanted) },
      { $1.contains(wanted) },
    ]
    for way in ways {
      let found = titles.filter { way($0.0, $0.1) }.map(\.0)
      if !found.isEmpty { return try only(found, name, kind) }
    }
    throw .notFound(
      name: name, kind: kind, nearest: Nearest.names(to: wanted, among: titles.map { ($0.1, $0.0.title) }))
  }

  private func only(_ found: [Record], _ name: String, _ kind: Kind) throws(Failure) -> Record {
    guard let first = found.first, found.count == 1 else {
      throw .ambiguous(name: name, kind: kind, candidates: found.sorted { ($0.title, $0.id) < ($1.title, $1.id) })
    }
    return first
  }

  /// Finds a record by its file, relative to the library or to wherever the absolute path points.
  private func recordAt(path: String, _ kind: Kind) throws(Failure) -> Record? {
    guard path.contains("/") else { return nil }
    var path = path
    if path.hasPrefix(library.root + "/") { path.removeFirst(library.root.count + 1) }
    if path.hasPrefix("./") { path.removeFirst(2) }
    if let file = library.unreadable.first(where: { $0.path == path }) { throw .unreadable(file) }
    return library.records.first { $0.path == path && $0.kind == kind }
  }

  /// Returns the digits of a possible start of an id: four or more hexadecimal digits, with or without hyphens.
  private func hexDigits(_ name: String) -> [UInt8]? {
    let digits = trimmed(name).utf8.filter { $0 != UInt8(ascii: "-") }.map(RecordID.hexDigit)
    guard digits.count >= 4, !digits.contains(nil) else { return nil }
    return digits.compactMap { $0 }
  }

  private func trimmed(_ name: String) -> String {
    String(name.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
