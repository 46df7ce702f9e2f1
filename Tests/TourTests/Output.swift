/// The comparison of outputs.
enum Output {
  /// Returns whether an output matches the one on a page, apart from parts that differ in every run.
  static func matches(expected: [String], actual: [String]) -> Bool {
    matches(trimmed(expected).map(scrubbed)[...], trimmed(actual).map(scrubbed)[...])
  }

  /// Returns the lines without trailing spaces and without blank lines at the end.
  static func trimmed(_ lines: [String]) -> [String] {
    let lines = lines.map { line in
      line.lastIndex { $0 != " " && $0 != "\t" }.map { String(line[...$0]) } ?? ""
    }
    let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    return Array(lines[..<end])
  }

  /// Returns the line with placeholders for ids, commits and measured times, which differ in every run.
  static func scrubbed(_ line: String) -> String {
    line.replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "<id>")
      .replacing(/\b([0-9a-f]{40}|[0-9a-f]{7,9})\b/.wordBoundaryKind(.simple), with: "<id>")
      .replacing(/in [0-9]+\.[0-9]+ s\b/, with: "in <time>")
  }

  private static func matches(_ expected: ArraySlice<String>, _ actual: ArraySlice<String>) -> Bool {
    guard let first = expected.first else { return actual.isEmpty }
    let rest = expected.dropFirst()
    guard first == "..." else {
      return first == actual.first && matches(rest, actual.dropFirst())
    }
    return (actual.startIndex...actual.endIndex).contains { matches(rest, actual[$0...]) }
  }
}
