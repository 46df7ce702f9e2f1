import ShelfHistory
import ShelfMerging
import ShelfModel
import ShelfStore
import ShelfText
import ShelfWording

/// What both copies of a library changed differently: the record, the field, and both values.
struct SyncConflictText {
  private let library: Library
  private let prefix: String
  private let policy: MergePolicy

  /// - Parameter policy: how conflicts were to be resolved; nil as the library says.
  init(_ library: Library, _ repository: Repository, _ policy: MergePolicy? = nil) {
    self.library = library
    self.policy = policy ?? library.manifest.mergePolicy
    prefix = repository.prefix
  }

  func lines(_ conflicts: [SyncError.MergeConflict]) -> [String] {
    conflicts.prefix(CommandError.few).flatMap(lines)
  }

  private func lines(_ conflict: SyncError.MergeConflict) -> [String] {
    guard conflict.path.hasPrefix(prefix), let subject = subject(String(conflict.path.dropFirst(prefix.count))) else {
      return []
    }
    let path = String(conflict.path.dropFirst(prefix.count))
    let name = [library.records.first { $0.path == path }.map(Wording.name), path].compactMap { $0 }
      .joined(separator: ", ")
    if let deletion = conflict.deletion {
      return ["\(name): " + (deletion == .here ? "deleted here, changed there" : "changed here, deleted there")]
    }
    guard let ours = conflict.ours, let base = conflict.base, let theirs = conflict.theirs else { return [] }
    let merge = RecordMerge(of: subject, policy).merge(ours: ours, base: base, theirs: theirs)
    if let reason = merge.textReason { return ["\(name): cannot be merged by field: \(reason)"] }
    func value(_ text: String?) -> String { text.map { "“\(Wording.short($0))”" } ?? "nothing" }
    return merge.conflicts.map { field in
      "\(name): \(field.key) is \(value(field.ours)) here, \(value(field.theirs)) there"
    }
  }

  private func subject(_ path: String) -> MergeSubject? {
    if path == Manifest.fileName { return .manifest }
    return Kind.of(path: path).map { .record(library.schema.fields(of: $0)) }
  }
}
