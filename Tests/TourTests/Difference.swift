/// A human-readable diff of two outputs.
enum Difference {
  /// Returns a merged listing, with `-` before lines that only the page has and `+` before lines that only the program
  /// prints.
  static func describe(expected: [String], actual: [String]) -> String {
    let old = Output.trimmed(expected)
    let new = Output.trimmed(actual)
    let changes = new.map(Output.scrubbed).difference(from: old.map(Output.scrubbed))
    let removed = Set(changes.removals.map(offset))
    let inserted = Set(changes.insertions.map(offset))

    var lines: [String] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left) {
        lines.append("-\(old[left])")
        left += 1
      } else if inserted.contains(right) {
        lines.append("+\(new[right])")
        right += 1
      } else {
        lines.append(" \(old[left])")
        left += 1
        right += 1
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func offset(_ change: CollectionDifference<String>.Change) -> Int {
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
