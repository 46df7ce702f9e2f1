import ShelfDoctor
import ShelfModel
import ShelfStore
import ShelfText

/// `shelf doctor --accept`: records in the manifest that known problems are accepted.
struct AcceptProblems {
  private let check: Check
  private let reason: String?
  private var options: DoctorOptions
  private let root: String

  init(_ code: String, reason: String?, _ options: DoctorOptions, root: String) throws(CommandError) {
    check = try Check.find(code)
    self.reason = reason
    self.options = options
    self.root = root
    guard !options.words.isEmpty else {
      throw CommandError(
        .usage, "--accept needs to know for which record",
        hint: "shelf doctor TITLE --accept \(check.code) --reason WHY; a check is turned off in shelf.yaml")
    }
    self.options.only = [check.code]
  }

  func run(_ change: ChangeOptions, in context: Context) throws {
    let lock = try change.isDryRun ? nil : context.lock(root)
    let run = try DoctorRun(options, root: root, in: context)
    let findings = run.report().findings
    if findings.isEmpty {
      throw CommandError(.no, "there is no problem \(check.code) in the named records or files")
    }
    let acceptances = findings.map { DoctorSettings.Acceptance($0) }
    let old = try context.fileSystem.contents(of: root + "/" + Manifest.fileName, limit: 1 << 20)
    let new = try ManifestEdit.accepting(acceptances, because: reason, in: old)
    let file = FileChange(path: Manifest.fileName, old: old, new: new)
    if change.isDryRun { return try context.show([file]) }
    let commit = try GitCommit(change, run.library.manifest, root: root, in: context)
    try context.make([file], in: run.library, holding: lock)
    for finding in findings {
      try context.print(VisibleText.line("Accepted: \(finding.path): \(finding.message) [\(check.code)]"))
    }
    lock?.release()
    try commit.make([file]) {
      CommitMessage(
        subject: "Accept \(findings.count == 1 ? "a problem" : "\(findings.count) problems"): \(check.code)",
        details: findings.map { "\($0.path): \($0.message)" } + (reason.map { ["", $0] } ?? []))
    }
  }
}
