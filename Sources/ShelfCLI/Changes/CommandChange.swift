import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// A change that a command makes, with its messages on the terminal.
///
/// Opening a change reads the library. It also takes the lock, unless the command previews, or may prompt or wait
/// before it writes. `plan` then makes an act compute its edits. If the act throws a `Question`, the user answers and
/// the act is planned again. A command can show the plan and ask for confirmation at this point. `commit` writes all
/// files in one transaction, prints the outcome, and has git commit the files if an option or the manifest asks for
/// that; with `--dry-run` it prints the diff instead.
///
/// `LibraryChange` does the work and is shared with the browser and the language server; this type adds the options,
/// prompts and messages of the command line.
struct CommandChange {
  private var change: LibraryChange
  let context: Context

  var library: Library { change.library }
  var workspace: Workspace { change.workspace }
  var isDryRun: Bool { change.policy.isPreview }
  var plan: EditPlan { change.plan }

  /// Reads the library.
  ///
  /// - Parameter isAsking: whether the command may prompt before it makes the change. If so, it acquires the lock only
  ///   after the prompt.
  init(_ options: ChangeOptions, in context: Context, isAsking: Bool = false) throws {
    let context = try options.library.context(context)
    try self.init(
      options.library.open(in: context), options.policy(in: context, isAsking: isAsking), in: context)
  }

  init(_ workspace: Workspace, _ policy: ChangePolicy, in context: Context) throws {
    self.context = context
    change = try LibraryChange(workspace, policy)
    context.memory.library = change.library
    context.report(change.recovery)
    context.warn(of: change.obstacle)
  }

  /// Returns the kinds of the records that a command applies to.
  func kinds(of subjects: Subjects) throws -> [Kind] {
    switch subjects {
    case .records(let records): return Kind.allCases.filter { kind in records.contains { $0.kind == kind } }
    case .current: return Kind.allCases.filter { !library.inProgress($0).isEmpty }
    case .named(let names):
      let finder = context.finder(library)
      return try names.map { try finder.find($0, nil, .exact).kind }
    }
  }

  /// Returns the records of a kind that a command applies to, for commands that need the records before planning an
  /// act.
  ///
  /// - Throws: `Question.subject` if the user named none, `RecordFinder.Failure`.
  func records(of subjects: Subjects, _ kind: Kind) throws -> [Record] {
    switch subjects {
    case .records(let records): return records.filter { $0.kind == kind }
    case .current: return library.inProgress(kind)
    case .named([]): throw Question.subject(kind, isOne: false)
    case .named(let names):
      let finder = context.finder(library)
      return try names.map { try finder.find($0, kind, .exact) }
    }
  }

  /// Plans an act, asks the user for any information that the act lacks, and returns the expected outcome.
  mutating func plan(_ act: some Act) throws -> Outcome {
    while true {
      do {
        let outcome = try change.plan(act, context.memory.answers)
        for note in outcome.notes { report(note) }
        if change.startsCommitting { context.warn(of: change.obstacle) }
        return outcome
      } catch let question as Question {
        try context.answer(question, library)
      }
    }
  }

  /// Prints a note that the user should see before the change is made.
  private func report(_ note: ActNote) {
    switch note {
    case .ownerInProgress(let record):
      context.note("from \(Wording.name(record)), the \(record.kind.singular) in progress")
    case .nextPlace(let name, let text):
      context.note("no position in “\(Wording.short(name))” was given; the next one would be “\(Wording.short(text))”")
    case .nameTurned(let text, let name, let form):
      let sorted = form.map { ", sorted as “\(Wording.short($0))”" } ?? ""
      context.note("“\(Wording.short(text))” is written as “\(Wording.short(name))”\(sorted)")
    case .unreadable(let files):
      context.warn(
        "\(Wording.count(files, "file")) could not be read; references in \(files == 1 ? "it" : "them") were not changed"
      )
    case .doubtful(let doubt): context.warn(Wording.doubt(doubt))
    case .moreDoubts(let count):
      context.warn("\(Wording.count(count, "more record")) with values that are probably wrong")
    case .damagedHistory(let paths): context.warn(ofDamaged: paths)
    case .undoneElsewhere(let entry):
      context.note(VisibleText.line("“\(entry.command)” had already been undone by other means"))
    case .beforeSync(let entry):
      context.note(
        VisibleText.line(
          "“\(entry.command)” is from before the last sync; what the sync received stays, and `shelf log` shows it"))
    case .skipped(let entry, let obstacles):
      let places = CommandError.abbreviated(obstacles.map(Wording.obstacle))
      context.note(VisibleText.line("“\(entry.command)” was skipped: \(places) since then"))
    case .away, .ownCopy, .disowned, .issues, .progressKept, .progressOn, .followed, .replaced, .newName, .oldName,
      .leftQueue:
      break
    }
  }

  /// Makes the planned changes, prints what `message` returns, and has git commit the files if an option or the
  /// manifest asks for it.
  ///
  /// With `--dry-run`, prints the diff instead.
  func commit(_ message: (OutcomeText) -> [String] = { $0.lines }) throws {
    try commitToGit(write(message))
  }

  /// Makes the planned changes and prints the outcome, without a commit.
  func write(_ message: (OutcomeText) -> [String]) throws -> Outcome {
    let outcome = try make()
    if isDryRun { return outcome }
    do {
      let text = OutcomeText(
        outcome, localTime: context.localTime, path: context.shown, width: context.terminal.fittingWidth)
      for line in message(text).map({ VisibleText.line($0) }) {
        // Breaks long lines between words, because the terminal might break them within a word.
        for line in context.terminal.fittingWidth.map({ WordWrap.lines(line, width: $0) }) ?? [line] {
          try context.print(line)
        }
      }
    } catch let error as OutputError {
      throw CommandError(.library, "the change was made, but shelf \(error)")
    }
    return outcome
  }

  /// Makes the planned changes, or prints their diff with `--dry-run`.
  func make() throws -> Outcome {
    let outcome = try makeQuietly()
    if isDryRun { try context.show(outcome.changes) }
    return outcome
  }

  /// Does the same as `make`, but does not print the diff with `--dry-run`.
  func makeQuietly() throws -> Outcome {
    let outcome = try change.make()
    context.report(outcome.recovery)
    return outcome
  }

  /// Has git commit the files if an option or the manifest asks for it.
  func commitToGit(_ outcome: Outcome) throws {
    try GitCommit.afterChange.perform(context) { try change.commit(outcome) { CommitMessage($0).text } }
    guard change.startsCommitting, outcome.isMade, let count = try change.uncommittedFiles(), count > 0 else { return }
    context.note(
      "earlier changes in \(Wording.count(count, "file")) are not committed; `git add --all && git commit` commits them"
    )
  }
}

extension Context {
  /// Prints changes of files as a unified diff.
  func show(_ changes: [FileChange]) throws {
    // A pipe gets a plain diff, which `patch` can read.
    if !terminal.isTerminal, terminal.depth == .none {
      return try page(Array(changes.map(UnifiedDiff.text).joined().utf8))
    }
    try page(changes.flatMap(DiffText.lines))
  }
}
