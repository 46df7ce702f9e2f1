import ShelfHistory
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// What was done is taken back, and made again; what was not done in this browser is asked about.
extension BrowserWorker {
  func takeBack(_ direction: UndoPlan.Direction, _ isSure: Bool, _ way: BrowserRequest.UndoWay) -> [Message] {
    let old = live.library
    var act = UndoOrRedo(direction)
    switch way {
    case .plain: break
    case .merges: act.merges = true
    case .skips: act.skips = true
    }
    if !isSure, let plan = try? UndoOrRedo(direction).undo(old, live.workspace, known: history),
      let entry = plan.entries.first,
      !own.contains(entry.sequence)
    {
      return [ask(plan, entry)]
    }
    // What was not done in this browser was asked about.
    var answers = Answers()
    answers.allowsForeign = true
    let done = change(act, direction == .changes ? "undo" : "redo", answers, canUndo: false)
    if let failure = done.undoFailure, case .plain = way, let offer = BrowserWorker.offer(failure, direction) {
      return [offer]
    }
    // What is there again is what a person wants to see: the book, and not one of its quotes.
    let files = done.outcome?.changes ?? []
    let back = files.compactMap { old.record(at: $0.path) == nil ? live.library.record(at: $0.path) : nil }
    let first = back.min { $0.kind.rawValue < $1.kind.rawValue }
    return done.messages + [first.map { .made($0.id) }].compactMap { $0 }
  }

  /// How many files and lines say what would change.
  private static let shownChanges = 12

  /// Asks before something is taken back that was not done in this browser, and says what that changes.
  private func ask(_ plan: UndoPlan, _ entry: JournalEntry) -> Message {
    let (request, what): (BrowserRequest, String) =
      plan.direction == .changes ? (.undo(isSure: true), "Take it back?") : (.redo(isSure: true), "Make it again?")
    let files = plan.changes.prefix(BrowserWorker.shownChanges)
    let changes = RecordChange.changes(Array(files), live.library.schema)
    var lines = HistoryText(live.library).lines(
      changes,
      manifest: plan.changes.first { $0.path == Manifest.fileName }.map { ManifestChange(old: $0.old, new: $0.new) })
    let hidden = plan.changes.count - files.count
    if lines.count > BrowserWorker.shownChanges { lines = lines.prefix(BrowserWorker.shownChanges) + ["…"] }
    if hidden > 0 { lines.append("and \(Wording.count(hidden, "more file"))") }
    let command = VisibleText.line(titled(entry.command, changes: changes))
    let time = host.look.localTime.text(of: entry.time)
    return .outcome(
      .asksAbout(
        "“\(command)” was not done in this browser, but on \(time). \(what)",
        lines.map { StyledText(titled($0, changes: changes)) }, request))
  }

  /// Returns what can be done about a change whose files have been edited since, or that was undone by other means; nil if
  /// nothing can.
  private static func offer(_ failure: UndoPlan.Failure, _ direction: UndoPlan.Direction) -> Message? {
    let obstacles: [UndoPlan.Obstacle]
    switch failure {
    case .changed(let found, _, _): obstacles = found
    case .settled: obstacles = []
    default: return nil
    }
    func request(_ way: BrowserRequest.UndoWay) -> BrowserRequest {
      direction == .changes ? .undo(isSure: true, way: way) : .redo(isSure: true, way: way)
    }
    var offers: [(key: String, words: String, request: BrowserRequest)] = []
    if !obstacles.isEmpty, obstacles.allSatisfy({ $0.state == .editedElsewhere }) {
      offers.append(("f", "Only the fields that it changed; the edits stay", request(.merges)))
    }
    let before = direction == .changes ? "take back the change before it" : "make again what was taken back before it"
    offers.append(("b", "Leave it, and \(before)", request(.skips)))
    return .outcome(.offers(CommandError(failure).report.message, offers))
  }
}
