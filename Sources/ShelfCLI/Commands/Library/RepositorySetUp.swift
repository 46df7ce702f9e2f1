import ShelfHistory
import ShelfKit
import ShelfSystem
import ShelfText
import ShelfWording

/// What `shelf init` does about git.
struct RepositorySetUp {
  private let root: String
  private let context: Context
  private let found: Result<Repository, GitError>

  /// Looks for a repository before anything is written.
  ///
  /// - Throws: `GitError.bare` if the folder is the inside of a repository, which is no place for a library.
  init(_ root: String, in context: Context) throws(GitError) {
    self.root = root
    self.context = context
    found = Result { () throws(GitError) in try Repository(of: root, environment: context.environment) }
    if case .failure(.bare(let path)) = found { throw .bare(path: path) }
  }

  /// Makes a repository if there is none, and sets up how records are merged and shown.
  ///
  /// - Returns: the repository; nil if git cannot be used.
  func run(withHooks: Bool) throws -> Repository? {
    do throws(GitError) {
      let (repository, isNew) = try repository()
      let (set, kept) = try repository.setUpDrivers()
      for key in kept { context.warn("git's setting \(key) has another value; it stays as it is") }
      if !set.isEmpty, !isNew { try? context.print("Set up git to merge records field by field") }
      if withHooks { try installHook(repository) }
      return repository
    } catch {
      if withHooks { throw error }
      var report = (CommandError(error) as CommandError).report
      report.severity = .warning
      report.message += "; the library works without a repository"
      context.report(report)
      return nil
    }
  }

  private func repository() throws(GitError) -> (repository: Repository, isNew: Bool) {
    switch found {
    case .success(let repository): return (repository, false)
    case .failure(.noRepository(_, nil)):
      try Repository.make(at: root, environment: context.environment)
      return (try Repository(of: root, environment: context.environment), true)
    case .failure(let error): throw error
    }
  }

  private func installHook(_ repository: Repository) throws(GitError) {
    let path: String
    switch try repository.preCommitHook(context.fileSystem) {
    case .path(let own): path = own
    case .shared:
      return context.warn(
        "all your repositories share their hooks (core.hooksPath); add `shelf doctor --staged` to pre-commit there")
    case .foreign(let other):
      return context.warn(
        "the repository's hooks lie elsewhere (core.hooksPath names \(other)); commits are not checked")
    }
    let outcome: PreCommitHook.Outcome
    do throws(FileError) {
      outcome = try PreCommitHook(at: path, fileSystem: context.fileSystem).install(prefix: repository.prefix)
    } catch {
      throw .file(error)
    }
    let line: String? =
      switch outcome {
      case .made: "Commits are checked by `shelf doctor --staged`"
      case .inserted(let path): "Commits are checked by `shelf doctor --staged`, at the beginning of the hook \(path)"
      case .extended: "Commits are checked by `shelf doctor --staged` for this library too"
      case .unchanged, .blocked: nil
      }
    if case .blocked(let path, let obstacle, let lines) = outcome {
      let reason =
        switch obstacle {
        case .notRegularFile: "it is not a regular file"
        case .notShellScript: "it is not a shell script"
        case .notExecutable: "it is not executable, so git does not run it"
        }
      context.warn("the hook \(path) stays as it is, and commits are not checked: \(reason); a shell would check with")
      context.quote(String(lines.dropLast()))
    }
    if let line { try? context.print(VisibleText.line(line)) }
  }
}
