import ShelfDoctor
import ShelfModel
import ShelfStore

/// The result of an examination: the problems, and how much was checked.
///
/// `DoctorText`, `DoctorJSON`, `DoctorSARIF` and `DoctorGitHub` render it. If a file has many problems of one kind, a
/// finding lists one and counts the others (`Finding.more`), so totals go through `count`.
package struct DoctorReport {
  /// The problems, sorted by file and place.
  package var findings: [Finding]
  package let library: Library
  /// The path from the working directory to the library, for formats with such paths; empty or ending in `/`.
  let pathPrefix: String
  /// Whether the user asked only for certain checks, records or files.
  package var isNarrow: Bool
  /// The options that choose records, files and checks, as they were typed, with a space before each; empty if there
  /// are none.
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

  /// Returns the number of problems of a severity, including those that a finding only counts.
  package func count(_ severity: Severity) -> Int {
    findings.reduce(0) { $1.severity == severity ? $0 + 1 + $1.more : $0 }
  }

  /// The number of files that were checked, including those that could not be read.
  package var fileCount: Int { library.records.count + library.unreadable.count }

  /// Returns an empty report, for rendering single findings.
  package static func empty(_ library: Library) -> DoctorReport {
    DoctorReport(findings: [], library: library, pathPrefix: "", seconds: 0)
  }
}
