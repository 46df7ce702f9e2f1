import ShelfBrowser
import ShelfDoctor
import ShelfHistory
import ShelfKit
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// Has repairs of problems made for the browser, or shows what they would change.
final class BrowserRepairs {
  private let captured: CapturedCommand
  private let workspace: Workspace

  init(_ captured: CapturedCommand, _ workspace: Workspace) { (self.captured, self.workspace) = (captured, workspace) }

  /// Examines the library as doctor does, and has repairs made in it or looked at.
  private func examine(_ context: Context, _ body: (inout RepairRun) throws -> Bool) throws {
    var change = try Change(workspace, ChangeRequest(command: context.commandLine), in: context)
    let run = try DoctorRun(DoctorOptions.parse([]), workspace, change.library, in: context)
    var repairs = RepairRun(run.library, strays: run.strays, doctor: run.doctor)
    guard try body(&repairs) else { return }
    _ = try change.plan(MakeRepairs(repairs))
    try change.commitToGit(change.make())
    findings = repairs.remaining
  }

  /// The problems that were left after the last repair.
  private(set) var findings: [Finding] = []

  /// Returns a repair as the library has it by now, with the answers that were given; nil if it is not the same any more.
  private func current(_ repair: Repair, _ finding: Finding, _ answers: [Int], _ run: RepairRun) -> Repair? {
    func questions(_ repair: Repair) -> [[String]] { repair.questions.map { [$0.field] + $0.answers.map(\.text) } }
    let same = run.remaining.first { $0.identity == finding.identity }
    guard let now = same?.repairs.first(where: { $0.name == repair.name }), questions(now) == questions(repair) else {
      return nil
    }
    return answers.isEmpty ? now : now.answered(answers)
  }

  static let another = "the problem is another one by now"

  func preview(_ finding: Finding, _ repair: Repair, _ answers: [Int]) -> (
    said: CapturedCommand.Said, messages: [Message]
  ) {
    var diff: String?
    let width = max(16, captured.context.terminal.width - 8)
    let said = captured.capture("doctor", width: width) { context in
      try self.examine(context) { run in
        guard let repair = self.current(repair, finding, answers, run) else { return false }
        diff = try run.preview(repair).map { DiffText.render($0, context) }.joined()
        return false
      }
    }
    if let error = said.error { return (said, [.outcome(.refused(error))]) }
    guard let diff else { return (said, [.outcome(.refused(BrowserRepairs.another))]) }
    return (said, [.outcome(.asksAbout(repair.description, text: diff, .repair(finding, repair, answers)))])
  }

  /// Makes a repair; nil if the problem is another one by now.
  func make(_ repair: Repair, of finding: Finding, _ answers: [Int]) -> CapturedCommand.Said? {
    var isMade = false
    let said = captured.capture("doctor --fix") { context in
      try self.examine(context) { run in
        guard let repair = self.current(repair, finding, answers, run), run.make(only: repair, of: finding) else {
          return false
        }
        isMade = true
        return true
      }
    }
    return isMade || said.error != nil ? said : nil
  }
}
