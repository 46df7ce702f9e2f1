import ShelfTerminal
import ShelfWording

/// The report that `doctor` prints.
struct DoctorOutput: FormattedOutput {
  let report: DoctorReport
  let output: Output
  let context: Context

  static let formats = OutputFormat.all.filter { $0.doctor != nil }

  func writeText() {
    DoctorText(report, terminal: context.terminal, shown: context.shown, showsAllNotes: report.isNarrow).write(
      to: output)
  }
}

extension Format<DoctorOutput> {
  func write(_ report: DoctorReport, to output: Output, _ context: Context) {
    format.doctor?(DoctorOutput(report: report, output: output, context: context))
  }
}
