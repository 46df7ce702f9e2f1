import ShelfText

extension TextLine {
  /// Returns the lines shifted to the right, or to the left if `columns` is negative. Returns nil if a line cannot be
  /// moved that far to the left. Comment lines are moved as far as they can be.
  static func moved(_ lines: [TextLine], by columns: Int) -> [TextLine]? {
    var result: [TextLine] = []
    for line in lines {
      if line.isBlank || columns == 0 {
        result.append(line)
      } else if columns > 0 {
        result.append(TextLine(Array(repeating: 0x20, count: columns) + line.content, line.end))
      } else {
        let spaces = line.content.prefix { $0 == 0x20 }.count
        if spaces < -columns, !line.isComment { return nil }
        result.append(TextLine(Array(line.content.dropFirst(min(spaces, -columns))), line.end))
      }
    }
    return result
  }
}
