/// What the days of a column were written as, so that a person can see what became of each.
package struct DateColumn: Sendable {
  package let file: String
  package let column: String
  /// Days that were not written as they are kept, each once.
  package private(set) var examples: [Example] = []
  /// The first day that may be another one, and how many there are.
  package private(set) var unclear: Unclear?
  package private(set) var unclearCount = 0
  private var known: Set<String> = []

  package struct Example: Sendable {
    package let text: String
    package let day: String
  }

  package struct Unclear: Sendable {
    package let text: String
    package let dayFirst: String
    package let monthFirst: String
    package let line: Int?
  }

  /// The maximum number of examples.
  private static let most = 1000

  init(file: String, column: String) { (self.file, self.column) = (file, column) }

  mutating func note(_ example: Example) {
    if examples.count < DateColumn.most, known.insert(example.text).inserted { examples.append(example) }
  }

  mutating func note(_ date: Unclear) {
    if unclear == nil { unclear = date }
    unclearCount += 1
  }
}
