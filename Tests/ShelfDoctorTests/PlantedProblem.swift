@testable import ShelfDoctor

/// A problem that a test expects at a specific position.
struct PlantedProblem: Hashable, Comparable, CustomStringConvertible {
  var code: String
  var path: String
  /// The line, or nil if the problem concerns the whole file.
  var line: Int?

  init(_ code: String, _ path: String, _ line: Int? = nil) {
    self.code = code
    self.path = path
    self.line = line
  }

  init(_ finding: Finding) { self.init(finding.check.code, finding.path, finding.place?.line) }

  var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(code)" }

  static func < (a: PlantedProblem, b: PlantedProblem) -> Bool {
    (a.path, a.line ?? 0, a.code) < (b.path, b.line ?? 0, b.code)
  }
}
