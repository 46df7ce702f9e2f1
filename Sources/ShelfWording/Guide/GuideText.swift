import CCMark
import ShelfTerminal
import ShelfText

/// Lays out Markdown for a terminal: headings, code and terms in bold, paragraphs wrapped, code indented and never
/// wrapped.
///
/// cmark parses the page into a tree. Each block becomes a sequence of lines, and a list or a block quote indents the
/// lines of its children. Tables are not part of CommonMark, so cmark parses them as paragraphs; their rows are read
/// from the source. Images and HTML, including comments, are omitted.
package struct GuideText {
  private let source: [Substring]
  /// Whether inline code keeps its backquotes, for terminals that cannot show bold text.
  private let quotesCode: Bool

  /// Returns the lines of Markdown text.
  ///
  /// - Parameters:
  ///   - width: the width of the terminal in cells. Longer lines of code are not wrapped.
  ///   - quotesCode: whether inline code keeps its backquotes, for terminals that cannot show bold text.
  package static func lines(_ markdown: String, width: Int, quotesCode: Bool = false) -> [StyledText] {
    guard let root = GuideText.parse(markdown) else { return [] }
    defer { cmark_node_free(root) }
    let source = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    return GuideText(source: source, quotesCode: quotesCode).blocks(of: root, width)
  }

  // MARK: - Blocks

  /// Returns the lines of the blocks in a node, with empty lines between blocks except in tight lists.
  private func blocks(of parent: OpaquePointer, _ width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    for node in GuideText.children(of: parent) {
      let block = block(node, width)
      if block.isEmpty { continue }
      lines += (lines.isEmpty || GuideText.isTight(parent) ? [] : [StyledText()]) + block
    }
    return lines
  }

  private func block(_ node: OpaquePointer, _ width: Int) -> [StyledText] {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_HEADING: GuideText.wrapped(pieces(of: node, .bold), width)
    case CMARK_NODE_PARAGRAPH:
      table(node).map { layOut($0, width) } ?? GuideText.wrapped(pieces(of: node, .plain), width)
    case CMARK_NODE_CODE_BLOCK:
      GuideText.literal(node).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
        StyledText(String($0)).indented(by: 4)
      }
    case CMARK_NODE_LIST: items(of: node, width)
    case CMARK_NODE_BLOCK_QUOTE: blocks(of: node, width - 4).map { $0.indented(by: 4) }
    default: []
    }
  }

  private func items(of list: OpaquePointer, _ width: Int) -> [StyledText] {
    let isOrdered = cmark_node_get_list_type(list) == CMARK_ORDERED_LIST
    var lines: [StyledText] = []
    for (index, item) in GuideText.children(of: list).enumerated() {
      if index > 0, !GuideText.isTight(item) { lines.append(StyledText()) }
      let mark = isOrdered ? "\(Int(cmark_node_get_list_start(list)) + index). " : "• "
      let block = blocks(of: item, width - mark.count)
      lines += block.enumerated().map { $0 == 0 ? StyledText(mark) + $1 : $1.indented(by: mark.count) }
    }
    return lines
  }

  // MARK: - Text

  private typealias Piece = (text: String, style: TextStyle)

  /// Splits the text in a node into pieces that each have a single style.
  private func pieces(of parent: OpaquePointer, _ style: TextStyle) -> [Piece] {
    GuideText.children(of: parent).flatMap { node -> [Piece] in
      switch cmark_node_get_type(node) {
      case CMARK_NODE_TEXT: [(GuideText.literal(node), style)]
      case CMARK_NODE_CODE: [(quotesCode ? "`\(GuideText.literal(node))`" : GuideText.literal(node), .bold)]
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: [(" ", style)]
      case CMARK_NODE_STRONG: pieces(of: node, .bold)
      case CMARK_NODE_EMPH: pieces(of: node, .italic)
      case CMARK_NODE_LINK: pieces(of: node, style) + (target(of: node).map { [(" (\($0))", style)] } ?? [])
      default: []
      }
    }
  }

  /// Returns the target to print after the text of a link: a command for pages of the guide, or a web address. Returns
  /// nil if the text is already the address, or if the target is not useful in a terminal.
  private func target(of link: OpaquePointer) -> String? {
    guard let url = cmark_node_get_url(link).map({ String(cString: $0) }) else { return nil }
    let file = url.prefix { $0 != "#" }
    if file.hasSuffix(".md"), let page = GuidePage.named(String(file.dropLast(3))) { return "shelf guide \(page.name)" }
    let isShown = pieces(of: link, .plain).map(\.text).joined() == url
    return url.hasPrefix("https://") && !isShown ? url : nil
  }

  /// Wraps pieces of text to a width. A word that is too wide is placed on a separate line, which exceeds the width.
  private static func wrapped(_ pieces: [Piece], _ width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    var line = StyledText()
    var word = StyledText()
    func finish() {
      if word.width == 0 { return }
      if line.width > 0, line.width + 1 + word.width > width {
        lines.append(line)
        line = word
      } else {
        line += line.width > 0 ? StyledText(" ") + word : word
      }
      word = StyledText()
    }
    for (text, style) in pieces {
      for (index, part) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { finish() }
        word.append(String(part), style)
      }
    }
    finish()
    return lines + [line]
  }

  // MARK: - Tables

  /// Returns the rows of a table, or nil if the paragraph is not a table.
  private func table(_ node: OpaquePointer) -> [[String]]? {
    let (start, end) = (Int(cmark_node_get_start_line(node)), Int(cmark_node_get_end_line(node)))
    guard start > 0, end <= source.count, start < end else { return nil }
    let rows = source[(start - 1)..<end].map { $0.trimmed }
    guard rows.allSatisfy({ $0.hasPrefix("|") }), rows[1].allSatisfy({ "|-: ".contains($0) }) else { return nil }
    return (rows[..<1] + rows[2...]).map(GuideText.cells)
  }

  /// Returns the cells of a row. `\|` is a vertical bar within a cell.
  private static func cells(_ row: String) -> [String] {
    let mark = "\u{0}"
    let parts = row.replacing("\\|", with: mark).split(separator: "|", omittingEmptySubsequences: false)
    return parts.dropFirst().dropLast().map { String($0).replacing(mark, with: "|").trimmed }
  }

  /// Returns a table in columns. The first columns are as wide as their widest cell, within limits, and the last column
  /// gets the remaining space. A table with too many columns for the width becomes a list, with a line for each cell.
  private func layOut(_ rows: [[String]], _ width: Int) -> [StyledText] {
    let cells: [[[Piece]]] = rows.enumerated().map { index, row in
      row.map { cell in inline(cell).map { piece in (piece.text, index == 0 ? .bold : piece.style) } }
    }
    let columns = max(1, rows.map(\.count).max() ?? 0)
    let maximum = (width - 2 * (columns - 1)) / max(2, columns)
    if maximum < 12 {
      return cells.dropFirst().flatMap { row in
        zip(cells[0], row).flatMap { GuideText.wrapped($0 + [(": ", .plain)] + $1, width) } + [StyledText()]
      }
    }
    var widths = (0..<columns).map { column in
      min(maximum, cells.map { $0.indices.contains(column) ? GuideText.width(of: $0[column]) : 0 }.max() ?? 0)
    }
    widths[columns - 1] = max(maximum, width - widths.dropLast().reduce(0) { $0 + $1 + 2 })
    // Omit empty rows, such as the header row of a table without headings.
    return cells.filter { $0.contains { GuideText.width(of: $0) > 0 } }.flatMap { row in
      let blocks = zip(row, widths).map { GuideText.wrapped($0, $1) }
      return (0..<(blocks.map(\.count).max() ?? 0)).map { index in
        var line = StyledText()
        var end = 0
        for (block, width) in zip(blocks, widths) {
          // Leave a gap even after a word that is wider than its column.
          line.pad(to: line.width + 2 > end && line.width > 0 ? line.width + 2 : end)
          if block.indices.contains(index) { line += block[index] }
          end += width + 2
        }
        return line.trimmedEnd
      }
    }
  }

  /// Returns the pieces of one line of Markdown.
  private func inline(_ markdown: String) -> [Piece] {
    guard let root = GuideText.parse(markdown) else { return [] }
    defer { cmark_node_free(root) }
    return GuideText.children(of: root).flatMap { pieces(of: $0, .plain) }
  }

  private static func width(of pieces: [Piece]) -> Int { pieces.reduce(0) { $0 + DisplayWidth.of($1.text) } }

  // MARK: - The tree

  /// Returns the root of the tree, which the caller frees.
  private static func parse(_ markdown: String) -> OpaquePointer? {
    var markdown = markdown
    return markdown.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { cmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_VALIDATE_UTF8) }
    }
  }

  private static func children(of node: OpaquePointer) -> [OpaquePointer] {
    var children: [OpaquePointer] = []
    var next = cmark_node_first_child(node)
    while let child = next {
      children.append(child)
      next = cmark_node_next(child)
    }
    return children
  }

  /// Returns whether a node is an item of a tight list, whose items have no empty lines between them.
  private static func isTight(_ node: OpaquePointer) -> Bool {
    guard cmark_node_get_type(node) == CMARK_NODE_ITEM, let list = cmark_node_parent(node) else { return false }
    return cmark_node_get_list_tight(list) != 0
  }

  private static func literal(_ node: OpaquePointer) -> String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }
}
