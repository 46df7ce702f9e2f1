import ShelfDoctor
import ShelfModel
import ShelfStore

/// What `doctor` reports: the problems, and how much was looked at.
package struct DoctorReport {
  /// The problems to report, sorted by file and place.
  package var findings: [Finding]
  package let library: Library
  /// The path from the current folder to the library, for formats with such paths; empty or ending in `/`.
  let pathPrefix: String
  /// Whether only certain checks, records or files were asked for.
  package var isNarrow: Bool
  /// What was typed to choose records, files and checks, with a space before it; empty if all are meant.
  package var choice: String
  /// How long it took, in seconds.
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

  /// Whether errors are among them.
  package var hasErrors: Bool { findings.contains { $0.severity == .error } }

  /// Returns the number of problems of a severity, with those that are not listed.
  package func count(_ severity: Severity) -> Int {
    findings.reduce(0) { $1.severity == severity ? $0 + 1 + $1.more : $0 }
  }

  /// Returns the files that were looked at, including those that could not be read.
  package var fileCount: Int { library.records.count + library.unreadable.count }

  /// Returns an empty report.
  package static func empty(_ library: Library) -> DoctorReport {
    DoctorReport(findings: [], library: library, pathPrefix: "", seconds: 0)
  }
}
