import ShelfStore

/// The user's selection of repairs.
package struct RepairChoice {
  /// Whether safe repairs are applied.
  package var isSafe = false
  /// The name of the selected repair by check code, or nil if only the check was selected.
  package var named: [String: String?] = [:]
  /// The choice for dangling references and quotes without a book, or nil if there is none.
  package var orphans: OrphanChoice?

  package var isEmpty: Bool { !isSafe && named.isEmpty && orphans == nil }

  package init() {}

  /// Returns the selected repair of a problem, or nil to leave the problem unchanged.
  package func repair(of finding: Finding, in library: Library) -> Repair? {
    if let orphans, let repair = orphans.repair(of: finding, in: library) { return repair }
    let wanted = named[finding.check.code]
    // A selected repair takes precedence over a safe one.
    if case .some(.some(let name)) = wanted, let repair = finding.repairs(in: library).first(where: { $0.name == name })
    {
      return repair
    }
    if isSafe, let repair = finding.safeRepair { return repair }
    guard case .some(.none) = wanted else { return nil }
    return finding.repairs(in: library).first { if case .consent = $0.need { true } else { $0.isSafe } }
  }
}
