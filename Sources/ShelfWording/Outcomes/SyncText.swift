import ShelfDoctor
import ShelfHistory
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText

/// Messages about a synchronization, while it runs and at its end.
package enum SyncText {
  /// The maximum number of lines to show about received changes.
  private static let maxLines = 30
  /// The maximum number of problems to show.
  private static let maxProblems = 8

  /// Asks whether to commit these files before a sync, since only committed changes are sent.
  package static func commitQuestion(_ paths: [String]) -> String {
    let (are, them) = paths.count == 1 ? ("is", "it") : ("are", "them")
    return "\(VisibleText.line(CommandError.abbreviated(paths))) \(are) not committed. Commit and send \(them)?"
  }

  /// Returns the messages for an event of a running synchronization, if any.
  ///
  /// - Parameter remedy: an option or key that commits the files, or nil if there is none.
  package static func lines(_ news: Synchronization.News, committing remedy: String? = nil) -> [StatusLine] {
    switch news {
    case .changeRecovered(let recovery):
      let (text, isWarning) = Wording.text(recovery)
      return [isWarning ? .warning(text) : .note(text)]
    case .syncRecovered(.finished): return [.note("the last sync was interrupted after its merge")]
    case .syncRecovered(.undone(0)): return [.note("the last sync was interrupted; its merge was undone")]
    case .syncRecovered(.undone(let count)):
      return [
        .note("the last sync was interrupted; its merge was undone (\(Wording.count(count, "file")))")
      ]
    case .uncommitted(let paths):
      let (are, they, them) = paths.count == 1 ? ("is", "it", "it") : ("are", "they", "them")
      let files = VisibleText.line(CommandError.abbreviated(paths))
      return [
        .note(
          "\(files) \(are) not committed, so \(they) will not be sent"
            + (remedy.map { "; \($0) commits \(them)" } ?? ""))
      ]
    case .nonUTF8Paths(let paths):
      let are = paths.count == 1 ? "is not committed: its name is" : "are not committed: their names are"
      return [.note("\(VisibleText.line(CommandError.abbreviated(paths))) \(are) not UTF-8")]
    case .unseen(let places):
      return [.note("not committed, so not sent: " + VisibleText.line(Wording.text(places)))]
    case .committed(let said): return said.isEmpty ? [] : [.quotation(lines(said))]
    case .fetching(let remote): return [.step("Fetching from \(remote.name)")]
    case .merging(let count): return [.step("Merging \(Wording.count(count, "commit"))")]
    case .sending(let count): return [.step("Sending \(Wording.count(count, "commit"))")]
    case .receivedState:
      return [
        .warning(
          "the other copy sent its .shelf folder, which belongs on one machine; `shelf doctor --only tracked-state` shows "
            + "what to do")
      ]
    case .settled(let settled, let library, let prefix):
      return SyncConflictText(library, prefix: prefix).lines(settled).map { .note($0) }
    }
  }

  /// Returns the messages for the result: the numbers of commits, the changed records, and any new problems.
  package static func lines(_ outcome: Synchronization.Outcome) -> [StatusLine] {
    if outcome.isEmpty { return [.done("There is nothing to send or receive yet.")] }
    if outcome.received + outcome.sent == 0 {
      if outcome.missing > 0 {
        let have = outcome.missing == 1 ? "has" : "have"
        return [
          .done(
            "All commits are sent, but \(Wording.count(outcome.missing, "commit")) \(have) not arrived where git fetches "
              + "from. `git remote -v` shows both addresses.")
        ]
      }
      return [.done(outcome.isWhole ? "Both copies are the same." : "Both copies have the same commits.")]
    }
    func commits(_ count: Int) -> String { Wording.count(count, "commit") }
    let parts =
      (outcome.received > 0 ? ["received \(commits(outcome.received))"] : [])
      + (outcome.sent > 0 ? ["sent \(commits(outcome.sent))"] : [])
    let text = Wording.list(parts)
    var said: [StatusLine] = [.done(text.prefix(1).uppercased() + text.dropFirst())]
    guard let (start, end, difference) = outcome.change else { return said }
    let lines = HistoryText(outcome.library).lines(difference)
    said += lines.prefix(maxLines).map { .done("  " + $0) }
    if lines.count > maxLines { said.append(.done("  … `shelf diff \(start.prefix(9))..\(end.prefix(9))` shows all")) }
    let problems = outcome.problems
    if problems.isEmpty { return said }
    let those = problems.count == 1 ? "a new problem" : "\(Wording.number(problems.count)) new problems"
    said.append(.warning("doctor found \(those); `shelf doctor` shows what to do"))
    said.append(.quotation(problems.prefix(maxProblems).map(line)))
    return said
  }

  /// Returns the lines that explain a failed sync, and the error to report after them.
  package static func lines(_ failure: Synchronization.Failure) -> (details: [StatusLine], error: CommandError) {
    switch failure.reason {
    case .problems(let errors):
      let those = errors.count == 1 ? "an error" : "\(Wording.number(errors.count)) errors"
      return (
        [.quotation(errors.prefix(maxProblems).map(line))],
        CommandError(
          .no, "the merge caused \(those) that neither copy had; it was kept here, but nothing was sent",
          hint: "see `shelf doctor` for what to do, commit the repair, and sync again")
      )
    case .sync(let error):
      var isInStep = failure.received > 0
      var isPartial = false
      var details: [StatusLine] = []
      switch error {
      case .failed(let step, let message, _):
        details = [.quotation(quotation(message, step))]
        isInStep = isInStep || step == .push
      case .partlyPushed(let message):
        details = [.quotation(quotation(message, .push))]
        isPartial = true
      case .conflict(let places, _):
        let text = SyncConflictText(failure.library, prefix: failure.prefix, failure.settling)
        details = [.quotation(text.lines(places))]
      default: break
      }
      let rest =
        isPartial ? "not everything was sent" : isInStep ? "nothing was sent" : "nothing was merged or sent"
      var words = CommandError(error, state: state(failure.isCommitted, failure.received, rest))
      if case .conflict(let places, _) = error, failure.settling != nil, places.allSatisfy(\.isOfLibrary) {
        words.report.hint = "resolving them needs git 2.38 or newer"
      }
      return (details, words)
    }
  }

  /// Returns a clause that says which steps succeeded and which were not done.
  private static func state(_ isCommitted: Bool, _ received: Int, _ rest: String) -> String {
    let done =
      (isCommitted ? ["your changes were committed"] : []) + (received > 0 ? ["the received commits were merged"] : [])
    return done.isEmpty ? rest : "\(Wording.list(done)) here, but \(rest)"
  }

  /// Returns the part of git's output to show: after a push, the lines from the remote; otherwise, or if there are
  /// none, all lines except hints.
  private static func quotation(_ message: String, _ step: SyncError.Step) -> [String] {
    let lines = lines(message)
    let remote = lines.filter { $0.hasPrefix("remote:") }.map { $0.dropFirst("remote:".count).trimmed }
      .filter { !$0.isEmpty }
    return step == .push && !remote.isEmpty ? remote : lines.filter { !$0.hasPrefix("hint:") }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { $0.trimmed }
  }

  private static func line(_ finding: Finding) -> String {
    let place = finding.place.map { ":\($0.line):\($0.column)" } ?? ""
    return VisibleText.line("\(finding.path)\(place): \(finding.severity.rawValue): \(finding.message)")
  }
}

extension CommitMessage {
  /// Creates the message for committing local changes before a synchronization.
  package init(_ difference: LibraryDifference, files: Int, _ library: Library) {
    let only = difference.records.count == 1 && difference.manifest == nil ? difference.records.first : nil
    self.init(
      subject: only.map(CommitMessage.subject) ?? "Change \(Wording.count(files, "file")) in the library",
      details: HistoryText(library, isOpen: true).lines(difference))
  }

  private static func subject(_ change: RecordChange) -> String {
    let name = change.title.isEmpty ? change.path : "“\(Wording.short(change.title))”"
    switch change.event {
    case .added: return "Add \(change.kind.singular) \(name)"
    case .deleted: return "Delete \(change.kind.singular) \(name)"
    case .changed where !change.fields.isEmpty:
      let words = change.fields.map { Wording.label($0.key) }
      return "Change \(words.count > 3 ? "\(Wording.number(words.count)) fields" : Wording.list(words)) of \(name)"
    case .changed where change.oldPath != nil: return "Move \(name)"
    default: return "Edit \(name)"
    }
  }
}

extension Wording {
  /// Returns a description of how an interrupted change was handled.
  package static func text(_ recovery: Recovery) -> (text: String, isWarning: Bool) {
    switch recovery {
    case .finished(let entry):
      return ("completed the interrupted change “\(entry.command)”", false)
    case .discarded(let command, let path):
      let name = command.map { " “\($0)”" } ?? ""
      return (
        path.map { "discarded the interrupted change\(name): \($0) has changed since then" }
          ?? "discarded the change\(name), which was interrupted before it was made", false
      )
    case .untrusted(let doubt):
      return ("an interrupted change was left as it is: \(CommandError(doubt).report.message)", true)
    }
  }
}
