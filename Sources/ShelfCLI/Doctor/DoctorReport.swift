import ShelfDoctor
import ShelfModel
import ShelfStore

/// What `doctor` has to tell: the problems, and how much was looked at.
struct DoctorReport {
  /// The problems to report, sorted by file and place.
  var findings: [Finding]
  let library: Library
  /// The path from the current folder to the library, for formats that name files by it; empty or ended by `/`.
  let pathPrefix: String
  /// Whether somebody asked for certain checks, records or files only.
  var isNarrow = false
  /// What was typed to choose records, files and checks, with a blank before it; empty where all are meant.
  var choice = ""
  /// How long it took, in seconds.
  var seconds: Double

  /// Whether errors are among them.
  var hasErrors: Bool { findings.contains { $0.severity == .error } }

  func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }

  /// Returns the files that were looked at, those that could not be read included.
  var fileCount: Int { library.records.count + library.unreadable.count }

  /// Returns a report of nothing.
  static func empty(_ library: Library) -> DoctorReport {
    DoctorReport(findings: [], library: library, pathPrefix: "", seconds: 0)
  }
}
