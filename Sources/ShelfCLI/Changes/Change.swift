import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// A change as a command makes it: its options read, and everything that happens told on the terminal.
struct Change {
  private var change: LibraryChange
  let context: Context

  var library: Library { change.library }
  var workspace: Workspace { change.workspace }
  var isDryRun: Bool { change.request.isPreview }
  /// The edits of records that are planned.
  var plan: EditPlan { change.plan }

  /// Reads the library.
  ///
  /// - Parameter isAsking: whether the user is asked before the change is made.
  init(_ options: ChangeOptions, in context: Context, isAsking: Bool = false) throws {
    let context = try options.library.context(context)
    try self.init(
      options.library.open(in: context), options.request(in: context, isAsking: isAsking), in: context)
  }

  /// Reads the library of a workspace.
  init(_ workspace: Workspace, _ request: ChangeRequest, in context: Context) throws {
    self.context = context
    change = try LibraryChange(workspace, request)
    context.memory.library = change.library
    context.tell(change.recovery)
    context.warn(of: change.obstacle)
  }

  /// Returns the kinds of the records that a command is about.
  func kinds(of subjects: Subjects) throws -> [Kind] {
    switch subjects {
    case .records(let records): return Kind.allCases.filter { kind in records.contains { $0.kind == kind } }
    case .current: return Kind.allCases.filter { !library.inProgress($0).isEmpty }
    case .named(let names):
      let finder = context.finder(library)
      return try names.map { try finder.find($0, nil, .exact).kind }
    }
  }

  /// Returns the records of a kind that a command is about, before an act is planned.
  ///
  /// - Throws: `Question.subject` if none is named, `RecordFinder.Failure`.
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

  /// Plans an act, asks what it wants to know, and returns what it will do.
  mutating func plan(_ act: some Act) throws -> Outcome {
    while true {
      do {
        let outcome = try change.plan(act, context.memory.answers)
        for note in outcome.notes { tell(note) }
        return outcome
      } catch let question as Question {
        try context.answer(question, library)
      }
    }
  }

  /// Says what has to be known before an act is done.
  private func tell(_ note: ActNote) {
    switch note {
    case .ownerInProgress(let record):
      context.note("from \(Wording.name(record)), the \(record.kind.singular) in progress")
    case .nextPlace(let name, let text):
      context.note("the place in “\(Wording.short(name))” is not said; the next one would be “\(Wording.short(text))”")
    case .unreadable(let files):
      context.warn("\(Wording.count(files, "file")) could not be read; references in there stay")
    case .doubtful(let doubt): context.warn(Wording.doubt(doubt))
    case .moreDoubts(let count): context.warn("\(Wording.count(count, "more record")) can hardly be right either")
    case .damagedHistory(let paths): context.warn(ofDamaged: paths)
    case .takenBackBefore(let entry):
      context.note(VisibleText.line("“\(entry.command)” had been taken back by other means"))
    case .passedOver(let entry, let obstacles):
      let places = CommandError.few(obstacles.map(Wording.obstacle))
      context.note(VisibleText.line("“\(entry.command)” stays: \(places) since then"))
    case .progressKept, .progressOn, .followed, .newName, .oldName, .leftQueue: break
    }
  }

  /// Makes the planned changes and then prints what `message` says; with `--dry-run` prints the diff instead. If a commit
  /// is wanted, git makes it.
  func commit(_ message: (OutcomeText) -> [String] = { $0.lines }) throws {
    try commitToGit(write(message))
  }

  /// Makes the planned changes without a commit.
  func write(_ message: (OutcomeText) -> [String]) throws -> Outcome {
    let outcome = try make()
    if isDryRun { return outcome }
    do {
      let text = OutcomeText(
        outcome, localTime: context.localTime, path: context.shown, width: context.terminal.fittingWidth)
      for line in message(text).map({ VisibleText.line($0) }) {
        // What a terminal would break anywhere is broken between words.
        for line in context.terminal.fittingWidth.map({ WordWrap.lines(line, width: $0) }) ?? [line] {
          try context.print(line)
        }
      }
    } catch let error as OutputError {
      throw CommandError(.library, "the change is made, but \(error)")
    }
    return outcome
  }

  /// Makes the planned changes, or shows them with `--dry-run`.
  func make() throws -> Outcome {
    let outcome = try makeQuietly()
    if isDryRun { try context.show(outcome.changes) }
    return outcome
  }

  /// Makes the planned changes; with `--dry-run`, says nothing of them.
  func makeQuietly() throws -> Outcome {
    let outcome = try change.make()
    context.tell(outcome.recovery)
    return outcome
  }

  /// Makes the commit if one is wanted.
  func commitToGit(_ outcome: Outcome) throws {
    try GitCommit.afterChange.perform(context) { try change.commit(outcome) { CommitMessage($0).text } }
  }
}

extension Context {
  /// Prints changes of files as a unified diff.
  func show(_ changes: [FileChange]) throws {
    // A pipe gets what `patch` reads.
    if !terminal.isTerminal, terminal.depth == .none {
      return try page(Array(changes.map(UnifiedDiff.text).joined().utf8))
    }
    try page(changes.flatMap(DiffText.lines))
  }
}
