import ShelfHistory
import ShelfKit

/// The messages for a commit that git refuses to make, which depend on when shelf tried to commit.
package struct GitCommit: Sendable {
  private let refusal: String
  private let remedy: String

  package static let afterChange = GitCommit(
    refusal: "the change was made but not committed",
    remedy: "fix this and commit the files with git, or undo the change with `shelf undo`")
  /// The commit of the files of a new library.
  package static let afterInit = GitCommit(
    refusal: "the library's files were not committed", remedy: "fix this, and run `shelf init` again")
  /// The commit of earlier changes, so that they can be pushed.
  package static let beforeSync = GitCommit(
    refusal: "the changes were not committed, and nothing was merged or sent", remedy: "fix this, and sync again")

  /// Returns the error for a refused commit, and the output of git or a hook, which is printed before the error.
  package func failure(_ error: Repository.CommitFailure) -> (error: CommandError, said: String) {
    var (reason, said) = ("git refused", "")
    switch error {
    case .refused(let text): said = text
    case .ignored(let paths):
      let few = paths.prefix(3).joined(separator: ", ")
      return (
        CommandError(
          .no, "\(refusal): git ignores \(few)\(paths.count > 3 ? " and others" : "")",
          hint: "see .gitignore, or add \(paths.count == 1 ? "it" : "them") with `git add --force`; \(remedy)"), ""
      )
    case .unseen(let places):
      return (
        CommandError(.no, "\(refusal): \(Wording.text(places))", hint: remedy), ""
      )
    case .undone(let paths):
      let them = CommandError.abbreviated(paths)
      return (
        CommandError(
          .no, "\(refusal): git ended without an error, but the last commit does not contain the new \(them)",
          hint: "probably a hook of the repository has undone the change or the commit; \(remedy)"), ""
      )
    case .git(let error): reason = CommandError(error).report.message
    }
    return (CommandError(.no, "\(refusal): \(reason)", hint: remedy), said)
  }
}

extension Wording {
  /// Returns the reason why shelf will not commit, even though the manifest turns commits on.
  package static func text(_ obstacle: CommitTarget.Obstacle) -> String {
    switch obstacle {
    case .operation(let operation): "nothing will be committed while \(begun(operation))"
    case .detached:
      "no branch is checked out, so the commit will not be on any branch; `git switch --create NAME` puts it on a new one"
    case .git(let error): "nothing will be committed: \(CommandError(error).report.message)"
    }
  }

  /// Returns the files whose changes git does not notice, with the reasons.
  package static func text(_ places: [UnseenPlace]) -> String {
    func paths(_ reason: UnseenPlace.Reason) -> [String] { places.filter { $0.reason == reason }.map(\.path) }
    let (repositories, marked) = (paths(.repository), paths(.marked))
    var reasons: [String] = []
    if !repositories.isEmpty {
      let own = repositories.count == 1 ? "is a separate git repository" : "are separate git repositories"
      reasons.append("\(CommandError.abbreviated(repositories)) \(own)")
    }
    if !marked.isEmpty {
      let them = marked.count == 1 ? "it" : "them"
      reasons.append(
        "git is set to ignore changes in \(CommandError.abbreviated(marked)) (`git ls-files -v` marks \(them))")
    }
    return reasons.joined(separator: ", and ")
  }
}
