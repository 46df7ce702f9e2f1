import ShelfDoctor
import ShelfTerminal
import ShelfText
import YAMLEdit

/// Doctor's report in the Static Analysis Results Interchange Format 2.1.0 (OASIS): one run, with all checks as its
/// rules.
package struct DoctorSARIF {
  private let report: DoctorReport
  private let version: String

  /// - Parameter version: the version of shelf.
  package init(_ report: DoctorReport, version: String) { (self.report, self.version) = (report, version) }

  package func write(to output: Output) {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.member("version", "2.1.0")
      json.key("runs")
      json.array { json in
        json.object { json in
          json.key("tool")
          json.object { json in
            json.key("driver")
            json.object { writeDriver(to: &$0) }
          }
          json.member("columnKind", "unicodeCodePoints")
          json.key("results")
          json.array { json in
            for finding in report.findings { write(finding, to: &json) }
          }
        }
      }
    }
    json.endLine()
    output.write(json.take())
  }

  private func writeDriver(to json: inout JSONWriter) {
    json.member("name", "shelf doctor")
    json.member("version", version)
    json.key("rules")
    json.array { json in
      for check in Check.all {
        json.object { json in
          json.member("id", check.code)
          writeText("shortDescription", check.summary, to: &json)
          writeText("fullDescription", check.reason, to: &json)
          writeText("help", check.repair ?? "You have to fix it by hand.", to: &json)
          json.key("defaultConfiguration")
          json.object { $0.member("level", check.severity.rawValue) }
        }
      }
    }
  }

  private func write(_ finding: Finding, to json: inout JSONWriter) {
    json.object { json in
      json.member("ruleId", finding.check.code)
      json.member("ruleIndex", Check.all.firstIndex { $0.code == finding.check.code })
      json.member("level", finding.severity.rawValue)
      writeText("message", finding.message, to: &json)
      json.key("locations")
      json.array { json in
        json.object { json in
          json.key("physicalLocation")
          json.object { json in
            json.key("artifactLocation")
            json.object { json in
              json.member("uri", PercentEncoding.encode(path: report.pathPrefix + finding.path))
              json.member("uriBaseId", "%SRCROOT%")
            }
            writeRegion(of: finding, to: &json)
          }
        }
      }
    }
  }

  private func writeRegion(of finding: Finding, to json: inout JSONWriter) {
    guard let place = finding.place, let end = finding.endPlace else { return }
    json.key("region")
    json.object { json in
      json.member("startLine", place.line)
      json.member("startColumn", place.column)
      json.member("endLine", end.line)
      json.member("endColumn", end.column)
    }
  }

  private func writeText(_ key: String, _ text: String, to json: inout JSONWriter) {
    json.key(key)
    json.object { $0.member("text", text) }
  }
}
