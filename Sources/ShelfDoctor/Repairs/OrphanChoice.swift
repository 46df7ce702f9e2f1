import ShelfStore

/// The user's choice for orphans: dangling references, and quotes without a book.
package enum OrphanChoice: String, CaseIterable, Sendable {
  /// Orphans are left unchanged.
  case keep
  /// Quotes whose book no longer exists are deleted; other dangling references are removed.
  case delete
  /// Quotes whose book no longer exists are marked as deliberately having no book; other dangling references are
  /// removed.
  case detach
  /// Deleted records that are still in git are restored, and quotes are attached to their books.
  case restore

  /// Returns the repair of an orphan that corresponds to this choice, or nil for other problems and for findings
  /// without such a repair.
  package func repair(of finding: Finding, in library: Library) -> Repair? {
    guard ["dangling-reference", "orphan-quote"].contains(finding.check.code) else { return nil }
    let names: [String] =
      switch self {
      case .keep: []
      case .delete: ["delete", "take-out"]
      case .detach: ["knowingly-none", "take-out"]
      case .restore: ["restore", "attach"]
      }
    let repairs = finding.repairs(in: library)
    return names.lazy.compactMap { name in repairs.first { $0.name == name } }.first
  }
}
