import ShelfKit

/// The commit that a command ends with, where that is wanted.
struct GitCommit {
  /// nil where no commit is wanted.
  private let repository: Repository?
  private let message: String?
  private let context: Context

  /// Finds the repository before anything is changed.
  ///
  /// Who asks for a commit and cannot have it is told so before anything happens; a library whose manifest asks for
  /// commits still works where there is no repository.
  init(_ options: ChangeOptions, _ manifest: Manifest, root: String, in context: Context) throws {
    self.context = context
    message = options.message
    let isWanted = options.commit ?? manifest.commits
    if message != nil, !isWanted {
      throw CommandError(.usage, "a message is for a commit, which is not asked for", hint: "add --commit")
    }
    if let message, message.allSatisfy(\.isWhitespace) { throw CommandError(.usage, "the message is empty") }
    guard isWanted, !options.isDryRun else {
      repository = nil
      return
    }
    switch Result(catching: { () throws(GitError) in try Repository(of: root, environment: context.environment) }) {
    case .success(let repository): self.repository = repository
    case .failure(let error):
      if options.commit != nil { throw error }
      context.warn("nothing will be committed: \(CommandError(error).report.message)")
      repository = nil
    }
  }

  /// Prepares a commit in a repository that is known already.
  init(_ repository: Repository, message: String?, in context: Context) {
    self.repository = repository
    self.message = message
    self.context = context
  }

  /// Commits the files of a change that has been made.
  ///
  /// - Parameter written: the message for a commit that was given none.
  func make(_ changes: [FileChange], _ written: () -> CommitMessage) throws {
    if !changes.isEmpty { try make(changes.map(\.path), written()) }
  }

  /// Commits these files.
  func make(_ paths: [String], _ written: CommitMessage) throws {
    guard let repository else { return }
    do throws(Repository.CommitFailure) {
      let said = try repository.commit(paths, message: message ?? written.text)
      if let said { context.quote(said) }
    } catch {
      var reason = "git has refused"
      switch error {
      case .refused(let said): context.quote(said)
      case .git(let error): reason = CommandError(error).report.message
      }
      throw CommandError(
        .no, "the change is made, but not committed: \(reason)",
        hint: "settle that and commit the files with git, or take the change back with `shelf undo`")
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
