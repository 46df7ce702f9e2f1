import ShelfHistory
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText

/// The commit that a command ends with, where that is wanted.
struct GitCommit {
  /// nil where no commit is wanted.
  private let repository: Repository?
  private let message: String?
  private let context: Context
  /// What is told where git makes no commit.
  private var refusal = "the change is made, but not committed"
  private var remedy = "settle that and commit the files with git, or take the change back with `shelf undo`"

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
    case .success(let found):
      let operation = try found.operation(context.fileSystem)
      if let operation, options.commit != nil {
        throw CommandError(
          .no, "nothing can be committed while \(Wording.begun(operation)); nothing was changed",
          hint: "\(Wording.ending(operation)), or leave out --commit")
      }
      if let operation { context.warn("nothing will be committed while \(Wording.begun(operation))") }
      repository = operation == nil ? found : nil
    case .failure(let error):
      if options.commit != nil { throw error }
      context.warn("nothing will be committed: \(CommandError(error).report.message)")
      repository = nil
    }
  }

  /// Prepares the commit of what has been changed before, in a repository that is known already.
  init(beforeSync repository: Repository, message: String?, in context: Context) {
    refusal = "the changes are not committed, and nothing was merged or sent"
    remedy = "settle that, and sync again"
    self.repository = repository
    self.message = message
    self.context = context
  }

  /// Commits the files of a change that has been made.
  ///
  /// - Parameter written: the message for a commit that was given none.
  func make(_ changes: [FileChange], _ written: () -> CommitMessage) throws {
    if changes.isEmpty { return }
    let left = try repository?.placesLeft(by: changes) ?? []
    let paths = changes.map(\.path)
    try make(paths + left.filter { !paths.contains($0) }, written())
  }

  /// How often it is tried again while another program has git's index.
  private static let attempts = 9

  private func commit(_ paths: [String], _ message: String, to repository: Repository)
    throws(Repository.CommitFailure) -> String?
  {
    var attempt = 0
    while true {
      do throws(Repository.CommitFailure) {
        return try repository.commit(paths, message: message)
      } catch {
        attempt += 1
        guard error.isBusy, attempt < GitCommit.attempts else { throw error }
        context.fileSystem.pause(milliseconds: 10 << attempt)
      }
    }
  }

  /// Commits these files.
  func make(_ paths: [String], _ written: CommitMessage) throws {
    guard let repository else { return }
    do throws(Repository.CommitFailure) {
      let said = try commit(paths, message ?? written.text, to: repository)
      if let said { context.quote(said) }
    } catch {
      var reason = "git has refused"
      switch error {
      case .refused(let said): context.quote(said)
      case .ignored(let paths):
        let (few, verb) = (paths.prefix(3).joined(separator: ", "), paths.count == 1 ? "is" : "are")
        throw CommandError(
          .no,
          "\(refusal): \(few)\(paths.count > 3 ? " and more" : "") \(verb) left out of git",
          hint: "see .gitignore, or add with `git add --force`; \(remedy)")
      case .git(let error): reason = CommandError(error).report.message
      }
      throw CommandError(
        .no, "\(refusal): \(reason)", hint: remedy)
    }
  }
}

extension Repository.CommitFailure {
  /// Whether another program has git's index at this moment.
  fileprivate var isBusy: Bool {
    switch self {
    case .refused(let message), .git(.failed(_, _, let message)): message.contains("index.lock")
    default: false
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
