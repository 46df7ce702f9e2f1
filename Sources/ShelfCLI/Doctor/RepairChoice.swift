import ShelfDoctor
import ShelfStore
import ShelfText
import ShelfWording

/// Which repairs are wanted, according to `--fix` and `--orphans`.
struct RepairChoice {
  /// Whether safe repairs are made.
  private(set) var isSafe = false
  /// The named codes, with the repair if one is named too.
  private(set) var named: [String: String?] = [:]
  /// What is done with dangling references, and with quotes without a book.
  var orphans: OrphanChoice?

  var isEmpty: Bool { !isSafe && named.isEmpty && orphans == nil }

  init() {}

  /// Reads the values of `--fix`: `safe`, or codes such as `unused-tag` and `dangling-reference:take-out`.
  init(_ values: [String], orphans: OrphanChoice?) throws(CommandError) {
    self.orphans = orphans
    isSafe = !values.isEmpty
    for value in values.flatMap({ $0.split(separator: ",").map(String.init) }) where value != "safe" {
      let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
      let check = try Check.find(parts[0])
      guard check.repair != nil else {
        throw CommandError(
          .usage, "\(check.code) has no repair", hint: "`shelf doctor --explain \(check.code)` says what to do")
      }
      named[check.code] = .some(parts.count > 1 ? parts[1] : nil)
    }
  }

  /// Returns the repair of a problem that is wanted; nil to leave it alone.
  func repair(of finding: Finding, in library: Library) -> Repair? {
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

extension Check {
  /// Returns the check with a code that somebody typed.
  static func find(_ code: String) throws(CommandError) -> Check {
    if let check = named(code) { return check }
    let nearest = Nearest.words(to: code, among: all.map(\.code))
    throw CommandError(
      .usage, "unknown check “\(code)”",
      hint: nearest.first.map { "did you mean \($0)?" } ?? "`shelf doctor --list-checks` shows them")
  }
}
