import ShelfText

/// A renderer of a table's lines in a given layout.
package struct TableRenderer {
  package let columns: [TableColumn]
  package let layout: TableLayout
  package let depth: ColorDepth
  /// A cache of escape sequences, since a table has few styles and many cells.
  private var starts: [TextStyle: String] = [:]
  /// A cache of rendered chips that fit without truncation.
  private var drawnChips: [Chip: [UInt8]] = [:]

  package init(columns: [TableColumn], layout: TableLayout, depth: ColorDepth) {
    self.columns = columns
    self.layout = layout
    self.depth = depth
  }

  /// Appends a line with the dimmed column titles.
  package mutating func header(into output: inout [UInt8]) {
    for (position, column) in layout.shown.enumerated() {
      let title = columns[column].title
      text(title, DisplayWidth.of(title), at: position, style: .dim, into: &output)
    }
    endLine(&output)
  }

  package mutating func row(_ cells: ArraySlice<TableCell>, widths: ArraySlice<Int>, into output: inout [UInt8]) {
    for (position, column) in layout.shown.enumerated() {
      let width = widths[widths.startIndex + column]
      switch cells[cells.startIndex + column] {
      case .text(let content):
        text(content, width, at: position, style: .plain, into: &output)
      case .styled(let content, let style):
        text(content, width, at: position, style: style, into: &output)
      case .link(let content, let style, let address):
        text(content, width, at: position, style: style, address: address, into: &output)
      case .spans(let content):
        spans(content, width, at: position, into: &output)
      case .chips(let content):
        chips(content, width, at: position, into: &output)
      }
    }
    endLine(&output)
  }

  private mutating func text(
    _ content: String, _ contentWidth: Int, at position: Int, style: TextStyle, address: String? = nil,
    into output: inout [UInt8]
  ) {
    let available = layout.widths[position]
    var content = content
    var width = contentWidth
    if width > available {
      content = DisplayWidth.truncate(content, to: available)
      width = DisplayWidth.of(content)
    }
    begin(width, at: position, into: &output)
    let start = width > 0 && style != .plain && depth != .none ? self.start(of: style) : ""
    if let address { output.append(contentsOf: Hyperlink.start(address).utf8) }
    output.append(contentsOf: start.utf8)
    output.append(contentsOf: content.utf8)
    if !start.isEmpty { output.append(contentsOf: TextStyle.reset.utf8) }
    if address != nil { output.append(contentsOf: Hyperlink.end.utf8) }
    end(width, at: position, into: &output)
  }

  private func spans(_ content: StyledText, _ contentWidth: Int, at position: Int, into output: inout [UInt8]) {
    let available = layout.widths[position]
    let isCut = contentWidth > available
    let content = isCut ? content.truncated(to: available) : content
    let width = isCut ? content.width : contentWidth
    begin(width, at: position, into: &output)
    output.append(contentsOf: content.render(depth: depth).utf8)
    end(width, at: position, into: &output)
  }

  private mutating func chips(
    _ content: [Chip], _ contentWidth: Int, at position: Int, into output: inout [UInt8]
  ) {
    let available = layout.widths[position]
    let row = Chip.fitting(content, contentWidth, available)
    begin(row.width, at: position, into: &output)
    for (index, chip) in content.prefix(row.shown).enumerated() {
      if index > 0 { output.append(UInt8(ascii: " ")) }
      let isCut = chip.width > row.room
      output.append(contentsOf: isCut ? Array(chip.render(depth: depth, width: row.room).utf8) : drawn(chip))
    }
    if row.shown < content.count, row.room < available {
      let count = " +\(content.count - row.shown)"
      output.append(contentsOf: TextStyle.dim.apply(to: count, depth: depth).utf8)
    }
    end(row.width, at: position, into: &output)
  }

  private mutating func start(of style: TextStyle) -> String {
    if let known = starts[style] { return known }
    let start = style.start(depth: depth)
    starts[style] = start
    return start
  }

  private mutating func drawn(_ chip: Chip) -> [UInt8] {
    if let known = drawnChips[chip] { return known }
    let bytes = Array(chip.render(depth: depth).utf8)
    drawnChips[chip] = bytes
    return bytes
  }

  /// Appends the gap and padding before content of the given width.
  private func begin(_ width: Int, at position: Int, into output: inout [UInt8]) {
    let gap = position > 0 ? TableLayout.gap : 0
    append(gap + (isRight(position) ? layout.widths[position] - width : 0), into: &output)
  }

  /// Appends the padding after content of the given width.
  private func end(_ width: Int, at position: Int, into output: inout [UInt8]) {
    append(isRight(position) ? 0 : layout.widths[position] - width, into: &output)
  }

  private func append(_ blanks: Int, into output: inout [UInt8]) {
    for _ in 0..<blanks { output.append(UInt8(ascii: " ")) }
  }

  private func isRight(_ position: Int) -> Bool {
    columns[layout.shown[position]].alignment == .right
  }

  /// Ends the line and removes trailing spaces.
  private func endLine(_ output: inout [UInt8]) {
    while output.last == UInt8(ascii: " ") { output.removeLast() }
    output.append(0x0A)
  }
}
