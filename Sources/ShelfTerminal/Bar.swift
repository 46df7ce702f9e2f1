/// Small charts of block characters.
package enum Bar {
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  private static let heights = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns a bar for a value, scaled so that `most` fills the width; any value above 0 is visible.
  package static func text(_ value: Int, of most: Int, width: Int) -> String {
    guard value > 0, most > 0, width > 0 else { return "" }
    let length = max(1, Int((Double(min(value, most)) / Double(most) * Double(width) * 8).rounded()))
    return String(repeating: "█", count: length / 8) + eighths[length % 8]
  }

  /// Returns one character per value, with a height proportional to the largest value; 0 is the lowest line.
  package static func sparkline(_ values: [Int]) -> String {
    let most = values.max() ?? 0
    return values.map { value in
      guard value > 0, most > 0 else { return heights[0] }
      return heights[min(7, max(1, Int((Double(value) / Double(most) * 7).rounded())))]
    }.joined()
  }
}
