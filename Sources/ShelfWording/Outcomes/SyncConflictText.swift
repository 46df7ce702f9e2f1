import ShelfHistory
import ShelfModel
import ShelfStore

/// A human-readable description of the conflicts between two copies of a library: the record, the field, and both
/// values.
struct SyncConflictText {
  private let library: Library
  private let prefix: String
  private let policy: MergePolicy

  /// - Parameters:
  ///   - prefix: the library's path relative to the top of the work tree. It is empty or ends in `/`.
  ///   - policy: the requested policy for resolving conflicts, or nil for the manifest's policy.
  init(_ library: Library, prefix: String, _ policy: MergePolicy? = nil) {
    self.library = library
    self.policy = policy ?? library.manifest.mergePolicy
    self.prefix = prefix
  }

  func lines(_ conflicts: [SyncError.MergeConflict]) -> [String] {
    conflicts.prefix(CommandError.maxPlaces).flatMap(lines)
  }

  /// Returns lines about the conflicts that the policy resolved, one line per conflict.
  func lines(_ settled: [SettledConflict]) -> [String] {
    let lines = settled.prefix(CommandError.maxPlaces).map { conflict in
      name(of: conflict.path) + ": " + SyncConflictText.words(conflict)
    }
    let rest = settled.count - lines.count
    return lines + (rest > 0 ? ["\(Wording.count(rest, "more conflict")) resolved in the same way"] : [])
  }

  private static func words(_ conflict: SettledConflict) -> String {
    switch (conflict.what, conflict.isOurs) {
    case (.deletion, true): "deleted here, changed there; it stays deleted"
    case (.deletion, false): "changed here, deleted there; it is deleted"
    case (.change, true): "changed here, deleted there; it is kept"
    case (.change, false): "deleted here, changed there; it is restored"
    case (.contents, true): "both copies changed the same lines; the lines here are kept"
    case (.contents, false): "both copies changed the same lines; the lines there are used"
    case (.move, true): "both copies moved it; the path here is kept"
    case (.move, false): "both copies moved it; the path there is used"
    case (.both, _): "the copies have different records under this path; both are kept"
    case (.field(let key, let ours, let theirs), let isOurs):
      "\(key) is \(value(isOurs ? ours : theirs)), as in \(isOurs ? "this" : "the other") copy, not \(value(isOurs ? theirs : ours))"
    }
  }

  private static func value(_ text: String?) -> String { text.map { "“\(Wording.short($0))”" } ?? "nothing" }

  /// Returns the name of the record in a file, if any, and the file's path in the library.
  ///
  /// - Parameter path: the path from the top of the work tree.
  private func name(of path: String) -> String {
    let path = path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    return [library.records.first { $0.path == path }.map(Wording.name), path].compactMap { $0 }.joined(separator: ", ")
  }

  private func lines(_ conflict: SyncError.MergeConflict) -> [String] {
    guard conflict.path.hasPrefix(prefix),
      let subject = MergeSubject(path: String(conflict.path.dropFirst(prefix.count)), library.schema)
    else { return [] }
    let name = name(of: conflict.path)
    if let deletion = conflict.deletion {
      return ["\(name): " + (deletion == .here ? "deleted here, changed there" : "changed here, deleted there")]
    }
    guard let ours = conflict.ours, let base = conflict.base, let theirs = conflict.theirs else { return [] }
    let merge = RecordMerge(of: subject, policy).merge(ours: ours, base: base, theirs: theirs)
    if let reason = merge.textReason { return ["\(name): cannot be merged field by field: \(reason)"] }
    return merge.conflicts.map { field in
      let (ours, theirs) = (SyncConflictText.value(field.ours), SyncConflictText.value(field.theirs))
      return "\(name): \(field.key) is \(ours) here, \(theirs) there"
    }
  }
}
