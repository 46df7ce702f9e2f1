import ShelfHistory
import ShelfKit
import ShelfTerminal
import ShelfText

/// Messages about setting up git for a library.
package enum RepositorySetUpText {
  /// Returns a warning with the reason why git cannot be used.
  package static func warning(_ failure: GitError) -> ErrorReport {
    var report = (CommandError(failure) as CommandError).report
    report.severity = .warning
    report.message += "; the library works without a repository"
    return report
  }

  /// Returns the messages about the completed setup steps, in order.
  package static func lines(_ outcome: RepositorySetUp.Outcome) -> [StatusLine] {
    var said = outcome.keptSettings.map {
      StatusLine.warning("the git setting \($0) already has another value and was not changed")
    }
    if outcome.setsMerging, !outcome.isNew { said.append(.done("Set up git to merge records field by field")) }
    return said + (outcome.hook.map(lines) ?? [])
  }

  private static func lines(_ hook: RepositorySetUp.Hook) -> [StatusLine] {
    switch hook {
    case .shared:
      return [
        .warning(
          "all your repositories share their hooks (core.hooksPath); add `shelf doctor --staged` to the pre-commit hook there"
        )
      ]
    case .foreign(let other):
      return [
        .warning("no hook was installed, so commits are not checked: core.hooksPath points to \(other)")
      ]
    case .installed(.made): return [.done("Commits are checked by `shelf doctor --staged`")]
    case .installed(.inserted(let path)):
      return [
        .done(
          VisibleText.line(
            "Commits are checked by `shelf doctor --staged`, called at the beginning of the hook \(path)"))
      ]
    case .installed(.extended): return [.done("Commits are checked by `shelf doctor --staged` for this library too")]
    case .installed(.unchanged): return []
    case .installed(.blocked(let path, let obstacle, let lines)):
      let reason =
        switch obstacle {
        case .notRegularFile: "it is not a regular file"
        case .notShellScript: "it is not a shell script"
        case .notExecutable: "it is not executable, so git does not run it"
        }
      return [
        .warning(
          "the hook \(path) was not changed, so commits are not checked: \(reason); in a shell script, these lines check them"
        ),
        .quotation(lines.split(separator: "\n").map(String.init)),
      ]
    }
  }
}
