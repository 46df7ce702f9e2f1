import ShelfText

/// A short label on a colored background, such as a genre.
package struct Chip: Hashable, Sendable {
  /// The label, as a single line without control characters.
  package let label: String
  package let color: Color

  /// The width in cells, which includes a space or, without colors, a bracket on each side of the label.
  package let width: Int

  package init(_ label: String, color: Color) {
    self.label = VisibleText.line(label)
    self.color = color
    width = DisplayWidth.of(self.label) + 2
  }

  /// Returns the chip, truncated to `limit` cells if it is wider.
  package func text(depth: ColorDepth, width limit: Int = .max) -> StyledText {
    let width = min(width, max(limit, 0))
    let inner = width < 3 ? width : width - 2
    var text = DisplayWidth.pad(DisplayWidth.truncate(label, to: inner), to: inner)
    if width >= 3 { text = depth == .none ? "[\(text)]" : " \(text) " }
    return StyledText(text, depth == .none ? .plain : .on(color.asBackground, depth: depth))
  }

  /// Returns the chip with escape sequences, truncated to `limit` cells if it is wider.
  func render(depth: ColorDepth, width limit: Int = .max) -> String {
    text(depth: depth, width: limit).render(depth: depth)
  }

  /// Arranges chips in rows of at most `width` cells, with a space between neighbors.
  ///
  /// A chip that is too wide is placed on a row of its own.
  package static func rows(of chips: [Chip], fitting width: Int) -> [ArraySlice<Chip>] {
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

  /// Returns the number of chips that fit on one row along with a count of the remaining chips, such as ` +2`.
  ///
  /// The first chip is always included, and may have to be truncated.
  ///
  /// - Parameter natural: the width of all chips on one row.
  /// - Returns: the number of chips, the width of the row, and the width left for chips without the count.
  package static func fitting(
    _ chips: [Chip], _ natural: Int, _ available: Int
  ) -> (shown: Int, width: Int, room: Int) {
    if natural <= available || chips.isEmpty { return (chips.count, natural, available) }
    func counting(_ left: Int) -> Int { left == 0 ? 0 : 2 + String(left).utf8.count }
    var (shown, width) = (1, chips[0].width)
    while shown < chips.count {
      let next = width + 1 + chips[shown].width
      if next + counting(chips.count - shown - 1) > available { break }
      width = next
      shown += 1
    }
    // The count is omitted if there is barely enough room for a single chip.
    let count = counting(chips.count - shown) + 3 > available ? 0 : counting(chips.count - shown)
    let room = max(available - count, 0)
    return (shown, min(width, room) + count, room)
  }

  /// Returns the width of chips on one row.
  package static func width(of chips: some Collection<Chip>) -> Int {
    chips.isEmpty ? 0 : chips.reduce(chips.count - 1) { $0 + $1.width }
  }

  /// Returns chips on one row, separated by spaces.
  package static func text(_ chips: some Collection<Chip>, depth: ColorDepth, width: Int = .max) -> StyledText {
    StyledText.joined(chips.lazy.map { $0.text(depth: depth, width: width) }, separator: StyledText(" "))
  }
}
