/// The dates in one column of a file, which are kept so that shelf can show the user how it interpreted them.
package struct DateColumn: Sendable {
  package let file: String
  package let column: String
  /// Dates that were not written in the stored format, with each spelling listed once.
  package private(set) var examples: [Example] = []
  /// The first ambiguous date, such as `10/12/2022`. The total number of ambiguous dates is in `unclearCount`.
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

  /// The maximum number of examples to keep.
  private static let maxExamples = 1000

  init(file: String, column: String) { (self.file, self.column) = (file, column) }

  mutating func note(_ example: Example) {
    if examples.count < DateColumn.maxExamples, known.insert(example.text).inserted { examples.append(example) }
  }

  mutating func note(_ date: Unclear) {
    if unclear == nil { unclear = date }
    unclearCount += 1
  }
}
