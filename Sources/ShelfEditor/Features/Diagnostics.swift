import ShelfDoctor
import ShelfModel
import ShelfRPC
import ShelfStore

/// Converts doctor's findings to diagnostics of the protocol, with the same codes, ranges and messages.
///
/// `EditedLibrary` decides which findings are up to date and when they are sent.
struct Diagnostics: Sendable {
  let client: ClientAbilities
  let paths: LibraryPaths
  let library: Library?

  func json(_ problems: [Problem], in index: TextIndex) -> JSON { .array(problems.map { json($0, in: index) }) }

  func json(_ problem: Problem, in index: TextIndex) -> JSON {
    let finding = problem.finding
    return .members([
      "range": index.json(problem.range ?? index.line(0)), "severity": .integer(Diagnostics.severity(finding.severity)),
      "code": .text(finding.check.code),
      "source": "shelf", "message": .text(finding.message),
      "tags": Diagnostics.tags(finding.check),
      "relatedInformation": client.hasRelatedInformation ? related(finding) : nil,
    ])
  }

  /// Returns the diagnostic for a file that cannot be read, such as `shelf.yaml`.
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

  /// Returns the `DiagnosticTag`s of a check: 1 for unnecessary text, 2 for deprecated names.
  private static func tags(_ check: Check) -> JSON? { check.findsNeedless ? [1] : check.findsOutdated ? [2] : nil }

  /// Returns the locations of the other records that a finding mentions.
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
