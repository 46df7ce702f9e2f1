import ArgumentParser
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

/// Carries out what the browser wants: by the commands for it, which print into a pane.
final class BrowserHands {
  private let context: Context
  private let workspace: Workspace
  private let inbox: BrowserInbox
  private let captured: CapturedCommand
  private let repairs: BrowserRepairs
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
    captured = CapturedCommand(context: context)
    repairs = BrowserRepairs(captured, workspace)
  }

  /// Takes the library as it was read after others have changed it.
  func take(_ library: Library) { live = LiveLibrary(workspace, library) }

  /// The files that were changed here and not taken yet by whoever follows the library.
  private var changed: Set<String> = []

  /// Returns the files that were changed here since the last time: others may have changed more meanwhile.
  func takeChanged() -> Set<String> {
    defer { changed = [] }
    return changed
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
      return change("set \(titled(assignments.joined(separator: " "), { $0 })) of \(names(ids))") { context in
        try CapturedCommand.run(
          ["set", "--create"] + ids.map(\.description) + assignments.map(BrowserHands.literal), context)
      }
    case .state(let kind, let phase, let ids):
      let verb = kind.field(.state)?.states?[phase]?.verb ?? "change"
      return change("\(verb.lowercased()) \(names(ids))") { context in
        try RecordsChangeOptions.parse([]).enter(phase, kind, ids.map(\.description), in: context)
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
          try CapturedCommand.run(
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
        try CapturedCommand.run(["delete", "--yes"] + ids.map(\.description), context)
      }
    case .undo(let isSure, let way): return takeBack("undo", .changes, isSure, way)
    case .redo(let isSure, let way): return takeBack("redo", .undos, isSure, way)
    case .saveFilter(let name, let query):
      return change("filter save \(name)") { context in
        try CapturedCommand.run(["filter", "save", name, query], context)
      }
    case .renameFilter(let old, let new):
      return change("filter rename \(old) \(new)") {
        try CapturedCommand.run(["filter", "rename", "--", old, new], $0)
      }
    case .deleteFilter(let name):
      return change("filter delete \(name)") { try CapturedCommand.run(["filter", "delete", "--", name], $0) }
    case .setGoal(let year, let text):
      return change("goal for \(year): \(text)") {
        var change = try Change(workspace, ChangeRequest(command: $0.commandLine), in: $0)
        _ = try change.plan(SetGoal(year: year, text))
        try change.commit()
      }
    case .preview(let finding, let repair, let answers):
      let (said, messages) = repairs.preview(finding, repair, answers)
      holder = said.holder
      return messages
    case .repair(let finding, let repair, let answers): return make(repair, of: finding, answers)
    case .history(let id): return pages.history(id, live.library)
    case .difference(let commit, let path, let oldPath):
      return pages.difference(commit, path, oldPath, live.library)
    case .statistics: return page("Statistics", ["stats"])
    case .sync(let settling, let commits):
      BrowserSync(captured: captured, inbox: inbox).begin(settling: settling, commits: commits)
      return []
    }
  }

  private var pages: BrowserHistory { BrowserHistory(captured: captured, workspace: workspace) }

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
    // What was typed is a program of its own, which Ctrl-C ends without this one.
    let status =
      waits
      ? runApart(rest, context) : Shelf.run(rest, in: context, named: record.map { "edit \(names([$0]))" })
    var messages = changes(since: before)
    own.formUnion(entries().subtracting(before))
    if waits || status != 0 {
      _ = try? context.print("")
      let prompt = TextStyle.dim.apply(to: "Any key leads back to the browser.", depth: context.terminal.depth)
      _ = try? context.write(Array(prompt.utf8))
      if let terminal = RawTerminal(input: context.input, output: context.output, start: "", end: "") {
        waitForKey(terminal)
        terminal.giveBack()
      }
      // What the next command prints begins on a line of its own.
      _ = try? context.print("")
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

  /// Runs a command in a process of its own, where the program is known, and returns its exit status.
  private func runApart(_ arguments: [String], _ context: Context) -> Int32 {
    guard let path = context.program else { return Shelf.run(arguments, in: context) }
    var environment = context.environment
    environment["SHELF_LIBRARY"] = workspace.root
    let color = context.color == .auto ? [] : ["--color", context.color.rawValue]
    let program = ExternalProgram(path, color + arguments, environment: environment)
    return (try? program.run()) ?? Shelf.run(arguments, in: context)
  }

  /// Returns a line that a command says without what nobody reads in passing: the id and the file of a new record.
  private static func told(_ line: String) -> String? {
    if RecordID(String(line.trimmed.prefix(36))) != nil { return nil }
    guard line.hasPrefix("Added "), let end = line.firstRange(of: "”  ") else { return line }
    return String(line[..<end.lowerBound]) + "”"
  }

  private func waitForKey(_ terminal: RawTerminal) {
    while true {
      switch terminal.read() {
      case .resized, .resumed, .timeout: continue
      case .bytes, .end: return
      case .ending(let signal): RawTerminal.end(by: signal)
      }
    }
  }

  // MARK: - Commands

  /// Does something whose output is kept; if another program has the library, remembers who that is.
  private func capture(_ name: String, width: Int? = nil, _ body: (Context) throws -> Void) -> CapturedCommand.Said {
    let said = captured.capture(name, width: width) { try body($0) }
    holder = said.holder ?? holder
    return said
  }

  /// Does something that changes the library, and says what was done.
  private func change(_ name: String, canUndo: Bool = true, _ body: (Context) throws -> Void) -> [Message] {
    let before = entries()
    let said = capture(DisplayWidth.truncate(VisibleText.line(name), to: 120)) { try body($0) }
    let news = changes(since: before)
    own.formUnion(entries().subtracting(before))
    let lines = said.text.split(separator: "\n").compactMap { BrowserHands.told(String($0)) }
    if let error = said.error { return news + [.outcome(.refused(([error] + lines).joined(separator: " · ")))] }
    let shown = lines.prefix(3).map { $0.trimmed }.filter { !$0.isEmpty }
    let more = lines.count > 3 ? " and \(lines.count - 3) more" : ""
    let text = shown.isEmpty ? "done" : shown.joined(separator: " · ")
    return news + [.outcome(.done(text + more, canUndo: canUndo && !news.isEmpty))]
  }

  private func page(_ title: String, _ arguments: [String]) -> [Message] {
    let said = capture(arguments.joined(separator: " "), width: captured.pageWidth) {
      try CapturedCommand.run(arguments, $0)
    }
    if let error = said.error { return [.outcome(.refused(error))] }
    return [.outcome(.page(title: title, text: said.text))]
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
    let paths = new.flatMap(\.files).map(\.path)
    changed.formUnion(paths)
    return new.isEmpty ? [] : [.library(reread(paths))]
  }

  /// The library as it was read last, here.
  private var live: LiveLibrary

  private func reread(_ paths: [String]) -> Library {
    try? live.catchUp(with: .files(Set(paths)))
    return live.library
  }

  // MARK: - Undo

  private func takeBack(_ verb: String, _ aim: UndoPlan.Aim, _ isSure: Bool, _ way: Deed.UndoWay) -> [Message] {
    let (before, old) = (entries(), live.library)
    let plan = try? UndoPlan(1, aim, workspace.journal, known: history)
    if !isSure, let plan, let entry = plan.entries.first, !own.contains(entry.sequence) { return [ask(plan, entry)] }
    let option: [String] =
      switch way {
      case .plain: []
      case .merges: ["--merge"]
      case .skips: ["--skip"]
      }
    var offer: Message?
    let messages = change(verb, canUndo: false) { context in
      do { try CapturedCommand.run([verb, "--yes"] + option, context) } catch let error as UndoPlan.Failure {
        if case .plain = way { offer = BrowserHands.offer(error, aim) }
        throw error
      }
    }
    if let offer { return [offer] }
    // What is there again is what somebody wants to see: the book, and not one of its quotes.
    let files = readEntries().first { !before.contains($0.sequence) }?.files ?? []
    let back = files.compactMap { old.record(at: $0.path) == nil ? live.library.record(at: $0.path) : nil }
    let first = back.min { $0.kind.rawValue < $1.kind.rawValue }
    return messages + [first.map { .made($0.id) }].compactMap { $0 }
  }

  /// How many files and lines say what would change.
  private static let shownChanges = 12

  /// Asks before something is taken back that was not done in this browser, and says what that changes.
  private func ask(_ plan: UndoPlan, _ entry: JournalEntry) -> Message {
    let (deed, what): (Deed, String) =
      plan.aim == .changes ? (.undo(isSure: true), "Take it back?") : (.redo(isSure: true), "Make it again?")
    let files = plan.changes.prefix(BrowserHands.shownChanges)
    let changes = RecordChange.changes(Array(files), live.library.schema)
    var lines = HistoryText(
      library: live.library, terminal: captured.context.terminal, localTime: captured.context.localTime
    ).lines(changes, changesManifest: plan.changes.contains { $0.path == Manifest.fileName })
    let hidden = plan.changes.count - files.count
    if lines.count > BrowserHands.shownChanges { lines = lines.prefix(BrowserHands.shownChanges) + ["…"] }
    if hidden > 0 { lines.append("and \(Wording.count(hidden, "more file"))") }
    let command = VisibleText.line(titled(entry.command, changes: changes))
    let time = captured.context.localTime.text(of: entry.time)
    return .outcome(
      .asksAbout(
        "“\(command)” was not done in this browser, but on \(time). \(what)",
        text: lines.map { titled($0, changes: changes) }.joined(separator: "\n"), deed))
  }

  /// Returns a text with the titles of records in place of their ids, which nobody knows.
  ///
  /// - Parameters:
  ///   - quote: puts a title between quotation marks, if it is to be.
  ///   - changes: what may have titles of records that are gone.
  private func titled(
    _ text: String, _ quote: (String) -> String = { "“\($0)”" }, changes: [RecordChange] = []
  ) -> String {
    text.replacing(/[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/) { match in
      guard let id = RecordID(String(match.output.0)) else { return String(match.output.0) }
      let title = live.library.record(id)?.title ?? changes.first { $0.id == id }?.title
      return title.map { quote(Wording.short($0)) } ?? "a record that is gone"
    }
  }

  /// Returns what can be done about a change whose files have been edited since; nil if nothing can.
  private static func offer(_ failure: UndoPlan.Failure, _ aim: UndoPlan.Aim) -> Message? {
    guard case .changed(let obstacles, _, _) = failure else { return nil }
    func deed(_ way: Deed.UndoWay) -> Deed {
      aim == .changes ? .undo(isSure: true, way: way) : .redo(isSure: true, way: way)
    }
    var offers: [(key: String, words: String, deed: Deed)] = []
    if obstacles.allSatisfy({ $0.state == .editedElsewhere }) {
      offers.append(("f", "Only the fields that it changed; the edits stay", deed(.merges)))
    }
    let before = aim == .changes ? "take back the change before it" : "make again what was taken back before it"
    offers.append(("b", "Leave it, and \(before)", deed(.skips)))
    return .outcome(.offers(CommandError(failure).report.message, offers))
  }

  // MARK: - Repairs

  private func make(_ repair: Repair, of finding: Finding, _ answers: [Int]) -> [Message] {
    let before = entries()
    guard let said = repairs.make(repair, of: finding, answers) else {
      return [.outcome(.refused(BrowserRepairs.another))]
    }
    holder = said.holder
    if let error = said.error { return [.outcome(.refused(error))] }
    let news = changes(since: before)
    own.formUnion(entries().subtracting(before))
    let name = finding.record.map(Wording.name) ?? finding.path
    return news + [
      .findings(repairs.findings), .outcome(.done("Repaired \(name): \(repair.description)", canUndo: true)),
    ]
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
}
