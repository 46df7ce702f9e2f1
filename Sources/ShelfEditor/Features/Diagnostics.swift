import ShelfDoctor
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfWording

/// Findings as the protocol's diagnostics: the codes, places and words of doctor.
struct Diagnostics: Sendable {
  let client: ClientAbilities
  let paths: LibraryPaths
  let library: Library?

  /// Returns the diagnostics of one text.
  func json(_ problems: [Problem], in index: TextIndex) -> JSON { .array(problems.map { json($0, in: index) }) }

  func json(_ problem: Problem, in index: TextIndex) -> JSON {
    let finding = problem.finding
    return .members([
      "range": index.json(problem.range ?? index.line(0)), "severity": .integer(Diagnostics.severity(finding.severity)),
      "code": .text(finding.check.code),
      "codeDescription": client.hasCodeDescriptions
        ? ["href": .text("\(Guide.page("checks"))#\(finding.check.code)")] : nil,
      "source": "shelf", "message": .text(finding.message),
      "tags": Diagnostics.tags(finding.check),
      "relatedInformation": client.hasRelatedInformation ? related(finding) : nil,
    ])
  }

  /// Returns a diagnostic about a file that is not a record's.
  func json(_ file: UnreadableFile, in index: TextIndex) -> JSON {
    let range = file.offset.map { $0..<max($0, index.line(index.line(of: $0)).upperBound) } ?? index.line(0)
    return .members([
      "range": index.json(range), "severity": 1, "source": "shelf", "message": .text(file.reason),
    ])
  }

  private static func severity(_ severity: Severity) -> Int {
    switch severity {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }

  /// `DiagnosticTag`: 1 for what is not needed, 2 for what is out of use.
  private static func tags(_ check: Check) -> JSON? { check.findsNeedless ? [1] : check.findsOutdated ? [2] : nil }

  /// Returns where the other records are that a finding is about.
  private func related(_ finding: Finding) -> JSON? {
    guard let library else { return nil }
    let records = finding.related.flatMap { library.records(sharing: $0) }.filter { $0.path != finding.path }
    if records.isEmpty { return nil }
    return .array(
      records.prefix(10).map { record in
        let title = library.schema.title(of: record.kind)
        let range = record.items(of: title).first?.range ?? 0..<0
        let location: JSON = [
          "uri": .text(paths.uri(record.path)), "range": TextIndex(record.source, client.encoding).json(range),
        ]
        return ["location": location, "message": .text("\(record.kind.singular) “\(record.title.prefix(80))”")]
      })
  }
}
