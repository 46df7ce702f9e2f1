import ShelfStore

/// Which repairs are wanted.
package struct RepairChoice {
  /// Whether safe repairs are made.
  package var isSafe = false
  /// The codes of checks that are named, with the repair if one is named too.
  package var named: [String: String?] = [:]
  /// What is done with dangling references, and with quotes without a book.
  package var orphans: OrphanChoice?

  package var isEmpty: Bool { !isSafe && named.isEmpty && orphans == nil }

  package init() {}

  /// Returns the repair of a problem that is wanted; nil to leave it alone.
  package func repair(of finding: Finding, in library: Library) -> Repair? {
    if let orphans, let repair = orphans.repair(of: finding, in: library) { return repair }
    let wanted = named[finding.check.code]
    // A named repair takes precedence over the safe one.
    if case .some(.some(let name)) = wanted, let repair = finding.repairs(in: library).first(where: { $0.name == name })
    {
      return repair
    }
    if isSafe, let repair = finding.safeRepair { return repair }
    guard case .some(.none) = wanted else { return nil }
    return finding.repairs(in: library).first { if case .consent = $0.need { true } else { $0.isSafe } }
  }
}
