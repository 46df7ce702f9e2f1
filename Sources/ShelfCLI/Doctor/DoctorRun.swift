import ShelfDoctor
import ShelfHistory
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

/// An examination of a library, as specified by the options.
///
/// Creating a run reads the library, replaces its files with the versions in git's index if `--staged` is given, asks
/// git about the scope if an option depends on it, and prepares the checks. `report` runs the checks and omits findings
/// that are out of scope. Every examination covers the whole library, because a problem in one file may only become
/// apparent in another.
struct DoctorRun {
  let context: Context
  let library: Library
  let doctor: Doctor
  let strays: [StrayFile]
  let scope: FindingScope
  private let isNarrow: Bool
  private let choice: String
  private let start: ContinuousClock.Instant

  /// Reads the library unless the caller passes one, and queries its git repository.
  init(_ options: DoctorOptions, _ workspace: Workspace, _ library: Library? = nil, in context: Context) throws {
    start = .now
    choice = options.typed
    isNarrow = !options.only.isEmpty || !options.words.isEmpty
    self.context = context
    let progress = context.progress()
    defer { progress.end() }
    progress.report("Reading the library")
    let read = try library ?? context.read(workspace)
    let repository = Result { () throws(GitError) in try workspace.repository() }
    if options.isStaged {
      let repository = try repository.get()
      if let path = try repository.unmerged().first {
        throw CommandError(
          .no, "\(path) is in the middle of a merge", hint: "resolve the conflict, `git add` the file, and check again")
      }
      self.library = read.replacing(try repository.indexOverlay())
      strays = []
    } else {
      self.library = read
      strays = read.strays(context.fileSystem)
    }
    progress.report("Asking git")
    scope = try options.scope(of: self.library, repository: repository, in: context)
    let history = WarningHistory(DoctorHistory(repository, self.library.schema), context)
    var doctor = DoctorMaker(workspace, self.library).doctor(context.host) { history.answer($0) }
    doctor.checks = try options.checks()
    self.doctor = doctor
    for code in self.library.manifest.doctor.unknownCodes {
      context.warn("\(Manifest.fileName): doctor lists an unknown check “\(code)”")
    }
  }

  /// Runs the checks, and returns the report.
  func report() -> DoctorReport {
    let progress = context.progress()
    defer { progress.end() }
    progress.report("Checking \(Wording.number(library.records.count)) records")
    return report(doctor.findings(in: library, strays: strays), library)
  }

  /// Returns a report of the given findings that are in scope.
  func report(_ findings: [Finding], _ library: Library) -> DoctorReport {
    DoctorReport(
      findings: findings.filter(scope.includes), library: library, pathPrefix: context.prefix(of: library.root),
      isNarrow: isNarrow, choice: choice, seconds: start.duration(to: .now) / .seconds(1))
  }
}

/// The git history that the checks query.
///
/// Prints only the first warning if git cannot answer.
private final class WarningHistory {
  private let history: DoctorHistory
  private let context: Context
  private var hasWarned = false

  init(_ history: DoctorHistory, _ context: Context) {
    self.history = history
    self.context = context
    if let failure = history.failure { warn(failure) }
  }

  func answer(_ questions: HistoryFacts.Questions) -> HistoryFacts {
    let facts = history.answer(questions)
    if let failure = facts.failure { warn(failure) }
    return facts
  }

  private func warn(_ error: GitError) {
    if !hasWarned { context.warn("the git history was not checked: \(CommandError(error).report.message)") }
    hasWarned = true
  }
}

extension Context {
  /// Returns the path of a folder relative to the working directory, ending in `/`, or an empty string if the folder is
  /// not below the working directory.
  func prefix(of root: String) -> String {
    guard let here = fileSystem.resolve("."), root.hasPrefix(here + "/") else { return "" }
    return root.dropFirst(here.count + 1) + "/"
  }
}
