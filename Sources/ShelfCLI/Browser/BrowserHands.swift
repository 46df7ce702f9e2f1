import ArgumentParser
import Dispatch
import ShelfBrowser
import ShelfDoctor
import ShelfHistory
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfText
import ShelfWording
import Synchronization

/// Carries out what the browser wants: by the commands for it, which print into a pane.
final class BrowserHands {
  private let context: Context
  private let workspace: Workspace
  private let inbox: BrowserInbox
  /// Who has the library, if that is why the last deed was not done.
  private var holder: String?
  /// The entries of the history that were made here.
  private var own: Set<Int> = []

  /// - Parameter library: the library as the browser shows it at first.
  init(_ context: Context, _ workspace: Workspace, _ library: Library, _ inbox: BrowserInbox) {
    live = LiveLibrary(workspace, library)
    self.context = context
    self.workspace = workspace
    self.inbox = inbox
  }

  /// Carries out a deed, and returns what the browser is to be told.
  ///
  /// While another program has the library, nobody waits here: the browser hears of it, and goes on.
  func perform(_ deed: Deed) -> [Message] {
    holder = nil
    let messages = carryOut(deed)
    return holder.map { [.held(by: $0)] } ?? messages
  }

  private func carryOut(_ deed: Deed) -> [Message] {
    switch deed {
    case .assign(let ids, let assignments):
      return change("set \(assignments.joined(separator: " ")) of \(names(ids))") { context in
        try self.command(["set", "--create"] + ids.map(\.description) + assignments.map(BrowserHands.literal), context)
      }
    case .state(let kind, let phase, let ids):
      let verb = kind.field(.state)?.states?[phase]?.verb ?? "change"
      return change("\(verb.lowercased()) \(names(ids))") { context in
        try StateChange(kind: kind, phase: phase).run(
          ids.map(\.description), RecordsChangeOptions.parse([]), in: context)
      }
    case .add(let kind, let values, let isSure):
      let title = values.first { $0.key == kind.titleKey }?.value ?? ""
      let words = values.map { "--\($0.key)=" + BrowserHands.literalValue($0.value) }
      let isOwned = kind.field(.owner).map { owner in values.contains { $0.key == owner.key } } ?? true
      let refusal = isOwned ? [] : [OwnerChoice.refusal(of: kind)].compactMap { $0 }
      let before = Set(live.library.records(of: kind).map(\.id))
      var twin: String?
      let messages = change("\(kind.singular) add \(Wording.short(title))") { context in
        do {
          try self.command(
            [kind.singular, "add", "--create"] + (isSure ? ["--duplicate"] : []) + words + refusal, context)
        } catch let error as CommandError {
          if error.isDuplicate { twin = error.report.message }
          throw error
        }
      }
      if let twin {
        let question = twin.prefix(1).uppercased() + twin.dropFirst() + ". Add another one?"
        return [.outcome(.asks(question, .add(kind, values, isSure: true)))]
      }
      let made = live.library.records(of: kind).first { !before.contains($0.id) }
      return messages + [made.map { .made($0.id) }].compactMap { $0 }
    case .delete(let ids):
      return change("delete \(names(ids))") { context in
        try self.command(["delete", "--yes"] + ids.map(\.description), context)
      }
    case .undo(let isSure): return takeBack("undo", .changes, isSure)
    case .redo(let isSure): return takeBack("redo", .undos, isSure)
    case .saveFilter(let name, let query):
      return change("filter save \(name)") { context in
        try self.command(["filter", "save", name, query], context)
      }
    case .renameFilter(let old, let new):
      return change("filter rename \(old) \(new)") { try self.command(["filter", "rename", "--", old, new], $0) }
    case .deleteFilter(let name):
      return change("filter delete \(name)") { try self.command(["filter", "delete", "--", name], $0) }
    case .preview(let finding, let repair, let answers): return preview(finding, repair, answers)
    case .repair(let finding, let repair, let answers): return make(repair, of: finding, answers)
    case .history(let id): return history(id)
    case .difference(let commit, let path, let oldPath): return difference(commit, path, oldPath)
    case .statistics: return page("Statistics", ["stats"])
    case .sync(let settling): return sync(settling)
    }
  }

  /// Keeps what was being typed, and says where.
  func keep(_ text: TypedText) {
    do {
      let path = try KeptText(workspace).keep(text)
      context.note("what you had typed is kept in \(path); the browser offers it again")
    } catch {
      context.warn("what you had typed could not be kept: \(BrowserHands.words(error))")
    }
  }

  /// Runs a command that has the terminal for itself.
  func run(_ words: [String], waits: Bool) -> [Message] {
    let arguments = waits ? ShellWords.split(words[0]) ?? words : words
    let before = entries()
    var context = self.context
    context.refreshClock()
    let rest = arguments.first == "shelf" ? Array(arguments.dropFirst()) : arguments
    if rest.first == "browse" { return [.outcome(.refused("this is the browser already"))] }
    // An id is no name that anybody would know.
    let record = rest.count == 2 && rest[0] == "edit" ? RecordID(rest[1]) : nil
    let drafts = KeptText(workspace).draftsOfFiles()
    let status = Shelf.run(rest, in: context, named: record.map { "edit \(names([$0]))" })
    var messages = changes(since: before)
    own.formUnion(entries().subtracting(before))
    if waits || status != 0 {
      _ = try? context.print("")
      let prompt = TextStyle.dim.apply(to: "Enter leads back to the browser.", depth: context.terminal.depth)
      _ = try? context.write(Array(prompt.utf8))
      var lines = LineReader(descriptor: context.input)
      _ = lines.next()
      // What was on the screen a moment ago is soon forgotten.
      if let draft = KeptText(workspace).draftsOfFiles().last(where: { !drafts.contains($0) }) {
        messages.append(.outcome(.refused("not saved; your text is kept in \(draft)")))
      }
    } else if !messages.isEmpty {
      let files = readEntries().filter { !before.contains($0.sequence) }.flatMap(\.files).map(\.path)
      let names = files.map { live.library.record(at: $0).map(Wording.name) ?? $0 }
      messages.append(.outcome(.done("Changed \(Wording.list(names))", canUndo: true)))
    }
    return messages
  }

  // MARK: - Commands

  /// Parses a command, and runs it.
  private func command(_ arguments: [String], _ context: Context) throws {
    let command = try Shelf.command(for: arguments)
    if let command = command as? any ContextCommand { try command.run(in: context) }
  }

  /// What became of a command: what it printed, or why it failed.
  private struct Said {
    let text: String
    let error: String?
  }

  /// Does something whose output is kept.
  ///
  /// - Parameter isPatient: whether another program that has the library is waited for.
  private func capture(
    _ name: String, width: Int? = nil, isPatient: Bool = false, _ take: (@Sendable (String) -> Void)? = nil,
    _ body: (Context) throws -> Void
  ) -> Said {
    let collected = Collected()
    guard
      let capture = OutputCapture(take: { bytes in
        collected.bytes.withLock { $0 += bytes }
        take?(String(decoding: bytes, as: UTF8.self))
      })
    else { return Said(text: "", error: "the system has no more pipes") }
    var context = self.context
    context.memory = Context.Memory()
    context.refreshClock()
    context.output = capture.descriptor
    context.errors = capture.descriptor
    context.isInteractive = false
    context.commandLine = name
    context.environment["PAGER"] = "cat"
    context.shownOn = width.map { context.page(width: $0) }
    context.lockPatience = isPatient ? context.lockPatience : 0
    var failure: String?
    do { try body(context) } catch {
      if !isPatient, case .locked(let holder)? = error as? TransactionError { self.holder = holder }
      failure = BrowserHands.words(error)
    }
    capture.finish()
    return Said(text: String(decoding: collected.bytes.withLock { $0 }, as: UTF8.self), error: failure)
  }

  private final class Collected: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  static func words(_ error: any Error) -> String {
    if let declined = error as? Declined { return declined.text }
    let report = (CommandError(error) ?? CommandError(usage: "\(error)", "\(error)")).report
    return report.message + (report.hint.map { " — \($0)" } ?? "")
  }

  /// Does something that changes the library, and says what was done.
  private func change(_ name: String, canUndo: Bool = true, _ body: (Context) throws -> Void) -> [Message] {
    let before = entries()
    let said = capture(DisplayWidth.truncate(VisibleText.line(name), to: 120)) { try body($0) }
    let news = changes(since: before)
    own.formUnion(entries().subtracting(before))
    let lines = said.text.split(separator: "\n").map(String.init)
    if let error = said.error { return news + [.outcome(.refused(([error] + lines).joined(separator: " · ")))] }
    let shown = lines.prefix(3).map { $0.trimmed }.filter { !$0.isEmpty }
    let more = lines.count > 3 ? " and \(lines.count - 3) more" : ""
    let text = shown.isEmpty ? "done" : shown.joined(separator: " · ")
    return news + [.outcome(.done(text + more, canUndo: canUndo && !news.isEmpty))]
  }

  private func page(_ title: String, _ arguments: [String]) -> [Message] {
    let said = capture(arguments.joined(separator: " "), width: max(16, context.terminal.width - 4)) {
      try self.command(arguments, $0)
    }
    if let error = said.error { return [.outcome(.refused(error))] }
    return [.outcome(.page(title: title, text: said.text))]
  }

  // MARK: - History

  /// Shows what `log` says of a record; each commit leads to the lines that it changed.
  private func history(_ id: RecordID) -> [Message] {
    guard let record = live.library.record(id) else { return page("History", ["log", id.description]) }
    let said = capture("log", width: max(16, context.terminal.width - 4)) {
      try self.command(["log", id.description], $0)
    }
    if let error = said.error { return [.outcome(.refused(error))] }
    var lines = said.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let repository = try? workspace.repository(),
      let entries = try? repository.history(of: record, schema: live.library.schema)
    else { return [.outcome(.page(title: "History of \(names([id]))", text: said.text))] }
    // Each entry begins with its commit, at the margin.
    var heads = lines.indices.filter { line in
      let text = AnsiText.lines(lines[line]).first?.plain ?? ""
      return entries.contains { text.hasPrefix($0.commit.short) }
    }
    var links: [PageLink] = []
    let last = (try? repository.contents(of: [record.path], in: .commit("HEAD")))?[record.path]
    if last != record.source, !entries.isEmpty {
      lines.insert(contentsOf: ["not committed yet", "  changed since the last commit", ""], at: 0)
      heads = heads.map { $0 + 3 }
      links.append(PageLink(line: 0, deed: .difference(commit: nil, path: record.path, oldPath: nil)))
    }
    if heads.count == entries.count {
      links += zip(heads, entries).map { line, entry in
        let change = entry.records.first
        return PageLink(
          line: line,
          deed: .difference(
            commit: entry.commit.hash, path: change?.path ?? record.path, oldPath: change?.oldPath))
      }
    }
    return [
      .outcome(.page(title: "History of \(names([id]))", text: lines.joined(separator: "\n"), links: links))
    ]
  }

  /// Shows what a commit changed in a file.
  private func difference(_ commit: String?, _ path: String, _ oldPath: String?) -> [Message] {
    do {
      let repository = try workspace.repository()
      func contents(_ path: String, _ commit: String?) throws -> [UInt8]? {
        guard let commit else { return nil }
        return try repository.contents(of: [path], in: .commit(commit))[path]
      }
      let parent = commit.map { try? repository.commit($0 + "^") } ?? "HEAD"
      let change = FileChange(
        path: path, old: try contents(oldPath ?? path, parent),
        new: try commit.map { try contents(path, $0) } ?? live.library.record(at: path)?.source)
      var context = self.context
      context.shownOn = context.page(width: max(16, context.terminal.width - 4))
      let text = DiffText.render(change, context)
      let title = commit.map { "\(path) in \($0.prefix(9))" } ?? "\(path) since the last commit"
      return [.outcome(.page(title: title, text: text.isEmpty ? "The contents are the same." : text))]
    } catch { return [.outcome(.refused(BrowserHands.words(error)))] }
  }

  // MARK: - What has changed

  /// The history as it was read last.
  private var history: Journal.History?

  private func readEntries() -> [JournalEntry] {
    history = (try? workspace.journal.readHistory(since: history)) ?? history
    return history?.entries ?? []
  }

  private func entries() -> Set<Int> { Set(readEntries().map(\.sequence)) }

  /// Returns the library as it is after changes of the history that there were not before.
  private func changes(since before: Set<Int>) -> [Message] {
    let new = readEntries().filter { !before.contains($0.sequence) }
    return new.isEmpty ? [] : [.library(reread(new.flatMap(\.files).map(\.path)))]
  }

  /// The library as it was read last, here.
  private var live: LiveLibrary

  private func reread(_ paths: [String]) -> Library {
    try? live.catchUp(with: .files(Set(paths)))
    return live.library
  }

  // MARK: - Undo

  private func takeBack(_ verb: String, _ aim: UndoPlan.Aim, _ isSure: Bool) -> [Message] {
    _ = readEntries()
    let plan = try? UndoPlan(1, aim, workspace.journal, known: history)
    if !isSure, let entry = plan?.entries.first, !own.contains(entry.sequence) {
      let deed: Deed = aim == .changes ? .undo(isSure: true) : .redo(isSure: true)
      let what = aim == .changes ? "Take it back?" : "Make it again?"
      return [.outcome(.asks("“\(VisibleText.line(entry.command))” was not done in this browser. \(what)", deed))]
    }
    return change(verb, canUndo: false) { try self.command([verb, "--yes"], $0) }
  }

  // MARK: - Texts that are nothing else

  /// Returns an assignment whose value never names a file.
  private static func literal(_ assignment: String) -> String {
    guard let equals = assignment.firstIndex(of: "=") else { return assignment }
    return assignment[...equals] + literalValue(String(assignment[equals...].dropFirst()))
  }

  private static func literalValue(_ value: String) -> String {
    let rest = value.drop { $0 == "\\" }
    return rest.hasPrefix("@") || rest == "-" ? "\\" + value : value
  }

  private func names(_ ids: [RecordID]) -> String {
    let titles = ids.prefix(3).map { id in live.library.record(id).map(Wording.name) ?? id.short }
    return Wording.list(titles + (ids.count > 3 ? ["\(ids.count - 3) more"] : []))
  }

  // MARK: - Problems

  /// Examines the library as doctor does, and has repairs made in it or looked at.
  private func examine(_ context: Context, _ body: (inout RepairRun) throws -> Bool) throws {
    let change = try Change(workspace, ChangeRequest(command: context.commandLine), in: context)
    let run = try DoctorRun(DoctorOptions.parse([]), workspace, change.library, in: context)
    var repairs = RepairRun(run.library, strays: run.strays, doctor: run.doctor)
    guard try body(&repairs) else { return }
    let outcome = try change.make(repairs.changes)
    try change.commitToGit(outcome) { DoctorRepair.message(repairs.repaired) }
    findings = repairs.remaining
  }

  /// The problems that were left after the last repair.
  private var findings: [Finding] = []

  /// Returns a repair as the library has it by now, with the answers that were given; nil if it is not the same any more.
  private func current(_ repair: Repair, _ finding: Finding, _ answers: [Int], _ run: RepairRun) -> Repair? {
    func questions(_ repair: Repair) -> [[String]] { repair.questions.map { [$0.field] + $0.answers.map(\.text) } }
    let same = run.remaining.first { $0.identity == finding.identity }
    guard let now = same?.repairs.first(where: { $0.name == repair.name }), questions(now) == questions(repair) else {
      return nil
    }
    return answers.isEmpty ? now : now.answered(answers)
  }

  private static let another = "the problem is another one by now"

  private func preview(_ finding: Finding, _ repair: Repair, _ answers: [Int]) -> [Message] {
    var diff: String?
    let width = max(16, context.terminal.width - 8)
    let said = capture("doctor", width: width) { context in
      try self.examine(context) { run in
        guard let repair = self.current(repair, finding, answers, run) else { return false }
        diff = try run.preview(repair).map { DiffText.render($0, context) }.joined()
        return false
      }
    }
    if let error = said.error { return [.outcome(.refused(error))] }
    guard let diff else { return [.outcome(.refused(BrowserHands.another))] }
    return [.outcome(.asksAbout(repair.description, text: diff, .repair(finding, repair, answers)))]
  }

  private func make(_ repair: Repair, of finding: Finding, _ answers: [Int]) -> [Message] {
    let before = entries()
    var isMade = false
    let said = capture("doctor --fix") { context in
      try self.examine(context) { run in
        guard let repair = self.current(repair, finding, answers, run), run.make(only: repair, of: finding) else {
          return false
        }
        isMade = true
        return true
      }
    }
    if let error = said.error { return [.outcome(.refused(error))] }
    guard isMade else { return [.outcome(.refused(BrowserHands.another))] }
    let news = changes(since: before)
    own.formUnion(entries().subtracting(before))
    let name = finding.record.map(Wording.name) ?? finding.path
    return news + [
      .findings(findings), .outcome(.done("Repaired \(name): \(repair.description)", canUndo: true)),
    ]
  }

  // MARK: - Synchronizing

  /// Synchronizes on another thread, and passes on what is said.
  ///
  /// That thread uses `capture` and `command`, which read nothing of the hands but the context, a value that never changes
  /// here. Its memory, which is shared and does change, is replaced in `capture` by one of its own.
  private func sync(_ settling: MergePolicy?) -> [Message] {
    let hands = Unshared(self)
    let inbox = inbox
    DispatchQueue(label: "shelf.browser.sync").async {
      let width = max(16, hands.value.context.terminal.width - 4)
      var isConflict = false
      let said = hands.value.capture("sync", width: width, isPatient: true, { inbox.put(.progress($0)) }) { context in
        do {
          try hands.value.command(["sync"] + (settling.map { ["--conflicts", $0.rawValue] } ?? []), context)
        } catch let error as CommandError {
          isConflict = error.isMergeConflict
          throw error
        }
      }
      inbox.put(.outcome(.synchronized(failure: said.error, isConflict: isConflict)))
    }
    return []
  }
}
