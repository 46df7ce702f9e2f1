import ShelfDoctor
import ShelfTerminal
import ShelfText

/// Human-readable lines that describe the repairs that were made.
package enum RepairText {
  /// The maximum number of repairs to list. If there are more, they are counted by check.
  private static let maxListed = 20

  /// Writes the repairs.
  ///
  /// - Parameter files: the number of files that changed.
  package static func write(
    _ repaired: [(finding: Finding, repair: Repair)], _ files: Int, to output: Output, depth: ColorDepth
  ) {
    if repaired.isEmpty { return output.line("Nothing was repaired.") }
    func dim(_ text: String) -> String { TextStyle.dim.apply(to: text, depth: depth) }
    let problems = Wording.count(repaired.count, "problem")
    let places = Wording.count(files, "file")
    output.line(
      TextStyle.bold.apply(to: "Repaired \(problems) in \(places)", depth: depth) + "; run `shelf undo` to undo this.")
    if repaired.count <= maxListed {
      for (finding, repair) in repaired {
        output.line(
          "  \(VisibleText.line("\(finding.path): \(repair.description)"))  " + dim("[\(finding.check.code)]"))
      }
    } else {
      let counts = Dictionary(grouping: repaired) { $0.finding.check.code }.mapValues(\.count)
      for (code, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        output.line("  \(Wording.number(count)) × \(code)")
      }
    }
    output.line()
  }
}
