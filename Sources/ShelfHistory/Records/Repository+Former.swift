import ShelfModel
import ShelfStore
import ShelfText

extension Repository {
  /// Finds the deleted records that a name may refer to, most recently deleted first. A name is an id or its start, a
  /// path, or a title or part of a title. Only the best kind of match is used.
  ///
  /// - Parameter isExact: whether the id, the path or the title must match completely.
  package func lostRecords(
    called name: String, schema: Schema, library: Library, isExact: Bool = false
  ) throws(GitError) -> [LostRecord] {
    let lost = try allLostRecords(schema: schema).filter { library.record($0.id) == nil }
    let found = Repository.matches(lost.map { FormerName(id: $0.id, path: $0.path, title: $0.title) }, name, isExact)
    return found.map { lost[$0] }
  }

  /// Finds the records that a name may refer to in files that are now unreadable. The rules are those of
  /// `lostRecords(called:)`. Each record is returned as it was in the last commit with a readable version.
  package func brokenRecords(
    called name: String, library: Library, isExact: Bool = false
  ) throws(GitError) -> [Record] {
    let records = try lastReadable(library.unreadable, library)
    let found = Repository.matches(
      records.map { FormerName(id: $0.id, path: $0.path, title: $0.title) }, name, isExact)
    return found.map { records[$0] }
  }

  /// Returns the last readable version of an unreadable file, or nil if git has none.
  package func lastReadable(_ file: UnreadableFile, library: Library) throws(GitError) -> Record? {
    try lastReadable([file], library).first
  }

  private func lastReadable(_ files: [UnreadableFile], _ library: Library) throws(GitError) -> [Record] {
    guard let head else { return [] }
    let files = files.compactMap { recordFile(Array((prefix + $0.path).utf8)[...]) }
    var records: [String: Record] = [:]
    let committed = try contents(of: files.map(\.path), in: .commit(head))
    for file in files {
      records[file.path] = committed[file.path].flatMap { library.read($0, as: file.kind, path: file.path) }
    }
    let rest = files.filter { records[$0.path] == nil }
    if !rest.isEmpty {
      let paths = rest.count > Repository.namedPaths ? nil : rest.map(\.path)
      let wanted = Set(rest.map(\.path))
      let changes = try HistoryLog(repository: self).steps(from: head, paths: paths, isWhole: true).flatMap(\.changes)
        .filter { path($0.path).map(wanted.contains) ?? false }
      let contents = try contents(of: changes)
      for change in changes {
        guard let file = recordFile(change.path), records[file.path] == nil else { continue }
        let versions = ([change.new] + change.olds).compactMap { side in side.contents.flatMap { contents[$0] } }
        records[file.path] = versions.lazy.compactMap { library.read($0, as: file.kind, path: file.path) }.first
      }
    }
    return files.compactMap { records[$0.path] }
  }

  /// The id, path and title of a record that is no longer in the library.
  private struct FormerName {
    let id: RecordID
    let path: String
    let title: String
  }

  /// Returns the positions of the best matches.
  private static func matches(_ names: [FormerName], _ name: String, _ isExact: Bool) -> [Int] {
    let wanted = Folding.fold(name)
    if wanted.isEmpty { return [] }
    let digits = RecordFinder.hexDigits(name)
    let titles = names.map { Folding.fold($0.title) }
    let ways: [(Int) -> Bool] = [
      { names[$0].path == name || names[$0].id == RecordID(name) }, { titles[$0] == wanted },
      { position in digits.map { names[position].id.hasPrefix(hexDigits: $0) } ?? false },
      { titles[$0].hasPrefix(wanted) }, { titles[$0].contains(wanted) },
    ]
    for way in isExact ? ways.prefix(2) : ways[...] {
      let found = names.indices.filter(way)
      if !found.isEmpty { return found }
    }
    return []
  }
}
