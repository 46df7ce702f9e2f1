import ShelfHistory
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// The undo and redo commands.
///
/// A change made in this session is undone immediately. For any other change, the user first sees a preview and
/// confirms it. If the files of a change have been edited since, the user can choose to revert only the fields that the
/// change affected, or to skip the change.
extension BrowserWorker {
  func undo(_ direction: UndoPlan.Direction, _ isSure: Bool, _ way: BrowserRequest.UndoWay) -> [BrowserMessage] {
    let old = live.library
    var act = UndoOrRedo(direction)
    switch way {
    case .plain: break
    case .merges: act.merges = true
    case .skips: act.skips = true
    }
    if !isSure, let plan = try? UndoOrRedo(direction).undo(old, live.workspace, known: history),
      let entry = plan.entries.first,
      !sequencesOfThisSession.contains(entry.sequence)
    {
      return [ask(plan, entry)]
    }
    // Changes made outside this session have been confirmed above.
    var answers = Answers()
    answers.allowsForeign = true
    let done = change(act, direction == .changes ? "undo" : "redo", answers, canUndo: false)
    if let failure = done.undoFailure, case .plain = way, let offer = BrowserWorker.offer(failure, direction) {
      return [offer]
    }
    let said = done.messages.map { undoneText(direction, done.outcome, $0) }
    // Selects the most important of the restored records: the book rather than one of its quotes.
    let files = done.outcome?.changes ?? []
    let back = files.compactMap { old.record(at: $0.path) == nil ? live.library.record(at: $0.path) : nil }
    let first = back.min { $0.kind.rawValue < $1.kind.rawValue }
    return said + [first.map { .made($0.id) }].compactMap { $0 }
  }

  /// Returns the text for a completed undo, with the records that changed instead of the command, which would repeat
  /// long values.
  private func undoneText(
    _ direction: UndoPlan.Direction, _ outcome: Outcome?, _ message: BrowserMessage
  ) -> BrowserMessage {
    guard case .outcome(.done(_, let canUndo)) = message, let outcome, outcome.isMade,
      let what = BrowserWorker.subject(
        direction, RecordChange.changes(outcome.changes, live.library.schema), live.library.schema)
    else { return message }
    return .outcome(.done("\(direction == .changes ? "Undid" : "Redid"): \(what)", canUndo: canUndo))
  }

  /// Returns a description of the change that was undone, or nil if no record was affected.
  private static func subject(
    _ direction: UndoPlan.Direction, _ changes: [RecordChange], _ schema: Schema
  ) -> String? {
    guard let first = changes.first else { return nil }
    let name = first.title.isEmpty ? "a \(first.kind.singular)" : "“\(Wording.short(first.title))”"
    if changes.count > 1 {
      return changes.allSatisfy { $0.kind == first.kind }
        ? "changes of \(first.kind.counted(changes.count))" : "changes of \(Wording.count(changes.count, "record"))"
    }
    switch first.event {
    // An undo reverses the event: a record that the undo has removed was added by the change.
    case .added: return "\(direction == .changes ? "deletion" : "addition") of \(name)"
    case .deleted: return "\(direction == .changes ? "addition" : "deletion") of \(name)"
    default: break
    }
    let keys = first.fields.map(\.key).filter { key in !(schema.field(key, of: first.kind)?.isAutomatic ?? false) }
    if keys.isEmpty || keys.count > BrowserWorker.namedFields { return "changes of \(name)" }
    return "\(Wording.list(keys.map(Wording.label))) of \(name)"
  }

  /// The maximum number of fields that are named.
  private static let namedFields = 4

  /// The maximum number of files, and of lines, that the confirmation prompt shows.
  private static let shownChanges = 12

  /// Returns a confirmation prompt for a change made outside this session, with a summary of what would change.
  private func ask(_ plan: UndoPlan, _ entry: JournalEntry) -> BrowserMessage {
    let (request, what): (BrowserRequest, String) =
      plan.direction == .changes ? (.undo(isSure: true), "Undo it?") : (.redo(isSure: true), "Redo it?")
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
        "“\(command)” was not done in this browser session, but on \(time). \(what)",
        lines.map { StyledText(titled($0, changes: changes)) }, request))
  }

  /// Returns the alternatives for a change that cannot simply be undone, because its files have been edited since or
  /// because it has been undone in a different way, or nil if there are none.
  private static func offer(_ failure: UndoPlan.Failure, _ direction: UndoPlan.Direction) -> BrowserMessage? {
    let obstacles: [UndoPlan.Obstacle]
    switch failure {
    case .changed(let found, _, _): obstacles = found
    case .undoneElsewhere: obstacles = []
    default: return nil
    }
    func request(_ way: BrowserRequest.UndoWay) -> BrowserRequest {
      direction == .changes ? .undo(isSure: true, way: way) : .redo(isSure: true, way: way)
    }
    var offers: [(key: String, words: String, request: BrowserRequest)] = []
    if !obstacles.isEmpty, obstacles.allSatisfy({ $0.state == .editedElsewhere }) {
      offers.append(("f", "Only the fields that it changed, keeping the edits", request(.merges)))
    }
    let before = direction == .changes ? "undo the change before it" : "redo what was undone before it"
    offers.append(("b", "Leave it, and \(before)", request(.skips)))
    return .outcome(.offers(CommandError(failure).report.message, offers))
  }
}
