import ShelfDoctor
import ShelfHistory
import ShelfKit
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// What `shelf sync` says at the end: what was sent and received, and what doctor says about what came.
struct SyncReport {
  let library: Library
  /// The full name of the commit before the sync.
  let start: String?
  let context: Context

  /// The maximum number of lines shown about what was received.
  private static let fewLines = 30
  /// The maximum number of problems shown.
  private static let fewProblems = 8

  /// - Parameter isWhole: whether everything is committed.
  func print(
    received: Int, sent: Int, isWhole: Bool, _ repository: Repository, _ examination: MergeExamination
  ) throws {
    if received + sent == 0 {
      return try context.print(isWhole ? "Both copies are the same." : "Both copies have the same commits.")
    }
    func commits(_ count: Int) -> String { Wording.count(count, "commit") }
    let parts = (received > 0 ? ["received \(commits(received))"] : []) + (sent > 0 ? ["sent \(commits(sent))"] : [])
    let text = Wording.list(parts)
    try context.print(text.prefix(1).uppercased() + text.dropFirst())
    guard received > 0, let start, let head = repository.head else { return }
    let difference = try repository.difference(
      .between(start, head), root: library.root, fileSystem: context.fileSystem, schema: library.schema)
    let lines = HistoryText(library: library, terminal: context.terminal)
      .lines(difference.records, changesManifest: difference.changesManifest)
    for line in lines.prefix(SyncReport.fewLines) { try context.print("  " + line) }
    if lines.count > SyncReport.fewLines {
      try context.print("  … `shelf diff \(start.prefix(9))..\(head.prefix(9))` shows all")
    }
    let problems = try examination.problems(in: head, since: start)
    if problems.isEmpty { return }
    let those = problems.count == 1 ? "a problem that was" : "\(Wording.number(problems.count)) problems that were"
    context.warn("doctor finds \(those) not there before; `shelf doctor` shows what to do")
    context.quote(problems.prefix(SyncReport.fewProblems).map(SyncReport.line).joined(separator: "\n"))
  }

  /// Shows errors that a merge has made, and returns why they are not sent.
  static func refusal(_ errors: [Finding], _ context: Context) -> CommandError {
    context.quote(errors.prefix(fewProblems).map(line).joined(separator: "\n"))
    let those = errors.count == 1 ? "an error" : "\(Wording.number(errors.count)) errors"
    return CommandError(
      .no, "the merge makes \(those) of what is right in each copy; it is kept here, but nothing was sent",
      hint: "`shelf doctor` shows what to do; commit the repair, and sync again")
  }

  /// Returns a problem as one line.
  private static func line(_ finding: Finding) -> String {
    let place = finding.place.map { ":\($0.line):\($0.column)" } ?? ""
    return VisibleText.line("\(finding.path)\(place): \(finding.severity.rawValue): \(finding.message)")
  }
}
