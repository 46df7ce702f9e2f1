import ShelfHistory
import ShelfKit
import ShelfTerminal
import ShelfText
import ShelfWording

/// What is said about a commit that git refuses to make.
struct GitCommit {
  private let refusal: String
  private let remedy: String

  /// A commit after a change.
  static let afterChange = GitCommit(
    refusal: "the change is made, but not committed",
    remedy: "settle that and commit the files with git, or take the change back with `shelf undo`")
  /// A commit of the files of a new library.
  static let afterInit = GitCommit(
    refusal: "the library's files are not committed", remedy: "settle that, and run `shelf init` again")
  /// A commit of what was changed before, so that it can be sent.
  static let beforeSync = GitCommit(
    refusal: "the changes are not committed, and nothing was merged or sent", remedy: "settle that, and sync again")

  /// Makes a commit, and repeats what git said about it.
  func perform(_ context: Context, _ commit: () throws -> String?) throws {
    do {
      if let said = try commit() { context.quote(said) }
    } catch let error as Repository.CommitFailure {
      var reason = "git has refused"
      switch error {
      case .refused(let said): context.quote(said)
      case .ignored(let paths):
        let (few, verb) = (paths.prefix(3).joined(separator: ", "), paths.count == 1 ? "is" : "are")
        throw CommandError(
          .no, "\(refusal): \(few)\(paths.count > 3 ? " and more" : "") \(verb) left out of git",
          hint: "see .gitignore, or add with `git add --force`; \(remedy)")
      case .git(let error): reason = CommandError(error).report.message
      }
      throw CommandError(.no, "\(refusal): \(reason)", hint: remedy)
    }
  }
}

extension Context {
  /// Says why nothing will be committed although the manifest asks for it.
  func warn(of obstacle: CommitTarget.Obstacle?) {
    switch obstacle {
    case .operation(let operation): warn("nothing will be committed while \(Wording.begun(operation))")
    case .git(let error): warn("nothing will be committed: \(CommandError(error).report.message)")
    case nil: break
    }
  }
}

extension Context {
  /// Repeats on standard error what another program said.
  func quote(_ text: String) {
    if text.isEmpty { return }
    let stream = Output(descriptor: errors)
    stream.write(Array((VisibleText.lines(text) + "\n").utf8))
    stream.flush()
  }
}
