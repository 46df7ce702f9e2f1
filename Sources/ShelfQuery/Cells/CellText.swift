import ShelfModel

/// Writes the cells of one attribute as text: the same bytes as `Cells.cell(attribute, record).separated`.
///
/// This is the fast path for exporting large lists. Most of their values are titles, names, choices and integers, whose
/// bytes can be copied from the record's file without creating a string or a list of references for each value. For all
/// other values, a cell is created first. `CellTextTests` checks that both methods produce the same text. It is a class
/// so that iterating over columns copies nothing.
package final class CellText: Sendable {
  private let cells: Cells
  private let attribute: Attribute
  private let strategy: Strategy
  /// The position of the field in its kind's table.
  private let index: UInt16
  /// The words of a choice, as written in files.
  private let words: [[UInt8]]
  /// The range of valid numbers.
  private let range: ClosedRange<Int>
  /// The text for records that do not have the field: its default, or an empty text.
  private let missing: [UInt8]
  /// Whether the field can contain several values, which have to be separated and escaped.
  private let isList: Bool

  /// The method for producing the text.
  private enum Strategy {
    /// The text as written in the file.
    case copied
    /// The title of the record that is referred to.
    case title
    /// The text as written in the file, if it is one of the words of the choice.
    case word
    /// The text as written in the file, if it is a valid number in canonical form.
    case number
    case id
    case path
    /// The text of the cell that `Cells` creates.
    case cell
  }

  package init(_ attribute: Attribute, _ cells: Cells) {
    self.cells = cells
    self.attribute = attribute
    var (index, words, missing): (UInt16, [[UInt8]], [UInt8]) = (0, [], [])
    var range = 0...0
    var isList = false
    switch attribute {
    case .field(let field):
      index = UInt16(field.index)
      missing = Array((field.defaultText ?? "").utf8)
      switch field.type {
      // The number of times that a book was read also depends on its dates, and its borrowers also depend on the list
      // of loans.
      case _ where field.has(.timesRead) || field.has(.holder) || field.has(.lentCopy): strategy = .cell
      case .text: strategy = .copied
      case .textList:
        strategy = .copied
        isList = true
      case .reference: strategy = .title
      case .references:
        strategy = .title
        isList = true
      case .choice(let choices):
        strategy = .word
        words = choices.map { Array($0.utf8) }
      case .integer(let numbers):
        strategy = .number
        range = numbers
      case .id: strategy = .id
      default: strategy = .cell
      }
    case .path: strategy = .path
    case .records, .openIssues, .latest, .kindName, .seriesName, .seriesPosition, .sortNames, .citationKey:
      strategy = .cell
    }
    (self.index, self.words, self.missing, self.range) = (index, words, missing, range)
    self.isList = isList
  }

  package func append(_ record: Record, to bytes: inout [UInt8]) {
    switch strategy {
    case .path: bytes.append(contentsOf: record.path.utf8)
    case .cell: bytes.append(contentsOf: cells.cell(attribute, record).separated.utf8)
    case .id: bytes.append(contentsOf: record.id.description.utf8)
    case .copied, .title, .word, .number:
      if !appendOne(record, to: &bytes) { bytes.append(contentsOf: cells.cell(attribute, record).separated.utf8) }
    }
  }

  /// Appends the only value of a field, or its default. Returns false, without appending anything, if the record needs
  /// the slow path through the cell.
  private func appendOne(_ record: Record, to bytes: inout [UInt8]) -> Bool {
    var found: Record.Slot?
    for slot in record.slots where slot.field == index && slot.value.count > 0 {
      guard found == nil, slot.shape != .nested, slot.shape != .emptyList else { return false }
      found = slot
    }
    guard let found else {
      bytes.append(contentsOf: missing)
      return true
    }
    return record.withBytes(of: found.value) { text in
      switch strategy {
      case .word: if !words.contains(where: { $0.elementsEqual(text) }) { return false }
      case .title:
        if let target = RecordID(utf8: text).flatMap({ cells.library.record($0) }) {
          return target.withTitle { title in
            if isList, title.contains(where: CellText.needsEscape) { return false }
            bytes.append(contentsOf: title)
            return !title.isEmpty
          }
        }
      case .number: if !isNumber(text) { return false }
      case .copied: if isList, text.contains(where: CellText.needsEscape) { return false }
      case .id, .path, .cell: break
      }
      bytes.append(contentsOf: text)
      return true
    }
  }

  /// Returns whether a byte has to be escaped within a list. This is true for semicolons and backslashes.
  private static func needsEscape(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\\") }

  /// Returns whether the text is a number in the field's range, in the form that shelf prints.
  private func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count < 10, text[0] != UInt8(ascii: "0") || text.count == 1 else { return false }
    var number = 0
    for byte in text {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return false }
      number = 10 * number + Int(byte - UInt8(ascii: "0"))
    }
    return range.contains(number)
  }
}
