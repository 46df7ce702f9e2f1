import ShelfDoctor
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfText

/// `shelf doctor --accept`: records in the manifest that known problems are accepted.
struct AcceptProblems {
  private let check: Check
  private let reason: String?
  private var options: DoctorOptions
  private let workspace: Workspace

  init(_ code: String, reason: String?, _ options: DoctorOptions, _ workspace: Workspace) throws(CommandError) {
    check = try Check.find(code)
    self.reason = reason
    self.options = options
    self.workspace = workspace
    guard !options.words.isEmpty else {
      throw CommandError(
        .usage, "--accept needs to know for which record",
        hint: "shelf doctor TITLE --accept \(check.code) --reason WHY; a check is turned off in shelf.yaml")
    }
    self.options.only = [check.code]
  }

  func run(_ change: ChangeOptions, in context: Context) throws {
    let change = try Change(workspace, change.request(in: context), in: context)
    let run = try DoctorRun(options, workspace, change.library, in: context)
    let findings = run.report().findings
    if findings.isEmpty {
      throw CommandError(.no, "there is no problem \(check.code) in the named records or files")
    }
    let acceptances = findings.map { DoctorSettings.Acceptance($0) }
    let old = try context.fileSystem.contents(of: workspace.root + "/" + Manifest.fileName, limit: 1 << 20)
    let new = try ManifestEdit.accepting(acceptances, because: reason, in: old)
    let file = FileChange(path: Manifest.fileName, old: old, new: new)
    let outcome = try change.make([file])
    if change.isDryRun { return }
    for finding in findings {
      try context.print(VisibleText.line("Accepted: \(finding.path): \(finding.message) [\(check.code)]"))
    }
    try change.commitToGit(outcome) {
      CommitMessage(
        subject: "Accept \(findings.count == 1 ? "a problem" : "\(findings.count) problems"): \(check.code)",
        details: findings.map { "\($0.path): \($0.message)" } + (reason.map { ["", $0] } ?? []))
    }
  }
}
