import ArgumentParser
import ShelfDoctor

/// What `--orphans` does with references to nothing, and with quotes without a book.
enum OrphanChoice: String, CaseIterable, ExpressibleByArgument {
  /// They are left as they are.
  case keep
  /// A quote whose book is gone goes too; other references to nothing are taken out.
  case delete
  /// References to nothing are taken out; a quote becomes one without a book.
  case detach
  /// What git still has is brought back.
  case restore

  /// Returns the repair of an orphan; nil for other problems, and where there is no such repair.
  func repair(of finding: Finding) -> Repair? {
    guard ["dangling-reference", "orphan-quote"].contains(finding.check.code) else { return nil }
    let names: [String] =
      switch self {
      case .keep: []
      case .delete: ["delete", "take-out"]
      case .detach: ["take-out"]
      case .restore: ["restore", "attach"]
      }
    return names.lazy.compactMap { name in finding.repairs.first { $0.name == name } }.first
  }
}
