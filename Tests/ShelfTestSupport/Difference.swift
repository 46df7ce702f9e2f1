import YAMLEdit

/// Displays the difference between two texts.
package enum Difference {
  /// Returns a diff, where `-` precedes lines that are only in the expected text, and `+` precedes lines that are only
  /// in the actual text. Long passages without differences are shortened.
  package static func of(expected: String, actual: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = new.difference(from: old)
    let removed = Set(changes.removals.map(offset))
    let inserted = Set(changes.insertions.map(offset))
    var lines: [(text: String, differs: Bool)] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left) {
        lines.append(("-" + old[left], true))
        left += 1
      } else if inserted.contains(right) {
        lines.append(("+" + new[right], true))
        right += 1
      } else {
        lines.append((" " + old[left], false))
        (left, right) = (left + 1, right + 1)
      }
    }
    return shortened(lines).joined(separator: "\n")
  }

  /// The number of unchanged lines that are shown around a difference.
  private static let context = 3

  private static func shortened(_ lines: [(text: String, differs: Bool)]) -> [String] {
    var shown: [String] = []
    var isGap = false
    for position in lines.indices {
      let around = max(0, position - context)...min(lines.count - 1, position + context)
      if lines[around].contains(where: \.differs) {
        shown.append(lines[position].text)
        isGap = false
      } else if !isGap {
        shown.append(" …")
        isGap = true
      }
    }
    return shown
  }

  private static func offset<Line>(_ change: CollectionDifference<Line>.Change) -> Int {
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
