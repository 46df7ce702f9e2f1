import ShelfStore

/// The user's choice for orphans: dangling references, and quotes without a book.
package enum OrphanChoice: String, CaseIterable, Sendable {
  /// Orphans are left unchanged.
  case keep
  /// A quote whose book no longer exists is deleted; other dangling references are removed.
  case delete
  /// A quote is marked as deliberately having no book; other dangling references are removed.
  case detach
  /// Deleted records that git still has are restored, and quotes are attached to their books.
  case restore

  /// Returns the repair of an orphan under this choice, or nil for other problems and for findings that have no such
  /// repair.
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
