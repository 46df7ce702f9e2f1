import ShelfDoctor
import ShelfModel
import ShelfStore

/// The result of an examination: the problems, and what was examined.
///
/// `DoctorText`, `DoctorJSON`, `DoctorSARIF` and `DoctorGitHub` render it. If a file has many problems of the same
/// kind, a single finding describes one of them and counts the others (`Finding.more`), so totals must be computed with
/// `count`.
package struct DoctorReport {
  /// The problems, sorted by file and position.
  package var findings: [Finding]
  package let library: Library
  /// The path from the working directory to the library, for output formats whose paths are relative to the working
  /// directory. It is empty or ends in `/`.
  let pathPrefix: String
  /// Whether the user limited the report to certain checks, records or files.
  package var isNarrow: Bool
  /// The options that select records, files and checks, as the user typed them, with a space before each. Empty if
  /// there are none.
  package var choice: String
  /// The duration of the examination, in seconds.
  package var seconds: Double

  package init(
    findings: [Finding], library: Library, pathPrefix: String, isNarrow: Bool = false, choice: String = "",
    seconds: Double
  ) {
    self.findings = findings
    self.library = library
    self.pathPrefix = pathPrefix
    self.isNarrow = isNarrow
    self.choice = choice
    self.seconds = seconds
  }

  /// Whether any problem is an error.
  package var hasErrors: Bool { findings.contains { $0.severity == .error } }

  /// Returns the number of problems of a severity, including those that a finding counts without listing them.
  package func count(_ severity: Severity) -> Int {
    findings.reduce(0) { $1.severity == severity ? $0 + 1 + $1.more : $0 }
  }

  /// The number of files that were checked, including those that could not be read.
  package var fileCount: Int { library.records.count + library.unreadable.count }

  /// Returns a report without findings, for rendering single findings.
  package static func empty(_ library: Library) -> DoctorReport {
    DoctorReport(findings: [], library: library, pathPrefix: "", seconds: 0)
  }
}
