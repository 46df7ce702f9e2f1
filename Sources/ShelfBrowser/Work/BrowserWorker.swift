import ShelfDoctor
import ShelfHistory
import ShelfImport
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfText
import ShelfWording

/// Carries out the browser's requests, one at a time, on a queue that its owner provides.
///
/// Most requests become the same `Act` that a command would make. The worker keeps its own snapshot of the library, so
/// it need not reread the library for a change to a single record. Such a change is planned against the snapshot. If
/// the transaction then finds that another program has changed the file, the change is planned again against a fresh
/// read. The reply to the browser is the new snapshot followed by the outcome, worded as the command would word it; a
/// question such as “add a duplicate?” becomes an outcome that contains the request to send if the answer is yes.
///
/// The worker never waits for the library's lock, since that would block all later requests. If another program holds
/// the lock, the reply is `held`, and the browser retries. The sequence numbers of changes made in this session are
/// kept in `sequencesOfThisSession`, because undoing any other change needs a confirmation.
package final class BrowserWorker {
  let host: BrowserHost
  private let inbox: BrowserInbox
  private let runner: CommandRunner
  /// The name of the program that holds the library's lock, if this prevented the last request.
  private var holder: String?
  /// The sequence numbers of the journal entries made in this session.
  var sequencesOfThisSession: Set<Int> = []
  private let journal: Journal

  /// The functions that run commands on the terminal.
  package struct CommandRunner {
    /// Runs a command and returns its exit status. `name` replaces the command's words in the history.
    package var run: (_ words: [String], _ waits: Bool, _ name: String?) -> Int32
    /// Shows a prompt and waits for a key. Returns the typed bytes.
    package var pause: () -> [UInt8]
    /// Returns the paths of drafts that editors left behind because they could not be saved.
    package var drafts: () -> [String]

    package init(
      run: @escaping (_ words: [String], _ waits: Bool, _ name: String?) -> Int32, pause: @escaping () -> [UInt8],
      drafts: @escaping () -> [String]
    ) {
      self.run = run
      self.pause = pause
      self.drafts = drafts
    }
  }

  /// - Parameter library: the snapshot that the browser starts with.
  package init(
    _ host: BrowserHost, _ workspace: Workspace, _ library: Library, _ inbox: BrowserInbox, _ runner: CommandRunner
  ) {
    live = LiveLibrary(workspace, library)
    self.host = host
    self.inbox = inbox
    self.runner = runner
    journal = workspace.journal
  }

  /// Replaces the snapshot of the library after another program has changed files.
  package func take(_ library: Library) { live = LiveLibrary(live.workspace, library) }

  /// The files that requests have changed and that the follower has not yet been told to reread.
  private var changed: Set<String> = []

  /// Returns the files changed by requests since the last call.
  ///
  /// The follower has to reread them, because other programs may also have changed them.
  package func takeChanged() -> Set<String> {
    defer { changed = [] }
    return changed
  }

  /// Carries out a request, and returns messages for the browser.
  ///
  /// If another program holds the library's lock, this returns `held` without waiting.
  package func perform(_ request: BrowserRequest) -> [BrowserMessage] {
    holder = nil
    let messages = carryOut(request)
    return holder.map { [.held(by: $0)] } ?? messages
  }

  private func carryOut(_ request: BrowserRequest) -> [BrowserMessage] {
    switch request {
    case .assign(let ids, let values, let seen):
      let words = values.map { "\($0.key)\(BrowserWorker.operators[$0.operation] ?? "=")\($0.text)" }
      var act = SetFields(.ids(ids), values, createsMissing: values.contains { isMadeByName($0.key, ids) })
      act.seen = seen
      return change(
        act,
        "\(command("set", ids)) \(titled(words.joined(separator: " ")) { $0 })"
      ).messages
    case .state(let kind, let phase, let ids):
      let verb = kind.field(.state)?.states?[phase]?.verb ?? "change"
      return change(ChangeState(.ids(ids), of: kind, phase), command(verb.lowercased(), ids)).messages
    case .progress(let id, let text):
      return change(SetProgress(id.description, text), "\(command("progress", [id])) \(text)").messages
    case .finish(let id, let stars): return finish(id, stars)
    case .add(let kind, let values, let isSure, let found): return add(kind, values, isSure: isSure, found)
    case .fill(let ids, let isAllowed): return fill(ids, isAllowed: isAllowed)
    case .delete(let ids): return change(DeleteRecords(.ids(ids)), command("delete", ids)).messages
    case .lend(let id, let person):
      return change(LendRecords(.ids([id]), to: person), "\(command("lend", [id])) \(person)").messages
    case .borrow(let id, let person):
      let words = "\(command("borrow", [id])) --from \(person)"
      return change(BorrowRecords([id.description], from: person), words).messages
    case .renew(let id, let until):
      return change(RenewLoans(.ids([id]), until: until), "\(command("renew", [id])) --until \(until)").messages
    case .giveBack(let ids, let person):
      return change(ReturnRecords(.ids(ids), from: person), command("return", ids)).messages
    case .queue(let ids): return change(AddToQueue(.ids(ids)), queueCommand("add", ids)).messages
    case .unqueue(let ids): return change(RemoveFromQueue(.ids(ids)), queueCommand("remove", ids)).messages
    case .undo(let isSure, let way): return undo(.changes, isSure, way)
    case .redo(let isSure, let way): return undo(.undos, isSure, way)
    case .saveFilter(let name, let query):
      return change(SaveFilter(name, query), "filter save \(name) \(query)").messages
    case .renameFilter(let old, let new):
      return change(RenameFilter(old, to: new), "filter rename \(old) \(new)").messages
    case .deleteFilter(let name): return change(DeleteFilter(name), "filter delete \(name)").messages
    case .setGoal(let year, let text):
      let option = year == host.makeHost().today().year ? "" : " --year \(year)"
      return change(SetGoal(year: year, text), "goal \(text)\(option)").messages
    case .preview(let finding, let repair, let answers): return preview(finding, repair, answers)
    case .repair(let finding, let repair, let answers):
      return change(RepairProblem(finding, repair, answers: answers), "doctor --fix").messages
    case .history(let id): return page { try pages.history(id, live.library) }
    case .difference(let commit, let path, let oldPath):
      return page { try pages.difference(commit, path, oldPath, live.library) }
    case .statistics: return page { statistics }
    case .sync(let settling, let commits):
      BrowserSync(host: host, inbox: inbox).begin(settling: settling, commits: commits)
      return []
    }
  }

  // MARK: - Pages

  private var pages: BrowserHistory { BrowserHistory(host: host) }

  private func page(_ make: () throws -> BrowserRequest.Outcome) -> [BrowserMessage] {
    do { return [.outcome(try make())] } catch { return [.outcome(.refused(Wording.reason(error)))] }
  }

  private var statistics: BrowserRequest.Outcome {
    let library = live.library
    let numbers = Statistics(of: library, today: host.makeHost().today())
    let page = StatsPage(numbers, name: library.manifest.name, terminal: host.page, ratings: host.look.ratings)
    return .page(title: "Statistics", page.lines())
  }

  private func preview(_ finding: Finding, _ repair: Repair, _ answers: [Int]) -> [BrowserMessage] {
    page {
      let outcome = try RepairProblem(finding, repair, answers: answers)
        .preview(in: live.library, host: host.makeHost())
      return .asksAbout(
        repair.description, outcome.changes.flatMap(DiffText.lines), .repair(finding, repair, answers))
    }
  }

  // MARK: - Commands

  /// Runs a command that takes over the terminal, and returns what it changed.
  package func run(_ words: [String], waits: Bool) -> [BrowserMessage] {
    let before = entries()
    let drafts = runner.drafts()
    // The history shows the record's title, because an id means nothing to the user.
    let record = words.count == 2 && words[0] == "edit" ? RecordID(words[1]) : nil
    let start = ContinuousClock.now
    let status = runner.run(words, waits, record.map { "edit \(names([$0]))" })
    var messages = changes(since: before)
    sequencesOfThisSession.formUnion(entries().subtracting(before))
    let kept = runner.drafts().last { !drafts.contains($0) }
    if waits || status != 0 {
      // This key starts the next command.
      if runner.pause() == Array(":".utf8) { messages.append(.key(.text(":"))) }
      // The command printed the path, but the browser's screen now covers that output.
      if let kept { messages.append(.outcome(.refused("not saved; your text is in \(kept)"))) }
    } else if !messages.isEmpty {
      let files = readEntries().filter { !before.contains($0.sequence) }.flatMap(\.files).map(\.path)
      let names = files.map { live.library.record(at: $0).map(Wording.name) ?? $0 }
      messages.append(.outcome(.done("Changed \(Wording.list(names))", canUndo: true)))
    } else if let kept, ContinuousClock.now - start < .seconds(1) {
      // The editor returned faster than anyone can read, so it probably opened a window and returned without waiting.
      let text = "nothing to change; the draft is in \(kept), in case your editor is still open"
      messages.append(.outcome(.refused(text)))
    }
    return messages
  }

  // MARK: - Acts

  private static let operators: [Assignment.Operation: String] = [.set: "=", .add: "+=", .remove: "-="]

  /// The result of an act.
  struct Done {
    var outcome: Outcome?
    /// The question that must be answered before the act can be carried out.
    var question: Question?
    /// The reason why an undo failed.
    var undoFailure: UndoPlan.Failure?
    var messages: [BrowserMessage]
  }

  /// Performs an act and describes its outcome. If another program holds the lock, stores its name in `holder`.
  ///
  /// - Parameter name: the command that the history shows for this change.
  func change(_ act: some Act, _ name: String, _ answers: Answers = Answers(), canUndo: Bool = true) -> Done {
    let policy = ChangePolicy(command: DisplayWidth.truncate(VisibleText.line(name), to: 120))
    var done = Done(messages: [])
    do {
      let workspace = try host.workspace(waitsForLock: false)
      var made = act.isLocal ? try make(act, answers, over: live.library, workspace, policy) : nil
      if made == nil { made = try make(act, answers, over: nil, workspace, policy) }
      guard let (change, outcome) = made else { return done }
      done.outcome = outcome
      done.messages = news(of: outcome)
      let text = OutcomeText(outcome, localTime: host.look.localTime, path: nil)
      var lines = text.lines + text.kept
      for case .doubtful(let doubt) in outcome.notes { lines.append(Wording.doubt(doubt)) }
      lines += [change.obstacle.map(Wording.text)].compactMap { $0 }
      do {
        if let said = try change.commit(outcome, message: { CommitMessage($0).text }) { lines.append(said) }
        if case .repaired(_, let left?) = outcome.result { done.messages.append(.findings(left)) }
        done.messages.append(.outcome(.done(BrowserWorker.summary(lines), canUndo: canUndo && outcome.isMade)))
      } catch let error as Repository.CommitFailure {
        let (failure, said) = GitCommit.afterChange.failure(error)
        let words = [Wording.reason(failure), said] + lines
        done.messages.append(.outcome(.refused(words.filter { !$0.isEmpty }.joined(separator: " · "))))
      }
    } catch let question as Question {
      done.question = question
      done.messages = [.outcome(.refused(Wording.reason(question)))]
    } catch ActRefusal.changedMeanwhile(let path, let fields) {
      changed.insert(path)
      let reason = Wording.reason(ActRefusal.changedMeanwhile(path: path, fields: fields))
      done.messages = [.library(reread([path])), .outcome(.overtaken(reason))]
    } catch {
      if case .locked(let name)? = error as? TransactionError { holder = name }
      done.undoFailure = error as? UndoPlan.Failure
      done.messages = [.outcome(.refused(Wording.reason(error)))]
    }
    return done
  }

  /// Makes a change against a known snapshot, or against a fresh read.
  ///
  /// - Returns: nil if the snapshot is outdated, because another program has just changed one of the files.
  private func make(
    _ act: some Act, _ answers: Answers, over known: Library?, _ workspace: Workspace, _ policy: ChangePolicy
  ) throws -> (change: LibraryChange, outcome: Outcome)? {
    var change = try LibraryChange(workspace, policy, known: known)
    _ = try change.plan(act, answers)
    do throws(TransactionError) {
      let outcome = try change.make()
      return (change, outcome)
    } catch {
      guard case .changed = error, known != nil else { throw error }
    }
    change.release()
    return nil
  }

  /// Records that a change was made in this session, and returns the new snapshot as a message.
  private func news(of outcome: Outcome) -> [BrowserMessage] {
    guard let sequence = outcome.sequence else { return [] }
    sequencesOfThisSession.insert(sequence)
    let paths = outcome.changes.map(\.path)
    changed.formUnion(paths)
    return [.library(reread(paths))]
  }

  private static func summary(_ lines: [String]) -> String {
    let shown = lines.prefix(3).flatMap { $0.split(separator: "\n") }.map { String($0).trimmed }.filter { !$0.isEmpty }
    if shown.isEmpty { return "done" }
    return shown.joined(separator: " · ") + (lines.count > 3 ? " and \(Wording.number(lines.count - 3)) more" : "")
  }

  private func add(
    _ kind: Kind, _ values: [(key: String, value: String)], isSure: Bool, _ found: FoundBook?
  ) -> [BrowserMessage] {
    let title = values.first { $0.key == kind.titleKey }?.value ?? ""
    let isOwned = kind.field(.owner).map { owner in values.contains { $0.key == owner.key } } ?? true
    var answers = Answers()
    answers.allowsDuplicate = isSure
    // The form starts with the default state. The user has not chosen this state, so it is not treated as an explicit
    // value.
    let said = values.filter { given in
      !kind.fields.contains { $0.key == given.key && $0.has(.state) && $0.defaultText == given.value }
    }
    let inputs = said.map { FieldInput($0.key, .set, $0.value) }
    let name = "\(kind.singular) add \(Wording.short(title))"
    let done: Done
    if let found {
      var act = AddFoundBooks([found], inputs)
      act.createsMissing = true
      done = change(act, name, answers)
    } else {
      done = change(AddRecord(kind, inputs, createsMissing: true, belongsToNothing: !isOwned), name, answers)
    }
    if case .duplicate(let duplicate)? = done.question {
      return [
        .outcome(
          .asks(
            "There is already \(Wording.name(duplicate)). Add another one?",
            .add(kind, values, isSure: true, found: found))
        )
      ]
    }
    let made = done.outcome.flatMap { outcome in outcome.isMade ? outcome.created.last : nil }
    return done.messages + [made.map { .made($0.id) }].compactMap { $0 }
  }

  // MARK: - Detecting changes

  /// The journal's history as of the last read.
  var history: Journal.History?

  private func readEntries() -> [JournalEntry] {
    history = (try? journal.readHistory(since: history)) ?? history
    return history?.entries ?? []
  }

  private func entries() -> Set<Int> { Set(readEntries().map(\.sequence)) }

  /// Returns the new snapshot if the journal has entries that were not there before.
  private func changes(since before: Set<Int>) -> [BrowserMessage] {
    let new = readEntries().filter { !before.contains($0.sequence) }
    let paths = new.flatMap(\.files).map(\.path)
    changed.formUnion(paths)
    return new.isEmpty ? [] : [.library(reread(paths))]
  }

  /// The worker's own snapshot of the library.
  var live: LiveLibrary

  private func reread(_ paths: [String]) -> Library {
    try? live.follow(.files(Set(paths)))
    return live.library
  }

  // MARK: - Names

  /// Returns the text with record ids replaced with titles, since ids mean nothing to the user.
  ///
  /// - Parameters:
  ///   - quote: formats a title, by default with quotation marks.
  ///   - changes: a fallback source of titles, for records that have been deleted.
  func titled(
    _ text: String, _ quote: (String) -> String = { "“\($0)”" }, changes: [RecordChange] = []
  ) -> String {
    text.replacing(/[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/) { match in
      guard let id = RecordID(String(match.output.0)) else { return String(match.output.0) }
      let title = live.library.record(id)?.title ?? changes.first { $0.id == id }?.title
      return title.map { quote(Wording.short($0)) } ?? "a deleted record"
    }
  }

  /// Returns the equivalent command, which the history shows for an act, such as `book finish Dune`.
  func command(_ verb: String, _ ids: [RecordID]) -> String {
    let records = ids.compactMap { live.library.record($0) }
    let kinds = Set(records.map(\.kind))
    let kind = kinds.count == 1 ? records.first.map { "\($0.kind.singular) " } : nil
    return (kind ?? "") + phrase([verb], ids)
  }

  private func queueCommand(_ verb: String, _ ids: [RecordID]) -> String { phrase(["queue", verb], ids) }

  /// Returns the words followed by the titles of the first three records.
  private func phrase(_ words: [String], _ ids: [RecordID]) -> String {
    let titles = ids.compactMap { live.library.record($0) }.prefix(3).map { Wording.short($0.title) }
    return (words + titles).joined(separator: " ")
      + (ids.count > titles.count ? " and \(Wording.number(ids.count - titles.count)) more" : "")
  }

  /// Returns whether a field refers to records that are created simply by naming them, such as tags.
  private func isMadeByName(_ key: String, _ ids: [RecordID]) -> Bool {
    let kind = ids.first.flatMap { live.library.record($0)?.kind }
    return kind.flatMap { live.library.schema.field(key, of: $0)?.type.target?.isMadeByName } ?? false
  }

  private func names(_ ids: [RecordID]) -> String {
    let titles = ids.prefix(3).map { id in live.library.record(id).map(Wording.name) ?? id.short }
    return Wording.list(titles + (ids.count > 3 ? ["\(Wording.number(ids.count - 3)) more"] : []))
  }
}
