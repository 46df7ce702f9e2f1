/// Small charts made of block characters.
package enum Bar {
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  private static let heights = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns a bar for a value, scaled so that `maximum` fills the width. Any value above 0 is visible.
  package static func text(_ value: Int, of maximum: Int, width: Int) -> String {
    guard value > 0, maximum > 0, width > 0 else { return "" }
    let length = max(1, Int((Double(min(value, maximum)) / Double(maximum) * Double(width) * 8).rounded()))
    return String(repeating: "█", count: length / 8) + eighths[length % 8]
  }

  /// Returns one block character per value, whose height is proportional to the value. A value of 0 has the lowest
  /// height, and any value above 0 is higher.
  package static func sparkline(_ values: [Int]) -> String {
    let maximum = values.max() ?? 0
    return values.map { value in
      guard value > 0, maximum > 0 else { return heights[0] }
      return heights[min(7, max(1, Int((Double(value) / Double(maximum) * 8).rounded()) - 1))]
    }.joined()
  }
}
