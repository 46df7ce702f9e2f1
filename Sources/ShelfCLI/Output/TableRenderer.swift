/// Writes the lines of a table whose layout is known.
struct TableRenderer {
  let columns: [TableColumn]
  let layout: TableLayout
  let depth: ColorDepth
  /// The blanks that are due before the next text of this line; they are never written at the end of one.
  private var blanks = 0

  init(columns: [TableColumn], layout: TableLayout, depth: ColorDepth) {
    self.columns = columns
    self.layout = layout
    self.depth = depth
  }

  /// Appends the line of titles.
  mutating func header(into output: inout [UInt8]) {
    for (position, column) in layout.shown.enumerated() {
      let title = columns[column].title
      text(title, DisplayWidth.of(title), at: position, style: .bold, into: &output)
    }
    endLine(&output)
  }

  /// Appends a row, which takes several lines where chips are wrapped.
  mutating func row(_ cells: ArraySlice<TableCell>, widths: ArraySlice<Int>, into output: inout [UInt8]) {
    var wrapped: [[ArraySlice<Chip>]] = []
    for (position, column) in layout.shown.enumerated() {
      let width = widths[widths.startIndex + column]
      switch cells[cells.startIndex + column] {
      case .text(let content):
        text(content, width, at: position, style: .plain, into: &output)
      case .styled(let content, let style):
        text(content, width, at: position, style: style, into: &output)
      case .chips(let content):
        let rows = Chip.rows(of: content, fitting: layout.widths[position])
        chips(rows.first ?? [], at: position, into: &output)
        if rows.count > 1 {
          if wrapped.isEmpty { wrapped = Array(repeating: [], count: layout.shown.count) }
          wrapped[position] = rows
        }
      }
    }
    endLine(&output)
    let height = wrapped.reduce(1) { max($0, $1.count) }
    for line in 1..<height {
      for position in layout.shown.indices {
        let rows = wrapped[position]
        chips(line < rows.count ? rows[line] : [], at: position, into: &output)
      }
      endLine(&output)
    }
  }

  private mutating func text(
    _ content: String, _ contentWidth: Int, at position: Int, style: TextStyle, into output: inout [UInt8]
  ) {
    let available = layout.widths[position]
    var content = content
    var width = contentWidth
    if width > available {
      content = DisplayWidth.truncate(content, to: available)
      width = DisplayWidth.of(content)
    }
    begin(width, at: position, into: &output)
    output.append(contentsOf: style.apply(to: content, depth: depth).utf8)
    end(width, at: position)
  }

  private mutating func chips(_ row: ArraySlice<Chip>, at position: Int, into output: inout [UInt8]) {
    let available = layout.widths[position]
    let width = min(Chip.width(of: row), available)
    begin(width, at: position, into: &output)
    output.append(contentsOf: Chip.render(row, depth: depth, width: available).utf8)
    end(width, at: position)
  }

  /// Moves to where something of a known width begins in its column.
  private mutating func begin(_ width: Int, at position: Int, into output: inout [UInt8]) {
    if position > 0 { blanks += TableLayout.gap }
    if isRight(position) { blanks += layout.widths[position] - width }
    guard width > 0 else { return }
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: blanks))
    blanks = 0
  }

  /// Moves to the end of a column that something of a known width was written to.
  private mutating func end(_ width: Int, at position: Int) {
    blanks += isRight(position) ? 0 : layout.widths[position] - width
  }

  private func isRight(_ position: Int) -> Bool {
    columns[layout.shown[position]].alignment == .right
  }

  private mutating func endLine(_ output: inout [UInt8]) {
    blanks = 0
    output.append(0x0A)
  }
}
