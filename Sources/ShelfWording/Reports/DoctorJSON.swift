import ShelfDoctor
import ShelfTerminal
import ShelfText

/// Doctor's report for scripts.
///
/// The report is an object with `library`, `records` (the number of files that were checked) and `problems`. Paths are
/// relative to the library. Lines and columns are counted from 1, and columns are counted in characters (Unicode
/// scalars). Unknown values are null.
package struct DoctorJSON {
  private let report: DoctorReport

  package init(_ report: DoctorReport) { self.report = report }

  package func write(to output: Output) {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("library", report.library.root)
      json.member("records", report.fileCount)
      json.key("problems")
      json.array { json in
        for finding in report.findings { write(finding, to: &json) }
      }
    }
    json.endLine()
    output.write(json.take())
  }

  private func write(_ finding: Finding, to json: inout JSONWriter) {
    json.object { json in
      json.member("code", finding.check.code)
      json.member("severity", finding.severity.rawValue)
      json.member("path", finding.path)
      json.member("line", finding.place?.line)
      json.member("column", finding.place?.column)
      json.member("endLine", finding.endPlace?.line)
      json.member("endColumn", finding.endPlace?.column)
      json.member("message", finding.message)
      json.member("record", finding.record?.id.description)
      json.member("field", finding.field)
      json.key("repairs")
      json.array { json in
        for repair in finding.repairs(in: report.library) {
          json.object { json in
            json.member("name", repair.name)
            json.member("safe", repair.isSafe)
            json.member("description", repair.description)
            json.member("command", command(repair, finding))
          }
        }
      }
    }
  }

  /// Returns the command that makes a single repair.
  private func command(_ repair: Repair, _ finding: Finding) -> String {
    let option = DoctorText.option(for: repair, of: finding)
    return "shelf doctor \(Wording.shellWord(finding.path)) --only \(finding.check.code) \(option)"
  }
}
