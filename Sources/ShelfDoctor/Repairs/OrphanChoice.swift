import ShelfStore

/// What is done with dangling references, and with quotes without a book.
package enum OrphanChoice: String, CaseIterable, Sendable {
  /// They are left as they are.
  case keep
  /// A quote whose book is gone is deleted too; other dangling references are removed.
  case delete
  /// A quote says that it knowingly has no book; other dangling references are removed.
  case detach
  /// Deleted records that git still has are restored.
  case restore

  /// Returns the repair of an orphan; nil for other problems, or if there is no such repair.
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
