import ShelfDoctor
import ShelfHistory
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

/// One examination of a library, as the options specify.
struct DoctorRun {
  let context: Context
  let library: Library
  let doctor: Doctor
  let strays: [StrayFile]
  let scope: FindingScope
  private let isNarrow: Bool
  private let choice: String
  private let start: ContinuousClock.Instant

  /// Reads the library, unless it has been read already, and what git knows.
  init(_ options: DoctorOptions, _ workspace: Workspace, _ library: Library? = nil, in context: Context) throws {
    start = .now
    choice = options.typed
    isNarrow = !options.only.isEmpty || !options.words.isEmpty
    self.context = context
    let progress = context.progress()
    defer { progress.end() }
    progress.say("Reading the library")
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
    progress.say("Asking git")
    scope = try options.scope(of: self.library, repository: repository, in: context)
    var doctor = try DoctorRun.doctor(options, self.library, repository, context)
    doctor.doubt = try? workspace.journal.state().doubt
    doctor.mergeLeftovers = read.mergeLeftovers(context.fileSystem)
    self.doctor = doctor
  }

  private static func doctor(
    _ options: DoctorOptions, _ library: Library, _ repository: Result<Repository, GitError>, _ context: Context
  ) throws -> Doctor {
    let history = History(repository, library.schema, context)
    var doctor = Doctor(
      settings: library.manifest.doctor, today: context.today, now: context.now, newID: context.newID
    ) { history.answer($0) }
    doctor.checks = try options.checks()
    doctor.obstacle = { path in context.fileSystem.obstacle(to: path, in: library.root) }
    doctor.attributes = try? context.fileSystem.contents(of: library.root + "/.gitattributes", limit: 1 << 20)
    for code in library.manifest.doctor.unknownCodes {
      context.warn("\(Manifest.fileName): doctor names an unknown check “\(code)”")
    }
    return doctor
  }

  /// Returns the report of what is wrong now.
  func report() -> DoctorReport {
    let progress = context.progress()
    defer { progress.end() }
    progress.say("Checking \(Wording.number(library.records.count)) records")
    return report(doctor.findings(in: library, strays: strays), library)
  }

  /// Returns the report of these problems, as far as they are asked for.
  func report(_ findings: [Finding], _ library: Library) -> DoctorReport {
    DoctorReport(
      findings: findings.filter(scope.includes), library: library, pathPrefix: context.prefix(of: library.root),
      isNarrow: isNarrow, choice: choice, seconds: start.duration(to: .now) / .seconds(1))
  }
}

/// What doctor asks git, even if git cannot answer.
private final class History {
  private let cache: HistoryCache?
  private let gap: HistoryFacts.Gap?
  private let context: Context
  private var hasWarned = false

  init(_ repository: Result<Repository, GitError>, _ schema: Schema, _ context: Context) {
    self.context = context
    switch repository {
    case .success(let repository): (cache, gap) = (HistoryCache(repository, schema: schema), nil)
    case .failure(.notInstalled): (cache, gap) = (nil, .gitIsNotInstalled)
    // There is no history that could tell anything.
    case .failure(.noRepository), .failure(.bare): (cache, gap) = (nil, nil)
    case .failure(let error):
      (cache, gap) = (nil, .isDamaged)
      warn(error)
    }
  }

  func answer(_ questions: HistoryFacts.Questions) -> HistoryFacts {
    guard let facts = cache?.answer(questions) else { return HistoryFacts(gap: gap) }
    if let failure = facts.failure { warn(failure) }
    return facts
  }

  private func warn(_ error: GitError) {
    if !hasWarned { context.warn("git's history is left out: \(CommandError(error).report.message)") }
    hasWarned = true
  }
}

extension Context {
  /// Returns a line that says what a long-running command is doing.
  func progress() -> Progress {
    Progress(errors, terminal: Terminal.current(descriptor: errors, environment: environment, color: color))
  }

  /// Returns the path from the current folder to a folder below it, ending in `/`; empty for any other.
  func prefix(of root: String) -> String {
    guard let here = fileSystem.resolve("."), root.hasPrefix(here + "/") else { return "" }
    return root.dropFirst(here.count + 1) + "/"
  }
}
