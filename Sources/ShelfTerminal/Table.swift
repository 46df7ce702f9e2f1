import ShelfText

/// A table of cells with column titles, laid out for the width of a terminal.
///
/// Cells are measured when they are appended. Rendering first computes a `TableLayout` from the measurements, which
/// decides the columns to show and their widths, and then writes all rows in one pass with a `TableRenderer`.
package struct Table: Sendable {
  package let columns: [TableColumn]
  private let isWhole: Bool
  private(set) var rowCount = 0
  /// The headings above rows, by row index.
  private var headings: [Int: StyledText] = [:]
  /// The cells of all rows, row by row.
  private var cells: [TableCell] = []
  /// The width of each cell on a single line.
  private var widths: [Int] = []
  /// The natural width of each column: the width of its widest cell or its title, whichever is wider.
  private var natural: [Int]
  /// The width of each column's widest cell, without the title.
  private var filled: [Int]

  /// Creates a table without rows.
  ///
  /// - Parameter isWhole: whether to show all columns, even if they become very narrow.
  package init(columns: [TableColumn], isWhole: Bool = false) {
    self.isWhole = isWhole
    self.columns = columns.map { column in
      var column = column
      column.title = VisibleText.line(column.title)
      return column
    }
    natural = self.columns.map { DisplayWidth.of($0.title) }
    filled = columns.map { _ in 0 }
  }

  package mutating func reserveRows(_ count: Int) {
    cells.reserveCapacity(count * columns.count)
    widths.reserveCapacity(count * columns.count)
  }

  /// Appends a row. Missing cells are empty.
  package mutating func append(_ row: [TableCell]) {
    precondition(row.count <= columns.count, "a row has more cells than the table has columns")
    for column in columns.indices {
      let (cell, width) = Self.measured(column < row.count ? row[column] : .empty)
      cells.append(cell)
      widths.append(width)
      if width > filled[column] {
        filled[column] = width
        if width > natural[column] { natural[column] = width }
      }
    }
    rowCount += 1
  }

  /// Adds an empty line and a heading above the next row.
  package mutating func append(heading: StyledText) { headings[rowCount] = heading }

  /// Returns the columns that fit into a width, and their widths. If the width is nil, everything is shown in full.
  package func layout(width: Int?) -> TableLayout {
    TableLayout(columns: columns, natural: natural, filled: filled, width: width, isWhole: isWhole)
  }

  /// Returns the indices of the columns that do not fit into a width.
  package func hidden(width: Int?) -> [Int] {
    let shown = layout(width: width).shown
    return columns.indices.filter { !shown.contains($0) }
  }

  /// Appends the rendered table, with a line feed after each line and without trailing spaces.
  package func render(into output: inout [UInt8], width: Int?, depth: ColorDepth) {
    var renderer = TableRenderer(columns: columns, layout: layout(width: width), depth: depth)
    renderer.header(into: &output)
    for row in 0..<rowCount {
      if let heading = headings[row] {
        output.append(UInt8(ascii: "\n"))
        let line = width.map { heading.truncated(to: $0) } ?? heading
        output += (line.render(depth: depth) + "\n").utf8
      }
      let range = row * columns.count..<(row + 1) * columns.count
      renderer.row(cells[range], widths: widths[range], into: &output)
    }
  }

  /// Returns the rows as styled text, without column titles. If `width` is nil, everything is shown in full.
  package func lines(width: Int?, depth: ColorDepth) -> [StyledText] {
    let layout = layout(width: width)
    return (0..<rowCount).map { row in
      var line = StyledText()
      for (position, column) in layout.shown.enumerated() {
        let room = layout.widths[position]
        let text = cells[row * columns.count + column].text(width: room, depth: depth)
        if position > 0 { line.append(String(repeating: " ", count: TableLayout.gap)) }
        let blanks = String(repeating: " ", count: max(0, room - text.width))
        if columns[column].alignment == .right { line.append(blanks) }
        line.append(text)
        if columns[column].alignment != .right, position < layout.shown.count - 1 { line.append(blanks) }
      }
      return line.trimmedEnd
    }
  }

  /// The table in Markdown, with each heading above a table of its rows.
  package var markdown: String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    let rules = columns.map { $0.alignment == .right ? "---:" : "---" }
    let header = line(columns.map(\.title)) + line(rules)
    var text = headings[0] == nil ? header : ""
    for row in 0..<rowCount {
      if let heading = headings[row] {
        text += (row > 0 ? "\n" : "") + "### \(TableCell.spans(heading).markdown)\n\n" + header
      }
      text += line(cells[row * columns.count..<(row + 1) * columns.count].map(\.markdown))
    }
    return text
  }

  /// Returns the table as a web page without scripts, with each heading above a table of its rows.
  package func html(title: String) -> String {
    let title = HTMLEscape.text(title)
    func line(_ cells: [String], _ tag: String) -> String {
      let cells = zip(columns, cells).map { column, cell in
        "<\(tag)\(column.alignment == .right ? " class=\"number\"" : "")>\(cell)</\(tag)>"
      }
      return "<tr>\(cells.joined())</tr>\n"
    }
    let start =
      "<table>\n<thead>\n\(line(columns.map { HTMLEscape.text($0.title) }, "th"))</thead>\n<tbody>\n"
    let end = "</tbody>\n</table>\n"
    var text = headings[0] == nil ? start : ""
    for row in 0..<rowCount {
      if let heading = headings[row] {
        text += (row > 0 ? end : "") + "<h2>\(TableCell.spans(heading).html)</h2>\n" + start
      }
      text += line(cells[row * columns.count..<(row + 1) * columns.count].map(\.html), "td")
    }
    return """
      <!DOCTYPE html>
      <html>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <style>
      body { font-family: sans-serif; margin: 2em; }
      table { border-collapse: collapse; }
      th, td { border-bottom: 1px solid #ccc; padding: 0.3em 0.8em; text-align: left; vertical-align: top; }
      .number { text-align: right; }
      </style>
      </head>
      <body>
      <h1>\(title)</h1>
      \(text)\(rowCount == 0 && headings[0] != nil ? "" : end)</body>
      </html>

      """
  }

  private static func measured(_ cell: TableCell) -> (TableCell, Int) {
    switch cell {
    case .text(let text):
      let visible = VisibleText.line(text)
      return (.text(visible), DisplayWidth.of(visible))
    case .styled(let text, let style):
      let visible = VisibleText.line(text)
      return (.styled(visible, style), DisplayWidth.of(visible))
    case .link(let text, let style, let address):
      let visible = VisibleText.line(text)
      return (.link(visible, style, to: address), DisplayWidth.of(visible))
    case .spans(let spans):
      return (cell, spans.width)
    case .chips(let chips):
      return (cell, Chip.width(of: chips))
    }
  }
}
