/// A short label on a colour of its own, such as a genre.
struct Chip: Hashable, Sendable {
  /// The label, visible and on one line.
  let label: String
  let color: RGBColor

  init(_ label: String, color: RGBColor) {
    self.label = VisibleText.line(label)
    self.color = color
  }

  /// The width in cells: the label between two blanks or, without colour, two brackets.
  var width: Int { DisplayWidth.of(label) + 2 }

  /// Returns the chip, cut to a number of cells.
  func render(depth: ColorDepth, width: Int = .max) -> String {
    let inner = DisplayWidth.truncate(label, to: max(width - 2, 1))
    if depth == .none { return width < 3 ? inner : "[\(inner)]" }
    let text = width < 3 ? inner : " \(inner) "
    return TextStyle.on(color, depth: depth).apply(to: text, depth: depth)
  }

  /// Returns the rows that chips take in a number of cells, a blank between neighbours; a wider chip has its own row.
  static func rows(of chips: [Chip], fitting width: Int) -> [ArraySlice<Chip>] {
    var rows: [ArraySlice<Chip>] = []
    var start = chips.startIndex
    var used = 0
    for (index, chip) in chips.enumerated() {
      if index > start, used + 1 + chip.width > width {
        rows.append(chips[start..<index])
        start = index
        used = 0
      }
      used += chip.width + (index > start ? 1 : 0)
    }
    if start < chips.endIndex { rows.append(chips[start...]) }
    return rows
  }

  /// Returns the width of chips on one row.
  static func width(of chips: some Collection<Chip>) -> Int {
    chips.isEmpty ? 0 : chips.reduce(chips.count - 1) { $0 + $1.width }
  }

  /// Returns chips on one row.
  static func render(_ chips: some Collection<Chip>, depth: ColorDepth, width: Int = .max) -> String {
    chips.map { $0.render(depth: depth, width: width) }.joined(separator: " ")
  }
}
