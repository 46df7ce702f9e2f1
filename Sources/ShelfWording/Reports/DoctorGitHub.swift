import ShelfTerminal
import ShelfText

/// Doctor's report as workflow commands, which make GitHub annotate the lines of a change.
///
/// GitHub documents the format under “Workflow commands for GitHub Actions”.
package struct DoctorGitHub {
  private let report: DoctorReport

  package init(_ report: DoctorReport) { self.report = report }

  package func write(to output: Output) {
    for finding in report.findings {
      let level = finding.severity == .note ? "notice" : finding.severity.rawValue
      var properties = ["file=" + property(VisibleText.line(report.pathPrefix + finding.path))]
      if let place = finding.place, let end = finding.endPlace {
        properties += ["line=\(place.line)", "col=\(place.column)"]
        // GitHub shows columns only if both ends are on the same line.
        properties.append("endLine=\(end.line)")
        if end.line == place.line { properties.append("endColumn=\(end.column)") }
      }
      properties.append("title=" + property(finding.check.code))
      let advice = finding.safeRepair?.description ?? AdviceText.text(finding)
      let remedy = advice.map { "\n" + VisibleText.line($0) } ?? ""
      output.line(
        "::\(level) \(properties.joined(separator: ","))::\(data(VisibleText.line(finding.message) + remedy))")
    }
  }

  private func data(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case "\r\n": escaped += "%0D%0A"
      default: escaped.append(character)
      }
    }
  }

  private func property(_ text: String) -> String {
    data(text).reduce(into: "") { escaped, character in
      switch character {
      case ":": escaped += "%3A"
      case ",": escaped += "%2C"
      default: escaped.append(character)
      }
    }
  }
}
