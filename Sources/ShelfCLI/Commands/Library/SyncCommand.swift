import ArgumentParser
import ShelfHistory
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording
import YAMLEdit

/// Which side counts where both have changed a field.
enum ConflictChoice: String, CaseIterable, ExpressibleByArgument {
  case ours, theirs, newest

  var policy: MergePolicy? { MergePolicy(rawValue: rawValue) }
}

/// `shelf sync`: synchronizes the library with the remote of its repository.
struct SyncCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Synchronize the library with another copy: fetch, merge field by field, push.",
    discussion: """
      If both copies changed the same field differently, nothing is merged and nothing is sent: the files stay as they \
      were, and the records, fields and values are named. --conflicts resolves such fields, and so does "merge: ours", \
      "theirs" or "newest" in shelf.yaml: by what is here, by what is in the other copy, or by what was changed last: the \
      record's modificationDate says when or, if it has none, the commits that changed the file; of two changes in one \
      second, the one here is taken. The same goes for a record that one copy deleted and the other changed, and for one \
      that both moved.

      What was received is checked as `shelf doctor` does. If a merge makes an error of what is right in each copy, such \
      as a genre that one deleted and the other used, it is kept here, and nothing is sent until that is settled.

      Only what is committed is sent. --commit commits all changed files of the library first.
      """)

  @OptionGroup var library: LibraryOptions

  @Flag(inversion: .prefixedNo, help: "Commit all changed files of the library first.")
  var commit: Bool?

  @Option(help: ArgumentHelp("How to resolve fields that both copies changed.", valueName: "ours|theirs|newest"))
  var conflicts: ConflictChoice?

  @Option(name: .shortAndLong, help: ArgumentHelp("The commit message; by default one is written.", valueName: "text"))
  var message: String?

  /// How often it is tried again because somebody else has pushed meanwhile.
  private static let attempts = 10
  /// How often it is tried again even though nobody has.
  private static let fruitlessAttempts = 3

  func run(in context: Context) throws {
    var context = try library.context(context)
    if let conflicts { context.environment[MergeDriverCommand.policyVariable] = conflicts.rawValue }
    let workspace = try self.library.open(in: context)
    var repository = try workspace.repository()
    try recover(workspace, &repository, context)
    let library = try context.read(workspace)
    if let operation = try repository.operation(context.fileSystem) { throw SyncError.unfinished(operation) }
    let remote = try repository.remote()
    try repository.checkSpecialFiles(
      beside: Set(library.records.map(\.file.folder)).map { "\(repository.prefix)\($0)/" }, context.fileSystem)
    _ = try repository.setUpDrivers()
    let before = repository.head
    let unsent = try commitChanges(workspace, library, &repository, context)
    let isCommitted = repository.head != before
    var received = 0
    do {
      try exchange(with: remote, workspace, library, &repository, &received, isWhole: unsent == 0, context)
    } catch let error as SyncError {
      var isInStep = received > 0
      switch error {
      case .failed(let step, let message):
        context.quote(SyncCommand.quotation(message, step))
        isInStep = isInStep || step == .push
      case .conflict(let places, _):
        let text = SyncConflictText(library, repository, conflicts?.policy)
        context.quote(text.lines(places).joined(separator: "\n"))
      default: break
      }
      let rest = isInStep ? "nothing was sent" : "nothing was merged or sent"
      var failure = CommandError(error, state: SyncCommand.state(isCommitted, received, rest))
      if case .conflict = error {
        failure.isMergeConflict = conflicts == nil
        if conflicts != nil { failure.report.hint = "git 2.38 and newer can settle them" }
      }
      throw failure
    }
  }

  /// Finishes or takes back a sync that was killed.
  private func recover(_ workspace: Workspace, _ repository: inout Repository, _ context: Context) throws {
    let (lock, recovery) = try workspace.lock(for: context.commandLine)
    context.tell(recovery)
    guard let left = try withExtendedLifetime(lock, { try repository.recoverSync(context.fileSystem) }) else { return }
    switch left {
    case .finished: context.note("the last sync was interrupted, after it had merged")
    case .takenBack(0): context.note("the last sync was interrupted; its merge is taken back")
    case .takenBack(let count):
      context.note("the last sync was interrupted; its merge is taken back (\(Wording.count(count, "file")))")
    }
    repository = try workspace.repository()
  }

  /// Says what had been done before something went wrong.
  private static func state(_ isCommitted: Bool, _ received: Int, _ rest: String) -> String {
    let done =
      (isCommitted ? ["the changes are committed"] : []) + (received > 0 ? ["what was received is merged"] : [])
    return done.isEmpty ? rest : "\(Wording.list(done)) here, but \(rest)"
  }

  /// Returns what the remote printed or, if nothing, what git printed.
  private static func quotation(_ message: String, _ step: SyncError.Step) -> String {
    let lines = message.split(whereSeparator: \.isNewline).map { $0.trimmed }
    let remote = lines.filter { $0.hasPrefix("remote:") }.map { $0.dropFirst("remote:".count).trimmed }
      .filter { !$0.isEmpty }
    let said = step == .push && !remote.isEmpty ? remote : lines.filter { !$0.hasPrefix("hint:") }
    return said.joined(separator: "\n")
  }

  private func exchange(
    with remote: Remote, _ workspace: Workspace, _ library: Library, _ repository: inout Repository,
    _ received: inout Int, isWhole: Bool, _ context: Context
  ) throws {
    let start = repository.head
    let report = SyncReport(library: library, start: start, context: context)
    var refusal: (theirs: String?, error: SyncError)?
    for attempt in 0..<SyncCommand.attempts {
      try tell("Fetching from \(remote.name)", context)
      let theirs = try repository.fetch(remote, context.fileSystem)
      // If nobody else has pushed, another attempt only helps if somebody is just about to.
      if let refusal, refusal.theirs == theirs {
        if attempt > SyncCommand.fruitlessAttempts { throw refusal.error }
        context.fileSystem.pause(milliseconds: 50 << attempt)
      }
      if let theirs {
        received += try merge(theirs, remote, &repository, workspace, library, context)
      }
      guard let head = repository.head else { return try context.print("There is nothing to send or receive yet.") }
      let sent = try repository.count(from: theirs, to: head)
      let examination = MergeExamination(workspace, repository)
      let errors = sent > 0 ? try examination.errorsOfMerges(in: head, since: theirs) : []
      if !errors.isEmpty { throw SyncReport.refusal(errors, context) }
      do throws(SyncError) {
        if sent > 0 {
          try? tell("Sending \(Wording.count(sent, "commit"))", context)
          try repository.push(remote)
        }
      } catch {
        refusal = (theirs, error)
        continue
      }
      return try report.print(received: received, sent: sent, isWhole: isWhole, repository, examination)
    }
    throw SyncError.busy
  }

  /// Says what is being done, where it is shown line by line as it comes: in the browser.
  private func tell(_ step: String, _ context: Context) throws {
    if context.shownOn != nil { try context.print(VisibleText.line(step) + " …") }
  }

  /// Merges what was fetched, while nobody else changes the library; returns the number of commits received.
  private func merge(
    _ theirs: String, _ remote: Remote, _ repository: inout Repository, _ workspace: Workspace, _ library: Library,
    _ context: Context
  ) throws -> Int {
    let count = try repository.count(from: repository.head, to: theirs)
    if count == 0 { return 0 }
    try tell("Merging \(Wording.count(count, "commit"))", context)
    let (lock, recovery) = try workspace.lock(for: context.commandLine)
    context.tell(recovery)
    let policy = conflicts?.policy ?? library.manifest.mergePolicy
    let settled = try withExtendedLifetime(lock) {
      try repository.merge(remote, at: theirs, policy, library.schema, context.fileSystem)
    }
    for line in SyncConflictText(library, repository, policy).lines(settled) { context.note(line) }
    repository = try workspace.repository()
    return count
  }

  /// Commits what was changed by hand or without `--commit`; returns how many changed files are left.
  private func commitChanges(
    _ workspace: Workspace, _ library: Library, _ repository: inout Repository, _ context: Context
  ) throws -> Int {
    let isWanted = commit ?? library.manifest.commits
    if message != nil, !isWanted { throw CommitRefusal.messageWithoutCommit }
    let range: ChangeRange = repository.hasCommits ? .sinceCommit("HEAD") : .staged
    let changed = try repository.changes(range)
    if changed.isEmpty { return 0 }
    guard isWanted else {
      let (are, them) = changed.count == 1 ? ("is", "it") : ("are", "them")
      let files = VisibleText.line(CommandError.few(changed.map(\.path)))
      context.note("\(files) \(are) not committed, and so not sent; --commit commits \(them)")
      return changed.count
    }
    let difference = try repository.difference(
      range, root: library.root, fileSystem: context.fileSystem, schema: library.schema)
    let plain = Terminal.current(descriptor: -1, environment: [:], color: .never)
    let details = HistoryText(library: library, terminal: plain)
      .lines(difference.records, changesManifest: difference.changesManifest)
    let files = Wording.count(changed.count, "file")
    let only = difference.records.count == 1 && !difference.changesManifest ? difference.records.first : nil
    let subject = only.map { SyncCommand.subject($0) } ?? "Change \(files) of the library"
    let written = CommitMessage(subject: subject, details: details)
    let target = CommitTarget(repository, message: message, in: workspace)
    try GitCommit.beforeSync.perform(context) { try target.commit(changed.map(\.path)) { written.text } }
    repository = try workspace.repository()
    return 0
  }

  private static func subject(_ change: RecordChange) -> String {
    let name = change.title.isEmpty ? change.path : "“\(Wording.short(change.title))”"
    switch change.event {
    case .added: return "Add \(change.kind.singular) \(name)"
    case .deleted: return "Delete \(change.kind.singular) \(name)"
    case .changed where !change.fields.isEmpty:
      let words = change.fields.map { Wording.words($0.key) }
      return "Change \(words.count > 3 ? "\(words.count) fields" : Wording.list(words)) of \(name)"
    case .changed where change.oldPath != nil: return "Move \(name)"
    default: return "Edit \(name)"
    }
  }
}
