import ShelfHistory
import ShelfModel
import ShelfStore

/// The part of a library for which problems are reported.
package struct FindingScope {
  /// The changed files and the ids of their records, or nil for the whole library.
  private var changed: (paths: Set<String>, ids: Set<RecordID>)?
  /// Returns whether a problem matches the user's selection. This is nil if all problems match.
  private var isWanted: ((Finding) -> Bool)?

  package init() {}

  /// Limits the scope to changed files and to references to their records.
  package mutating func narrow(
    to files: [ChangedFile], in library: Library, before: (_ deleted: [String]) throws(GitError) -> [String: [UInt8]]
  ) throws(GitError) {
    let paths = Set(files.map(\.path))
    var ids = Set(library.records.filter { paths.contains($0.path) }.map(\.id))
    for bytes in try before(files.filter { $0.status == .deleted }.map(\.path)).values {
      if let id = Examination.id(in: bytes) { ids.insert(id) }
    }
    changed = (paths, ids)
  }

  /// Limits the scope to problems that satisfy a predicate.
  package mutating func narrow(_ isWanted: @escaping (Finding) -> Bool) { self.isWanted = isWanted }

  package func includes(_ finding: Finding) -> Bool {
    if let isWanted, !isWanted(finding) { return false }
    guard let changed else { return true }
    return changed.paths.contains(finding.path) || finding.related.contains(where: changed.ids.contains)
  }
}
