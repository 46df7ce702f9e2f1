import ShelfModel
import ShelfText

/// A value to be shown to people or written for other programs, together with its type, such as a date, a rating or
/// references to records.
///
/// `Cells` reads a record's attribute into a cell. Renderers for tables, pages, JSON and TSV then switch over the cell
/// alone: they decide how to format a date or a rating, and know nothing about fields, kinds or libraries.
package enum Cell: Equatable, Sendable {
  /// No value, and the remark that is shown instead, if any.
  case nothing(Look.Remark?)
  case text(String)
  case texts([String])
  case number(Int)
  case decimal(DecimalNumber)
  case money(Money)
  case position(SeriesPosition)
  /// A rating, or nil if the record is not rated.
  case rating(Rating?)
  /// The length of an audiobook.
  case duration(PlayingTime)
  /// The reading progress, with the text of the field and the length of the book.
  case progress(ReadingProgress, written: String, length: BookLength)
  case flag(Bool)
  /// A Boolean value, with its symbol and the words for both states.
  case state(Bool, mark: String, on: String, off: String)
  /// A value of a choice field, as written in files.
  case word(String, Weight)
  case date(CalendarDate)
  case moment(Timestamp)
  case color(Color)
  case id(RecordID)
  case ids([RecordID])
  case path(String)
  /// A name that is shown as a chip in the color of its record.
  case chip(String, Color)
  /// Other records that a field refers to, or that refer to this record.
  case references(References)
  /// The number of records of a kind that refer to the record.
  case count(Kind, Int)
  /// The number of open issues that refer to the record.
  case openIssues(Int)
  /// A number with a unit. People see the unit after the number; output for programs contains only the number.
  indirect case measured(Cell, unit: String)
  /// The field's default, if the file has no value.
  indirect case assumed(Cell)
  /// The text in the file, if it is not valid for the field's type.
  case unreadable([String])

  /// How prominently a word is shown.
  package enum Weight: Sendable {
    case none
    /// A word in a weighted column, which is dimmed, plain or emphasized.
    case low, normal, high
  }

  /// Records that a field refers to.
  package struct References: Equatable, Sendable {
    /// The references in file order.
    package var items: [Reference]
    /// Whether the field can contain several references.
    package var isList: Bool
    /// Whether the references are shown as chips.
    package var isChips: Bool
    /// Whether the references are displayed sorted by name rather than in file order.
    package var isSorted: Bool

    /// The references in display order.
    package var inOrder: [Reference] {
      isSorted && items.count > 1 ? items.sorted { Folding.precedes($0.label, $1.label) } : items
    }
  }

  /// One record that a field refers to.
  package struct Reference: Equatable, Sendable {
    /// The record's id, or nil if the record does not exist.
    package var target: RecordID?
    /// The record's title or name, or nil if the record does not exist.
    package var title: String?
    /// The text that people see: the title, or the text in the file if the record does not exist.
    package var label: String
    /// The color of its chip.
    package var color: Color?

    package var isFound: Bool { target != nil }

    /// The id for output to other programs, or the text in the file if the record does not exist.
    package var id: String { target?.description ?? label }
  }

  /// Returns the cell with a unit, or the unchanged cell if the unit is empty.
  func measured(_ unit: String) -> Cell { unit.isEmpty ? self : .measured(self, unit: unit) }

  package var withoutUnit: Cell { if case .measured(let cell, _) = self { cell } else { self } }

  /// The text for CSV and TSV. Multiple values are joined with a semicolon and a space, and semicolons and backslashes
  /// in them are escaped with a backslash.
  package var separated: String {
    switch self {
    case .texts(let texts): Cell.separated(texts)
    case .unreadable(let texts) where texts.count > 1: Cell.separated(texts)
    case .ids(let ids): Cell.separated(ids.map(\.description))
    case .references(let references): Cell.separated(references.inOrder.map(\.label), isList: references.isList)
    case .position(let position): SeriesPosition.text(thousandths: position.first)
    case .assumed(let cell), .measured(let cell, _): cell.separated
    default: text
    }
  }

  private static func separated(_ texts: [String], isList: Bool = true) -> String {
    guard isList else { return texts.joined(separator: "; ") }
    return texts.map { text in
      text.reduce(into: "") { $0 += $1 == ";" || $1 == "\\" ? "\\\($1)" : String($1) }
    }.joined(separator: "; ")
  }

  /// The plain text. Multiple values are joined with commas.
  package var text: String {
    switch self {
    case .nothing: ""
    case .text(let text), .word(let text, _), .path(let text), .chip(let text, _), .progress(_, let text, _): text
    case .texts(let texts), .unreadable(let texts): texts.joined(separator: ", ")
    case .number(let number), .count(_, let number), .openIssues(let number): String(number)
    case .decimal(let number): number.description
    case .money(let money): money.description
    case .duration(let time): time.description
    case .position(let position): position.description
    case .rating(let rating): rating?.description ?? ""
    case .flag(let flag), .state(let flag, _, _, _): flag ? "true" : "false"
    case .date(let date): date.description
    case .moment(let moment): moment.description
    case .color(let color): color.description
    case .id(let id): id.description
    case .ids(let ids): ids.map(\.description).joined(separator: ", ")
    case .references(let references): references.inOrder.map(\.label).joined(separator: ", ")
    case .assumed(let cell): cell.text
    case .measured(let cell, let unit): "\(cell.text) \(unit)"
    }
  }
}
