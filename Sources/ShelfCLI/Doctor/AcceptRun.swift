import ShelfDoctor
import ShelfKit
import ShelfWording

/// `shelf doctor --accept`: marks known problems as accepted in the manifest, so that doctor no longer reports them.
struct AcceptRun {
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
        .usage, "--accept needs a record",
        hint: "use `shelf doctor TITLE --accept \(check.code) --reason WHY`; to turn a check off, use shelf.yaml")
    }
    self.options.only = [check.code]
  }

  func run(_ change: ChangeOptions, in context: Context) throws {
    var change = try CommandChange(workspace, change.policy(in: context), in: context)
    let findings = try DoctorRun(options, workspace, change.library, in: context).report().findings
    if findings.isEmpty {
      throw CommandError(.no, "the given records or files have no \(check.code) problem")
    }
    _ = try change.plan(AcceptProblems(findings, reason: reason))
    try change.commit()
  }
}
