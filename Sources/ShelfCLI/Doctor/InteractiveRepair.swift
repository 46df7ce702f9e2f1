import ShelfDoctor
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// Asks the user about each problem that can be repaired, and shows the diff of a repair before making it.
struct InteractiveRepair {
  let context: Context
  let scope: FindingScope

  /// Asks about the problems one by one, until none remains or the user quits.
  ///
  /// Repairs that were chosen earlier remain chosen.
  func ask(_ repairs: inout RepairRun) throws {
    guard context.isInteractive else {
      throw CommandError(
        .usage, "cannot ask about each repair: not a terminal", hint: "--fix makes the safe repairs without asking")
    }
    let output = Output(descriptor: context.output)
    var prompt = Prompt(input: context.input, output: output, terminal: context.terminal)
    let text = DoctorText(DoctorReport.empty(repairs.library), terminal: context.terminal, shown: context.shown)
    var passed: Set<String> = []
    var skipped: Set<String> = []
    func open(_ repairs: RepairRun) -> [Finding] {
      repairs.remaining.filter {
        scope.includes($0) && $0.isRepairable && !passed.contains($0.identity) && !skipped.contains($0.check.code)
      }
    }
    while let finding = open(repairs).first {
      let rest = open(repairs).count
      output.line(
        rest == 1 ? "" : TextStyle.dim.apply(to: "\n\(Wording.number(rest)) left", depth: context.terminal.depth))
      output.write(text.render(finding, withRemedies: false))
      let choices = finding.repairs(in: repairs.library)
      // A finding without repairs is a pair of records that cannot be merged.
      if choices.isEmpty {
        passed.insert(finding.identity)
        continue
      }
      output.flush()
      // These merges need a choice for several fields, or between several values of a field.
      let asking = choices.filter { $0.questions.count > 1 || $0.questions.contains { $0.answers.count > 2 } }
      let options =
        choices.map(\.description)
        + asking.map { "merge them, choosing the \(Wording.list($0.questions.map(\.field)))" }
        + ["keep it as it is", "skip all \(finding.check.code)", "quit"]
      let count = choices.count + asking.count
      guard let answer = try? context.choose("What should be done?", options, default: count) else { break }
      passed.insert(finding.identity)
      switch answer - count {
      case 0: continue
      case 1: skipped.insert(finding.check.code)
      case 2: return
      default:
        guard let repair = answer < choices.count ? choices[answer] : answered(asking[answer - choices.count]),
          try make(repair, of: finding, &repairs, &prompt, output)
        else {
          passed.remove(finding.identity)
          continue
        }
      }
    }
    output.line()
    output.flush()
  }

  /// Asks for the value of each field that has several possible values. Returns nil if the user stops.
  private func answered(_ repair: Repair) -> Repair? {
    var answers: [Int] = []
    for question in repair.questions {
      guard
        let answer = try? context.choose(
          "Which \(question.field)?", question.answers.map { VisibleText.line($0.text) }, default: question.suggested)
      else { return nil }
      answers.append(answer)
    }
    return repair.answered(answers)
  }

  /// Shows the diff of a repair, and makes the repair if the user agrees.
  ///
  /// Returns false if the user declines, so that the problem is offered again.
  private func make(
    _ repair: Repair, of finding: Finding, _ repairs: inout RepairRun, _ prompt: inout Prompt, _ output: Output
  ) throws -> Bool {
    do throws(EditError) {
      output.write(context.rendered(try repairs.preview(repair).flatMap(DiffText.lines)))
    } catch {
      context.report(CommandError(error).report)
      return true
    }
    output.flush()
    let isWanted =
      context.canShowWidgets
      ? try? context.show(Confirm("Make this repair?", default: true))
      : try? prompt.confirm("Make this repair?", default: true)
    guard isWanted ?? false else { return false }
    _ = repairs.make(only: repair, of: finding)
    return true
  }
}
