import ShelfText

/// Reads comma-separated values (RFC 4180) and their many variants: different separators, spaces around cells,
/// quotation marks in the middle of a cell, and the line breaks of all systems.
///
/// Rows are read one at a time. Each row knows its line and its bytes, so that a problem can be reported with its
/// location, and the row can be returned unchanged.
///
/// A stray quotation mark is dangerous, since everything up to the next quotation mark becomes part of the cell. If no
/// other quotation mark follows, the cell ends with its line (`isOpen`). If the next quotation mark is on a later line,
/// but not at the end of a cell, the row may have swallowed other rows (`looseLine`). The caller can compare the number
/// of cells with the header and then end the row at its first line with `endAtFirstLine`.
package struct CSVTable {
  package struct Row {
    /// The line where the row starts, counted from 1.
    package let line: Int
    /// The byte range of the row, including its line break.
    package let range: Range<Int>
    package var cells: [String]
    /// Whether a quotation mark in the row is never closed.
    package var isOpen = false
    /// The line of a quotation mark that is closed on a later line, but not at the end of a cell.
    package var looseLine: Int?
    /// The number of cells up to the end of `looseLine` if the quotation mark is treated as an ordinary character.
    package fileprivate(set) var looseCells = 0
    /// The offset at which `looseLine` ends.
    fileprivate var looseEnd = 0
  }

  package let bytes: [UInt8]
  /// Whether a line break at the end of a quoted cell is part of its text. All other spaces around text are removed.
  package var keepsLastLineBreak = false
  private let separator: UInt8
  private let isQuoted: Bool
  private var position = 0
  private var line = 1
  /// The first quotation mark in a row that is closed on a later line, but within a cell: its line, its offset, and the
  /// end of its line.
  private var strayQuote: (line: Int, start: Int, end: Int)?

  /// - Parameters:
  ///   - isQuoted: whether cells may be quoted. LibraryThing does not quote cells.
  ///   - start: the byte offset of the first row.
  ///   - line: the line of the first row.
  package init(
    _ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ","), isQuoted: Bool = true, from start: Int = 0, line: Int = 1
  ) {
    self.bytes = bytes
    self.separator = separator
    self.isQuoted = isQuoted
    (position, self.line) = (start, line)
    if start == 0 { skipSeparatorLine() }
  }

  /// The supported cell separators.
  package static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]

  /// Returns the separator that the first line contains most often, outside of quotation marks.
  package static func separator(of bytes: [UInt8]) -> UInt8 {
    if bytes.starts(with: separatorLine), bytes.count > 5, bytes[5] == 0x0A || bytes[5] == 0x0D { return bytes[4] }
    var counts: [UInt8: Int] = [:]
    var isInside = false
    for byte in bytes.prefix(64 << 10) {
      if byte == UInt8(ascii: "\"") { isInside.toggle() }
      if isInside { continue }
      if byte == 0x0A || byte == 0x0D, !counts.isEmpty { break }
      if separators.contains(byte) { counts[byte, default: 0] += 1 }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? UInt8(ascii: ",")
  }

  /// Returns the next row that is not empty, or nil at the end.
  package mutating func next() -> Row? {
    while position < bytes.count {
      let row = readRow()
      if row.cells.count > 1 || row.cells.first?.isEmpty == false { return row }
    }
    return nil
  }

  /// Skips a line such as `sep=;`, which tells spreadsheets which separator is used.
  private mutating func skipSeparatorLine() {
    guard bytes.starts(with: CSVTable.separatorLine), bytes.count > 5, bytes[4] == separator else { return }
    guard bytes[5] == 0x0A || bytes[5] == 0x0D else { return }
    position = bytes[5] == 0x0D && bytes.count > 6 && bytes[6] == 0x0A ? 7 : 6
    line = 2
  }

  private static let separatorLine = Array("sep=".utf8)

  private mutating func readRow() -> Row {
    let (start, first) = (position, line)
    var cells: [String] = []
    var isOpen = false
    strayQuote = nil
    var before = 0
    repeat {
      if strayQuote == nil { before = cells.count }
      cells.append(readCell(&isOpen))
    } while takeSeparator()
    var row = Row(line: first, range: start..<position, cells: cells, isOpen: isOpen)
    if let strayQuote {
      (row.looseLine, row.looseEnd) = (strayQuote.line, strayQuote.end)
      row.looseCells = before + 1 + bytes[strayQuote.start..<strayQuote.end].count { $0 == separator }
    }
    return row
  }

  /// Ends a row at the end of the line with the stray quotation mark, so that the following rows are not lost.
  package mutating func endAtFirstLine(_ row: inout Row) {
    guard let strayQuote = row.looseLine else { return }
    (position, line) = (row.looseEnd, strayQuote)
    _ = takeLineBreak()
    row = Row(line: row.line, range: row.range.lowerBound..<position, cells: [], isOpen: true)
  }

  /// Skips a separator or the end of the row, and returns whether it was a separator.
  private mutating func takeSeparator() -> Bool {
    guard position < bytes.count else { return false }
    if bytes[position] != separator { return takeLineBreak() }
    position += 1
    return true
  }

  private mutating func takeLineBreak() -> Bool {
    guard position < bytes.count else { return false }
    let byte = bytes[position]
    position += 1
    if byte == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
    line += 1
    return false
  }

  private mutating func readCell(_ isOpen: inout Bool) -> String {
    let start = position
    while position < bytes.count, bytes[position] == 0x20 { position += 1 }
    if isQuoted, position < bytes.count, bytes[position] == UInt8(ascii: "\"") { return readQuoted(&isOpen) }
    while position < bytes.count, bytes[position] != separator, bytes[position] != 0x0A, bytes[position] != 0x0D {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self).trimmed
  }

  /// Reads a quoted cell. Text after the closing quotation mark is part of the cell.
  private mutating func readQuoted(_ isOpen: inout Bool) -> String {
    let quote = UInt8(ascii: "\"")
    var text: [UInt8] = []
    let (start, firstLine) = (position, line)
    position += 1
    var isInside = true
    while position < bytes.count {
      let byte = bytes[position]
      if isInside {
        if byte == quote {
          if position + 1 < bytes.count, bytes[position + 1] == quote {
            text.append(quote)
            position += 2
            continue
          }
          isInside = false
        } else {
          if byte == 0x0A || byte == 0x0D && !(position + 1 < bytes.count && bytes[position + 1] == 0x0A) { line += 1 }
          text.append(byte)
        }
      } else {
        if byte == separator || byte == 0x0A || byte == 0x0D { break }
        if strayQuote == nil, line > firstLine, byte != 0x20 {
          let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
          strayQuote = (firstLine, start, end)
        }
        // The text may contain quotation marks that were not doubled, as in `"a" b", …`.
        text.append(byte)
      }
      position += 1
    }
    if isInside {
      // The closing mark is missing. End the cell with its line, so that the following rows are not lost.
      isOpen = true
      (position, line) = (start, firstLine)
      while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self).trimmed
    }
    let cell = String(decoding: text, as: UTF8.self).trimmed
    return keepsLastLineBreak && text.last == 0x0A && !cell.isEmpty ? cell + "\n" : cell
  }
}
