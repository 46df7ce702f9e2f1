import ArgumentParser
import ShelfTerminal

/// The formats of `doctor`'s report.
enum DoctorFormat: String, CaseIterable, ExpressibleByArgument {
  /// For people.
  case text
  /// For scripts; described in the README.
  case json
  /// Annotations in a GitHub workflow.
  case github
  /// The Static Analysis Results Interchange Format, 2.1.0.
  case sarif

  /// Writes a report to an output.
  func write(_ report: DoctorReport, to output: Output, _ context: Context) {
    switch self {
    case .text:
      DoctorText(report: report, terminal: context.terminal, showsAllNotes: report.isNarrow).write(to: output)
    case .json: DoctorJSON(report: report).write(to: output)
    case .github: DoctorGitHub(report: report).write(to: output)
    case .sarif: DoctorSARIF(report: report).write(to: output)
    }
  }
}
