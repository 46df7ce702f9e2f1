import ShelfDoctor
import ShelfKit
import ShelfStore
import ShelfTerminal
import ShelfWording

/// Makes the requested repairs in one change, so that a single `undo` reverts all of them.
///
/// A `RepairRun` applies the repairs in memory: first the repairs that the options select, then, with `--interactive`,
/// the repairs that the user chooses. Only then does an act write all files in one transaction. The report at the end
/// covers the problems that remain.
struct DoctorRepair {
  private let options: DoctorOptions
  private let choice: RepairChoice
  private let change: ChangeOptions
  private let isInteractive: Bool

  init(_ options: DoctorOptions, _ choice: RepairChoice, _ change: ChangeOptions, isInteractive: Bool) {
    self.options = options
    self.choice = choice
    self.change = change
    self.isInteractive = isInteractive
  }

  /// Makes the repairs, prints what was repaired and what remains, and returns the report of what remains.
  ///
  /// After a dry run, returns the report from before the repairs.
  func run(_ workspace: Workspace, _ format: DoctorFormat, in context: Context) throws -> DoctorReport {
    var change = try CommandChange(workspace, change.policy(in: context, isAsking: isInteractive), in: context)
    let run = try DoctorRun(options, workspace, change.library, in: context)
    var repairs = RepairRun(run.library, strays: run.strays, doctor: run.doctor)
    let before = run.report(repairs.remaining, run.library)
    try checkNames(before.findings, run.library)
    repairs.repair { run.scope.includes($0) ? choice.repair(of: $0, in: $1) : nil }
    if isInteractive { try InteractiveRepair(context: context, scope: run.scope).ask(&repairs) }
    tellOfChoices(repairs.remaining.filter(run.scope.includes), repairs.library, context)
    for (finding, reason) in repairs.refused {
      context.warn("\(finding.path): \(finding.check.code) was not repaired: \(reason)")
    }
    _ = try change.plan(MakeRepairs(repairs))
    let outcome = try change.make()
    if change.isDryRun {
      if outcome.changes.isEmpty { context.note("there is nothing to repair") }
      return before
    }
    let after = run.report(repairs.remaining, repairs.library)
    let output = Output(descriptor: nil)
    if format == .text {
      RepairText.write(repairs.repaired, outcome.changes.count, to: output, depth: context.terminal.depth)
    }
    format.write(after, to: output, context)
    try context.page(output.buffer)
    try change.commitToGit(outcome)
    return after
  }

  /// Prints the available repairs for each check that the user named without a repair and whose problems remain.
  private func tellOfChoices(_ remaining: [Finding], _ library: Library, _ context: Context) {
    for (code, name) in choice.named.sorted(by: { $0.key < $1.key }) where name == nil {
      let names = Set(remaining.filter { $0.check.code == code }.flatMap { $0.repairs(in: library).map(\.name) })
        .sorted()
      if names.isEmpty { continue }
      let options = names.prefix(4).map { "--fix=\(code):\($0)" } + (names.count > 4 ? ["…"] : [])
      context.note("some \(code) problems remain and need a choice: \(options.joined(separator: " or "))")
    }
  }

  /// Rejects a name that does not match any repair.
  ///
  /// Such a name is probably a typo, so no other repairs are made either.
  private func checkNames(_ findings: [Finding], _ library: Library) throws(CommandError) {
    for (code, name) in choice.named.sorted(by: { $0.key < $1.key }) {
      guard let name else { continue }
      let names = Set(findings.filter { $0.check.code == code }.flatMap { $0.repairs(in: library).map(\.name) })
        .sorted()
      if !names.isEmpty, !names.contains(name) {
        throw CommandError(
          .usage, "\(code) has no repair “\(name)” here",
          hint: "the repairs are \(Wording.list(names)); nothing was changed")
      }
    }
  }
}
